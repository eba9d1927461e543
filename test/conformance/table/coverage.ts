import { leftOutByTheClient, leftOutByTheSandbox, unsetInTheSandbox } from './known-gaps.ts';
import { answerRows } from './rows.ts';

/** The answer rows by what the service shows of them; each is in one of the three. */
export const answerTests = {
  held: answerRows.filter((row) => !unsetInTheSandbox.has(row.name) && !leftOutByTheSandbox.has(row.name)),
  unset: answerRows.filter((row) => unsetInTheSandbox.has(row.name)),
  leftOut: answerRows.filter((row) => leftOutByTheSandbox.has(row.name)),
};

/** The same for the client. */
export const readingTests = {
  read: answerRows.filter((row) => !leftOutByTheClient.has(row.name)),
  leftOut: answerRows.filter((row) => leftOutByTheClient.has(row.name)),
};
