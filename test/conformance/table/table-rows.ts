import { clauses } from './clauses.ts';
import { leftOutByTheSandbox, unsetInTheSandbox } from './known-gaps.ts';
import { optionalRoutes } from './optional-routes.ts';
import { type AnswerRow, answerRows, type RequestRow, requestRows, type ValueRow, valueRows } from './rows.ts';
import { inTable, type TestReference } from './test-reference.ts';

/** How one side shows a row: in words, with the test. */
export interface Shown {
  /** `takes`, `answers`, `leaves empty`, ... */
  readonly how: string;
  readonly test: TestReference;
  /** Why it is no more than that. */
  readonly because?: string;
}

function shownBy(file: string, side: string, how: string, title: string, because?: string): Shown | null {
  const [test] = inTable(file, `the ${side} ${how} > ${title}`);
  if (test === undefined) return null;
  return because === undefined ? { how, test } : { how, test, because };
}

/** The tests of an answer's field. */
export function answerShown({ name, title }: AnswerRow): {
  readonly service: Shown | null;
  readonly client: Shown | null;
} {
  const because = unsetInTheSandbox.get(name);
  const how = leftOutByTheSandbox.has(name) ? 'never has' : because === undefined ? 'answers' : 'leaves empty';
  return {
    service: shownBy('answers', 'service', how, title, because),
    client: shownBy('client-reads', 'client', 'reads', title),
  };
}

/** The tests of a request's field. */
export function requestShown({ title }: RequestRow): { readonly service: Shown | null; readonly client: Shown | null } {
  return {
    service: shownBy('requests', 'service', 'takes', title),
    client: shownBy('client-sends', 'client', 'sends', title),
  };
}

/** The test of a value. */
export function valueShown({ title }: ValueRow): Shown | null {
  return shownBy('values', 'client', 'keeps', title);
}

/** Every test that the table names. */
export function namedTests(): readonly TestReference[] {
  const sides = [...answerRows.map(answerShown), ...requestRows.map(requestShown)];
  const shown = [...sides.flatMap(({ service, client }) => [service, client]), ...valueRows.map(valueShown)];
  const byHand = [...Object.values(clauses).flat(), ...optionalRoutes].flatMap(({ service, client }) => [
    ...service,
    ...client,
  ]);
  return [...shown.flatMap((one) => (one === null ? [] : [one.test])), ...byHand];
}
