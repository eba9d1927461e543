import { isDeepStrictEqual } from 'node:util';
import type { Mismatch } from '../check-answer.ts';
import { type DeclaredEndpoint, filledPath, pagingBeyondTheDocument } from '../interface.ts';
import { type EndpointOutcome, itemsOf, mismatch, outcomeOf, withoutAnswer } from './endpoint-outcome.ts';
import type { SearchPath, TenantAnswer, TenantCalls } from './tenant-calls.ts';

/** The smallest page that deployments give, so that there is more than one soon. */
const pageSize = 10;
/** Enough to see that pages follow each other; a tenant can have very many. */
const mostPages = 3;

/** Lists that document no query parameters: they may answer the first page again. */
const withoutPaging: ReadonlySet<number> = new Set([14, 15, 16]);

/** What was read of an endpoint, for the outcome and for ids that others need. */
export interface Read {
  readonly outcome: EndpointOutcome;
  readonly bodies: readonly unknown[];
}

const credentialSearch: SearchPath = '/api/v1/search/credential-inventory-policies';

/** The first pages of a list, or the one answer of a read. */
export async function readEndpoint(
  calls: TenantCalls,
  one: DeclaredEndpoint,
  parameters: Readonly<Record<string, string>>,
): Promise<Read> {
  const isList = 'nextPageToken' in one.answer;
  const answers: TenantAnswer[] = [];
  const wrong: Mismatch[] = [];
  let pageToken = '';
  do {
    const answer = await readPage(calls, one, parameters, isList ? pageToken : null);
    const failed = withoutAnswer(one, answer);
    if (failed !== null) return { outcome: failed, bodies: answers.map(({ body }) => body) };
    const before = answers.at(-1)?.body;
    const isRepeated = before !== undefined && isDeepStrictEqual(itemsOf(one, answer.body), itemsOf(one, before));
    if (isRepeated && withoutPaging.has(one.number)) break;
    wrong.push(...wrongPaging(one, answer.body, before));
    answers.push(answer);
    pageToken = tokenOf(answer.body);
  } while (pageToken !== '' && answers.length < mostPages && wrong.length === 0);
  return { outcome: outcomeOf(one, answers, wrong), bodies: answers.map(({ body }) => body) };
}

function readPage(
  calls: TenantCalls,
  one: DeclaredEndpoint,
  parameters: Readonly<Record<string, string>>,
  pageToken: string | null,
): Promise<TenantAnswer> {
  if (one.method === 'POST') {
    return calls.search(
      credentialSearch,
      pageToken === null || pageToken === '' ? { pageSize } : { pageSize, pageToken },
    );
  }
  const path = filledPath(one.path, parameters);
  if (pageToken === null) return calls.get(path);
  const query: Record<string, string> = withoutPaging.has(one.number) ? {} : { pageSize: String(pageSize) };
  if (pageToken !== '') query.pageToken = pageToken;
  return calls.get(path, query);
}

function tokenOf(body: unknown): string {
  const token = typeof body === 'object' && body !== null && 'nextPageToken' in body ? body.nextPageToken : '';
  return typeof token === 'string' ? token : '';
}

const otherSpelling = '(does the tenant spell query parameters in another way? See --query-case)';

function wrongPaging(one: DeclaredEndpoint, body: unknown, before: unknown): readonly Mismatch[] {
  const items = itemsOf(one, body);
  if (items === null) return [];
  const isLong = items.length > pageSize && !pagingBeyondTheDocument.has(one.number);
  const isSame =
    before !== undefined &&
    !withoutPaging.has(one.number) &&
    items.length > 0 &&
    isDeepStrictEqual(items, itemsOf(one, before));
  return [
    ...(isLong ? [mismatch(one, 'list', `at most ${pageSize} items`, `${items.length} ${otherSpelling}`)] : []),
    ...(isSame ? [mismatch(one, 'list', 'another page', `the same page again ${otherSpelling}`)] : []),
  ];
}
