import { invalidArgument } from './errors.ts';
import type { PageRequest } from './paging.ts';
import type { Call } from './route.ts';

/**
 * The page that a GET asks for, from `pageSize` and `pageToken`.
 * @throws ServiceError 400 for a page size that is no whole number
 */
export function pageRequestOf(call: Call): PageRequest {
  const size = call.query('pageSize');
  if (!/^\d{0,9}$/.test(size)) throw invalidArgument(`invalid page size ${JSON.stringify(size)}`);
  return { pageSize: Number(size), pageToken: call.query('pageToken') };
}
