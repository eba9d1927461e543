import { createHash } from 'node:crypto';
import { errors } from 'undici';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { GovernanceClient } from '../client.ts';
import { orFailure } from '../http/service-errors.ts';
import { type AnyEndpoint, type CallInput, type Endpoint, labelOf } from './endpoint.ts';

/**
 * Page size bounds of deployments (docs/spec/deployments.md#paging); endpoint 8 documents the same
 * maximum.
 */
export const pageSizeBounds = { least: 10, most: 100 } as const;
/** Rows of searches are heavy (docs/spec/deployments.md#paging). */
export const searchedAtOnce = 25;
/** Characters of a list from which on its pages are asked for as small as they may be. */
const heavyPage = 1_000_000;
/** More pages than any list has: stops at a service that returns new cursors without end. */
const mostPages = 20_000;

/** The page that a list call asks for. */
export interface PageRequest {
  /** Within `pageSizeBounds`; if absent, the service's default applies. */
  readonly pageSize?: number;
  /** `nextPageToken` of the previous page; empty for the first. */
  readonly pageToken: string;
}

export interface Page<Item> {
  readonly list: readonly Item[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
  /** If the list ends here although the service has more: why, as a sentence. Otherwise absent. */
  readonly incomplete?: string;
}

/** What paging needs to know about a list. */
type List = Pick<AnyEndpoint, 'method' | 'path' | 'hasNoPageSize'>;

/**
 * One page. Even for a list without documented paging parameters the next page is requested
 * (docs/spec/interface.md#conventions, 6). If the service refuses, or answers with the same cursor
 * again, the page is empty and `incomplete`.
 */
export async function readPage<Path extends string, P extends Page<unknown>>(
  client: Pick<GovernanceClient, 'call'>,
  one: Endpoint<Path, P>,
  { path, query, body, onSend }: CallInput<Path>,
  { pageToken, ...size }: PageRequest,
): Promise<Result<P, ServiceRefusal>> {
  const page = { ...(one.hasNoPageSize ? {} : size), pageToken: pageToken || undefined };
  const isPost = one.method === 'POST';
  const answer = await client.call(one, {
    path,
    onSend,
    ...(isPost ? { body: { ...body, ...page } } : { query: { ...query, ...page } }),
  });
  if (one.hasNoPageSize !== true || pageToken === '') return answer;
  const nothingMore = one.answer.parse({});
  if (!answer.ok) {
    const isRefused = answer.refusal.kind === 'invalid';
    return isRefused
      ? ok({ ...nothingMore, incomplete: cutShort(one, 'it refuses to give the next page') })
      : answer;
  }
  if (answer.value.nextPageToken !== pageToken) return answer;
  return ok({ ...nothingMore, incomplete: cutShort(one, `it gives this page again, ${unpaged}`) });
}

const unpaged = 'because the list takes no paging parameters there';

function cutShort(list: List, what: string): string {
  return `${labelOf(list)}: the service says that there is more, but ${what}`;
}

/** All pages of an endpoint; see `pagesOf`. A refusal is a failure. */
export function pages<Path extends string, P extends Page<unknown>>(
  client: Pick<GovernanceClient, 'call'>,
  one: Endpoint<Path, P>,
  input: CallInput<Path>,
): AsyncGenerator<P, void> {
  return pagesOf(one, async (page) => orFailure(await readPage(client, one, input, page), one));
}

/**
 * The pages of a list, as large as they may be, one call each, in order. Only an empty
 * `nextPageToken` ends it, never a short or empty page. Throws what `read` throws, and
 * `OutwardFailure` (decode) after 20,000 pages, when a cursor comes a second time, or when a page
 * comes again (docs/spec/deployments.md#paging), because nobody knows how much of the list is
 * missing. A list without paging parameters ends there with a page that is `incomplete`.
 *
 * An answer that is too long is asked for again in pages of half the size.
 *
 * @param list a search begins with smaller pages; heavy pages are followed by the smallest
 * @param largest of the pages that are asked for; as large as they may be where left out
 */
export async function* pagesOf<P extends Page<unknown>>(
  list: List,
  read: (page: Required<PageRequest>) => Promise<P>,
  largest: number = list.method === 'POST' ? searchedAtOnce : pageSizeBounds.most,
): AsyncGenerator<P, void> {
  const used = new Set<string>();
  const contents = new Set<string>();
  let pageSize = largest;
  let cursor = '';
  for (;;) {
    used.add(cursor);
    const page = await read({ pageSize, pageToken: cursor }).catch((error: unknown) => {
      const isTooLong =
        error instanceof OutwardFailure &&
        error.cause instanceof errors.ResponseExceededMaxSizeError;
      if (!isTooLong || pageSize <= pageSizeBounds.least) throw error;
      return null;
    });
    if (page === null) {
      pageSize = Math.max(pageSizeBounds.least, Math.floor(pageSize / 2));
      continue;
    }
    const content = page.list.length > 0 ? JSON.stringify(page.list) : '';
    const fingerprint = createHash('sha256').update(content).digest('base64url');
    if (content !== '' && contents.has(fingerprint)) {
      if (list.hasNoPageSize !== true)
        throw ignoredParameter(list, 'pageToken: ignored: a page that was read came again');
      const incomplete = cutShort(list, `it gives a page again, ${unpaged}`);
      yield { ...page, list: [], nextPageToken: '', incomplete };
      return;
    }
    contents.add(fingerprint);
    yield page;
    cursor = page.nextPageToken;
    if (cursor === '') return;
    if (used.has(cursor))
      throw ignoredParameter(
        list,
        'nextPageToken: the same as before, so that the list has no end',
      );
    if (content.length > heavyPage) pageSize = pageSizeBounds.least;
    if (used.size >= mostPages)
      throw ignoredParameter(list, `nextPageToken: still another page after ${mostPages}`);
  }
}

/** Pieces of at most `size` items, in order. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** The items of every page. Throws `OutwardFailure` if the list is incomplete. */
export async function collect<P extends Page<unknown>, Item>(
  all: AsyncIterable<P>,
  itemsOf: (page: P) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of all) {
    if (page.incomplete !== undefined) throw unusable(page.incomplete);
    for (const item of itemsOf(page)) items.push(item);
  }
  return items;
}

/** The failure of a list that a service answers without regard to what it was asked. */
export function ignoredParameter(
  list: Pick<AnyEndpoint, 'method' | 'path'>,
  what: string,
): OutwardFailure {
  return unusable(`${labelOf(list)}: ${what}`);
}

/** The failure of a list that breaks off. */
export function unusable(message: string): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'decode',
    message,
    certainlyNotDone: true,
  });
}
