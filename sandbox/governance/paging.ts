import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalidArgument } from './errors.ts';

const smallestPage = 10;
const largestPage = 100;
const defaultPage = 25;

/**
 * Every second page that is not the last one is this much shorter than asked for: a short page is
 * no sign of the end.
 */
const shortBy = 3;

export interface PageRequest {
  /** 0 when the caller sent none. */
  readonly pageSize: number;
  /** "" for the first page. */
  readonly pageToken: string;
}

export interface Page<Item> {
  readonly list: readonly Item[];
  readonly nextPageToken: string;
}

const tokenShape = z.object({ after: z.string(), page: z.int(), filter: z.string() });

function decodeToken(token: string): z.infer<typeof tokenShape> {
  try {
    return tokenShape.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
  } catch {
    throw invalidArgument('invalid page token');
  }
}

/**
 * One page of `items`, which must already be filtered and in a stable order. The token remembers
 * the last item rather than an offset, so items that arrive meanwhile neither repeat nor hide
 * others; it belongs to one filter only.
 * @param keyOf an item's unique key
 * @param filter whatever else the request asked for; a token from another filter is refused
 * A page size below 10 is raised to 10; 0 gives the default.
 * @throws ServiceError 400 for a page size outside 0..100 or a token that this list did not give
 * out
 */
export function pageOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  request: PageRequest,
  filter: unknown,
): Page<Item> {
  if (request.pageSize < 0 || request.pageSize > largestPage) {
    throw invalidArgument(
      `invalid page size ${request.pageSize}: must be between 0 and ${largestPage}`,
    );
  }
  const size = request.pageSize === 0 ? defaultPage : Math.max(smallestPage, request.pageSize);
  const filterMark = createHash('sha256')
    .update(JSON.stringify(filter))
    .digest('base64url')
    .slice(0, 12);
  let start = 0;
  let page = 0;
  if (request.pageToken !== '') {
    const token = decodeToken(request.pageToken);
    const last = items.findIndex((item) => keyOf(item) === token.after);
    if (token.filter !== filterMark || last === -1) throw invalidArgument('invalid page token');
    start = last + 1;
    page = token.page;
  }
  const isShort = page % 2 === 1 && items.length - start > size;
  const list = items.slice(start, start + (isShort ? size - shortBy : size));
  const lastItem = list.at(-1);
  if (lastItem === undefined || start + list.length >= items.length)
    return { list, nextPageToken: '' };
  const token = { after: keyOf(lastItem), page: page + 1, filter: filterMark } satisfies z.infer<
    typeof tokenShape
  >;
  return { list, nextPageToken: Buffer.from(JSON.stringify(token)).toString('base64url') };
}
