import { beforeAll, describe, expect, test } from 'vitest';
import { checkAnswer, type Mismatch } from '../../../conformance/check-answer.ts';
import { endpoints } from '../../../conformance/interface.ts';
import { answerRows } from '../../../conformance/rows.ts';
import { type AnswersByEndpoint, seededAnswers } from './seeded-answers.ts';

let answers: AnswersByEndpoint;
const mismatches: Mismatch[] = [];
const undeclared = new Set<string>();
/** How often a row held something; without an entry it was never there. */
const held = new Map<string, number>();

beforeAll(async () => {
  answers = await seededAnswers();
  for (const one of endpoints) {
    for (const body of answers.get(one.number) ?? []) {
      const found = checkAnswer(one, body, 'every');
      mismatches.push(...found.mismatches);
      for (const place of found.undeclared) undeclared.add(`endpoint ${one.number}: ${place}`);
      for (const [row, times] of found.held) held.set(row, (held.get(row) ?? 0) + times);
    }
  }
});

describe('the service answers', () => {
  test('every endpoint', () => {
    expect(endpoints.filter((one) => !answers.has(one.number))).toEqual([]);
  });

  test('something in every field that the interface has', () => {
    expect(answerRows.map((row) => row.name).filter((name) => (held.get(name) ?? 0) === 0)).toEqual(
      [],
    );
  });

  test('nothing that the interface does not have', () => {
    expect([...undeclared]).toEqual([]);
  });

  test('nothing that is of another type than the interface says', () => {
    expect(mismatches).toEqual([]);
  });
});
