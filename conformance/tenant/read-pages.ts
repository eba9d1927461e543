import { isDeepStrictEqual } from 'node:util';
import type { Mismatch } from '../check-answer.ts';
import { type DeclaredEndpoint, pagingBeyondTheDocument } from '../interface.ts';
import { callByRow } from '../operator-calls.ts';
import {
  type EndpointOutcome,
  itemsOf,
  mismatch,
  outcomeOf,
  withoutAnswer,
} from './endpoint-outcome.ts';
import type { Heard, TenantListener } from './tenant-listener.ts';

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

/** The first pages of a list, or the one answer of a read. */
export async function readEndpoint(
  tenant: TenantListener,
  one: DeclaredEndpoint,
  parameters: Readonly<Record<string, string>>,
): Promise<Read> {
  const answers: Heard[] = [];
  const wrong: Mismatch[] = [];
  let pageToken = '';
  do {
    const page = { pageSize, pageToken };
    const answer = await tenant.hear((client) => callByRow(client, one.number, parameters, page));
    const failed = withoutAnswer(one, answer);
    const read = answers.map(({ body }) => body);
    if (failed !== null && answers.length === 0) return { outcome: failed, bodies: read };
    if (
      withoutPaging.has(one.number) &&
      (answer.status === 400 || isAmong(one, answer.body, read))
    ) {
      // Nobody promised that these lists take a cursor.
      const incomplete = answer.status === 400 ? nextPageRefused : samePageAgain;
      return { outcome: { ...outcomeOf(one, answers, wrong), incomplete }, bodies: read };
    }
    wrong.push(
      ...(failed === null
        ? wrongPaging(one, answer.body, read, pageToken)
        : [brokenOff(one, answer, read)]),
    );
    if (failed === null) answers.push(answer);
    pageToken = tokenOf(answer.body);
  } while (pageToken !== '' && answers.length < mostPages && wrong.length === 0);
  const outcome = outcomeOf(one, answers, wrong);
  const isCut = pageToken !== '' && wrong.length === 0;
  const bodies = answers.map(({ body }) => body);
  return {
    outcome: isCut
      ? { ...outcome, incomplete: `only the first ${mostPages} pages were read` }
      : outcome,
    bodies,
  };
}

const nextPageRefused = 'incomplete: it says that there is more, and refuses to give another page';
const samePageAgain =
  'incomplete: it says that there is more, and gives no other page; it takes no paging parameters';

/** A later page that fails for any reason: without this check the list would end silently. */
function brokenOff(one: DeclaredEndpoint, answer: Heard, read: readonly unknown[]): Mismatch {
  return mismatch(one, `page ${read.length + 1}`, '200', `${answer.status}: the list breaks off`);
}

/** Whether these items came in one of the pages before. */
function isAmong(one: DeclaredEndpoint, body: unknown, before: readonly unknown[]): boolean {
  const items = itemsOf(one, body);
  return (
    items !== null &&
    items.length > 0 &&
    before.some((page) => isDeepStrictEqual(items, itemsOf(one, page)))
  );
}

function tokenOf(body: unknown): string {
  const token =
    typeof body === 'object' && body !== null && 'nextPageToken' in body ? body.nextPageToken : '';
  return typeof token === 'string' ? token : '';
}

const otherSpelling = '(does the tenant spell query parameters in another way? See --query-case)';

function wrongPaging(
  one: DeclaredEndpoint,
  body: unknown,
  before: readonly unknown[],
  pageToken: string,
): readonly Mismatch[] {
  const items = itemsOf(one, body);
  if (items === null) return [];
  const isLong = items.length > pageSize && !pagingBeyondTheDocument.has(one.number);
  const isSame = isAmong(one, body, before);
  const isSameToken = pageToken !== '' && tokenOf(body) === pageToken;
  return [
    ...(isLong
      ? [mismatch(one, 'list', `at most ${pageSize} items`, `${items.length} ${otherSpelling}`)]
      : []),
    ...(isSame
      ? [mismatch(one, 'list', 'another page', `the same page again ${otherSpelling}`)]
      : []),
    ...(isSameToken && !isSame
      ? [
          mismatch(
            one,
            'nextPageToken',
            'another token',
            'the token that led here: the list has no end',
          ),
        ]
      : []),
  ];
}
