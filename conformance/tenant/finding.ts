/** One thing that was found of a tenant beyond the sixteen endpoints, and what it rests on. */
import type { AnyEndpoint, CallInput } from '../../src/service/client/wire/endpoint.ts';
import { at, listAt } from '../json-places.ts';
import type { Heard, TenantListener } from './tenant-listener.ts';

/**
 * What was found of a tenant beyond the sixteen endpoints. `ok` only where something was checked.
 */
export interface Finding {
  readonly what: string;
  readonly verdict: 'ok' | 'not there' | 'differs' | 'not seen';
  readonly found: string;
}

export const text = (value: unknown, ...place: readonly (string | number)[]): string => {
  const found = at(value, ...place);
  return typeof found === 'string' ? found : '';
};
export const items = (body: unknown): readonly unknown[] =>
  Array.isArray(at(body, 'list')) ? listAt(body, 'list') : [];
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * One call and what it means. 404 and 501 mean that the tenant does not have it; 403 that the
 * credentials may not.
 */
export function seen(
  what: string,
  { status, body, unreadable }: Heard,
  found: string,
  isWorth: boolean,
): Finding {
  if (status === 404 || status === 501)
    return { what, verdict: 'not there', found: `it answered ${status}` };
  if (status === 403) return { what, verdict: 'not seen', found: 'the credentials may not (403)' };
  if (status !== 200)
    return {
      what,
      verdict: 'differs',
      found: `it answered ${status} ${text(body, 'message').slice(0, 100)}`,
    };
  if (unreadable !== null)
    return { what, verdict: 'differs', found: `the bot cannot read it: ${unreadable}` };
  return isWorth ? { what, verdict: 'ok', found } : { what, verdict: 'not seen', found };
}

/** A call of one operation, as the bot's client makes it. */
export function asked(
  tenant: TenantListener,
  one: AnyEndpoint,
  input: Partial<CallInput<string>>,
): Promise<Heard> {
  return tenant.hear((client) => client.call(one, { path: {}, ...input }));
}
