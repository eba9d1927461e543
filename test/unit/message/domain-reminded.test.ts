import { expect, it } from 'vitest';
import { remindedInLine } from '../../../src/domain/message/kinds/undecided-messages.ts';

const one = { reminded: { count: 2, waitedSeconds: 600, isLast: false, next: null } };

it('which reminder it is stands in the line of each of several requests', () => {
  expect(remindedInLine(one, [one, {}])).toMatchObject({ values: { count: 2, seconds: 600 } });
  expect(remindedInLine({}, [one, {}])).toBeNull();
});

it('which reminder it is stands above a single request, and not in its line', () => {
  expect(remindedInLine(one, [one])).toBeNull();
});
