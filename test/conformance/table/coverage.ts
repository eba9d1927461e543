import { leftOutByTheSandbox, unsetInTheSandbox } from './known-gaps.ts';
import { answerRows } from './rows.ts';

/** The answer rows by what the service shows of them; each is in one of the three. */
export const answerTests = {
  held: answerRows.filter((row) => !unsetInTheSandbox.has(row.name) && !leftOutByTheSandbox.has(row.name)),
  unset: answerRows.filter((row) => unsetInTheSandbox.has(row.name)),
  leftOut: answerRows.filter((row) => leftOutByTheSandbox.has(row.name)),
};

/** Rows as `test.each` takes them with the title `%s`, which prints it in full. */
export function titled<Row extends { readonly title: string }>(rows: readonly Row[]): (readonly [string, Row])[] {
  return rows.map((row) => [row.title, row] as const);
}
