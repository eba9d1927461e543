import { isDeepStrictEqual } from 'node:util';
import type { HttpAnswer } from '../http/http-answer.ts';
import {
  type AnyEndpoint,
  type CallInput,
  jsonOf,
  labelOf,
  type QueryCase,
  requestTarget,
} from './endpoint.ts';

type Exchange = (target: string) => Promise<HttpAnswer>;

/** One way to write a call's query. */
interface SpelledTarget {
  readonly spelling: QueryCase;
  readonly target: string;
}

export interface QuerySpelling {
  /**
   * Sends a call and answers what the tenant said; null if the call cannot be written as an
   * address. When every spelling is refused with 400, the first answer counts.
   */
  send(one: AnyEndpoint, input: CallInput<string>, exchange: Exchange): Promise<HttpAnswer | null>;
}

/**
 * Spells query parameters as the tenant takes them. `both` tries the names of the interface after a
 * 400 (docs/spec/interface.md#conventions, 6), then those of the deployments.
 *
 * The accepted spelling is remembered for each endpoint with these parameters, because one list may
 * ignore a name that another one refuses. For other endpoints it is only the first guess.
 */
export function createQuerySpelling(queryCase: QueryCase): QuerySpelling {
  const spellings: readonly QueryCase[] =
    queryCase === 'both' ? ['both', 'camel', 'snake'] : [queryCase];
  const accepted = new Map<string, QueryCase>();
  let firstGuess: QueryCase | null = null;

  function order(key: string): readonly QueryCase[] {
    const acceptedSpelling = accepted.get(key);
    if (acceptedSpelling !== undefined) return [acceptedSpelling];
    return firstGuess === null
      ? spellings
      : [firstGuess, ...spellings.filter((one) => one !== firstGuess)];
  }

  return {
    async send(one, input, exchange) {
      const key = keyOf(one, input);
      const targets = spelledTargets(one, input, order(key));
      if (targets === null) return null;
      let refused: HttpAnswer | null = null;
      for (const { spelling, target } of targets) {
        const answer = await exchange(target);
        if (answer.status === 400) {
          refused ??= answer;
          continue;
        }
        if (answer.status !== 200 || !target.includes('?')) return answer;
        if (refused !== null && hasCursor(input)) {
          const firstPage = await readFirstPage(one, input, spelling, exchange);
          if (firstPage.status !== 200) return firstPage;
          // A tenant that refuses a mistyped cursor under one name and ignores the other name would
          // pass off its first page as the next one.
          if (isSamePage(firstPage, answer)) continue;
        }
        accepted.set(key, spelling);
        firstGuess = spelling;
        return answer;
      }
      // The tenant may have changed what it takes; the next call tries every spelling again.
      accepted.delete(key);
      return refused;
    },
  };
}

function hasCursor({ query }: CallInput<string>): boolean {
  return (query?.['pageToken'] ?? '') !== '';
}

/** An endpoint together with the names of the parameters that are sent. */
function keyOf(one: AnyEndpoint, { query = {} }: CallInput<string>): string {
  const names = Object.keys(query).filter((name) => (query[name] ?? '') !== '');
  return [labelOf(one), ...names.toSorted()].join(' ');
}

/** Each address once: a call without a query has only one. */
function spelledTargets(
  one: AnyEndpoint,
  input: CallInput<string>,
  order: readonly QueryCase[],
): readonly SpelledTarget[] | null {
  const targets: SpelledTarget[] = [];
  for (const spelling of order) {
    const target = requestTarget(one.path, input, spelling);
    if (target === null) return null;
    if (targets.every((other) => other.target !== target)) targets.push({ spelling, target });
  }
  return targets;
}

async function readFirstPage(
  one: AnyEndpoint,
  input: CallInput<string>,
  spelling: QueryCase,
  exchange: Exchange,
): Promise<HttpAnswer> {
  const query = { ...input.query, pageToken: undefined };
  const target = requestTarget(one.path, { ...input, query }, spelling);
  if (target === null) throw new Error(`${labelOf(one)} has an address with a cursor only`);
  return exchange(target);
}

/** Whether two pages have the same items. A cursor, and what is expanded, may differ each time. */
function isSamePage(first: HttpAnswer, second: HttpAnswer): boolean {
  const itemsOf = ({ text }: HttpAnswer): unknown => {
    const json = jsonOf(text);
    return typeof json === 'object' && json !== null
      ? { ...json, nextPageToken: undefined, expanded: undefined }
      : json;
  };
  return isDeepStrictEqual(itemsOf(first), itemsOf(second));
}
