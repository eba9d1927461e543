import { checkAnswer, type Mismatch } from '../check-answer.ts';
import { compareReading } from '../client-reading.ts';
import type { DeclaredEndpoint } from '../interface.ts';
import type { Heard } from './tenant-listener.ts';

/** What came of one endpoint. */
export type EndpointOutcome = {
  /** Why a list ends although the service has more of it. */
  readonly incomplete?: string;
} & (
  | {
      readonly kind: 'ok';
      readonly answers: number;
      readonly items: number;
      readonly undeclared: readonly string[];
    }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'mismatch'; readonly mismatches: readonly Mismatch[] }
);

const longestMessage = 200;

/** The service's message, as one printable line. */
function messageOf({ body }: Heard): string {
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
  const printable =
    typeof message === 'string' ? message.replaceAll(/[^\P{C}]+/gu, ' ').trim() : '';
  return printable === '' ? '' : ` "${printable.slice(0, longestMessage)}"`;
}

/** Why an answer other than 200 cannot be checked, or that it is a mismatch; null for a 200. */
export function withoutAnswer(one: DeclaredEndpoint, answer: Heard): EndpointOutcome | null {
  const { status } = answer;
  if (status === 200) return null;
  const said = `${status}${messageOf(answer)}`;
  if (status === 403) return { kind: 'skipped', why: `the credentials may not: ${said}` };
  if (status === 429 || status === 503 || status === 504) {
    return { kind: 'skipped', why: `the service has no time now: ${said}` };
  }
  return { kind: 'mismatch', mismatches: [mismatch(one, 'status', '200', said)] };
}

export function mismatch(
  one: DeclaredEndpoint,
  at: string,
  expected: string,
  came: string,
): Mismatch {
  return { row: `${one.number} answer`, at, expected, came };
}

/** The outcome of answers with status 200, all of one endpoint. */
export function outcomeOf(
  one: DeclaredEndpoint,
  answers: readonly Heard[],
  paging: readonly Mismatch[] = [],
): EndpointOutcome {
  const mismatches: Mismatch[] = [...paging];
  const undeclared = new Set<string>();
  let items = 0;
  for (const heard of answers) {
    const { body, contentType } = heard;
    if (body === undefined || !/^application\/json\b/i.test(contentType)) {
      mismatches.push(
        mismatch(
          one,
          'body',
          'application/json',
          contentType === '' ? 'no content type' : contentType,
        ),
      );
      continue;
    }
    const found = checkAnswer(one, body, 'any');
    const known = new Set(found.mismatches.map(({ at }) => at));
    const misread = misreadings(one, heard).filter(({ at }) => !known.has(at));
    mismatches.push(...found.mismatches, ...shownSecrets(one, body, ''), ...misread);
    for (const place of found.undeclared) undeclared.add(place.replaceAll(/\[\d+\]/g, '[]'));
    items += itemsOf(one, body)?.length ?? 0;
  }
  if (mismatches.length > 0) return { kind: 'mismatch', mismatches };
  if (items === 0 && 'nextPageToken' in one.answer)
    return { kind: 'skipped', why: 'the tenant has none to check' };
  return { kind: 'ok', answers: answers.length, items, undeclared: [...undeclared] };
}

/** What the bot's own client made something else of, or could not read at all. */
function misreadings(
  one: DeclaredEndpoint,
  { body, read, unreadable }: Heard,
): readonly Mismatch[] {
  if (unreadable !== null)
    return [mismatch(one, 'body', 'an answer that the bot can read', unreadable)];
  const { misread } = compareReading(one, body, read);
  return misread.map(({ at, what }) => mismatch(one, at, 'what came', `the bot reads ${what}`));
}

/** The list of a page; null for an answer that is none. */
export function itemsOf(one: DeclaredEndpoint, body: unknown): readonly unknown[] | null {
  if (typeof body !== 'object' || body === null || !('nextPageToken' in one.answer)) return null;
  const list =
    'automationExecutions' in body ? body.automationExecutions : 'list' in body ? body.list : null;
  return Array.isArray(list) ? list : null;
}

/**
 * Members beside a `...Configured` of the same name: secrets that convention 8 forbids to return.
 */
function shownSecrets(one: DeclaredEndpoint, value: unknown, at: string): readonly Mismatch[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = Array.isArray(value) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`;
    const isShown = Object.hasOwn(value, `${name}Configured`) && member !== null && member !== '';
    const shown = isShown
      ? [mismatch(one, place, `only ${name}Configured`, 'the value itself')]
      : [];
    return [...shown, ...shownSecrets(one, member, place)];
  });
}
