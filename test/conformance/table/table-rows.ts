import { clauses } from './clauses.ts';
import { optionalRoutes } from './optional-routes.ts';
import { type AnswerRow, answerRows, type RequestRow, requestRows, type ValueRow, valueRows } from './rows.ts';
import type { TestReference } from './test-reference.ts';

/** How one side shows a row: in a word, with the test. */
export interface Shown {
  readonly how: 'takes' | 'sends' | 'answers' | 'reads' | 'keeps';
  readonly test: TestReference;
}

/** How both sides show a row. */
interface ShownByBoth {
  readonly service: Shown;
  readonly client: Shown;
}

function shownBy(file: string, side: 'service' | 'client', how: Shown['how'], title: string): Shown {
  return { how, test: { file: `test/conformance/table/${file}.test.ts`, name: `the ${side} ${how} > ${title}` } };
}

/** The tests of an answer's field. */
export function answerShown({ title }: AnswerRow): ShownByBoth {
  return {
    service: shownBy('answers', 'service', 'answers', title),
    client: shownBy('client-reads', 'client', 'reads', title),
  };
}

/** The tests of a request's field. */
export function requestShown({ title }: RequestRow): ShownByBoth {
  return {
    service: shownBy('requests', 'service', 'takes', title),
    client: shownBy('client-sends', 'client', 'sends', title),
  };
}

/** The test of a value. */
export function valueShown({ title }: ValueRow): Shown {
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
  return [...shown.map((one) => one.test), ...byHand];
}
