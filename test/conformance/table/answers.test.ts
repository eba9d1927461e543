import { beforeAll, describe, expect, test } from 'vitest';
import { checkAnswer, type Mismatch } from './check-answer.ts';
import { answerTests, titled } from './coverage.ts';
import { endpoints } from './interface.ts';
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
  test.each(titled(answerTests.held))('%s', (_, { name, endpoints: carriers }) => {
    expect(mismatches.filter((one) => one.row === name)).toEqual([]);
    expect(held.get(name)).toBeGreaterThan(0);
    expect(carriers.filter((number) => !answers.has(number))).toEqual([]);
  });

  test('nothing that the interface does not have', () => {
    expect([...undeclared]).toEqual([]);
  });

  test('nothing that is of another type than the interface says', () => {
    expect(mismatches).toEqual([]);
  });
});

describe('the service leaves empty', () => {
  test.each(titled(answerTests.unset))('%s', (_, { name }) => {
    expect(mismatches.filter((one) => one.row === name)).toEqual([]);
    expect(held.get(name), 'it holds something now: take it out of known-gaps.ts').toBe(0);
  });
});

describe('the service never has', () => {
  test.each(titled(answerTests.leftOut))('%s', (_, { name }) => {
    expect(held.has(name), 'it is there now: take it out of known-gaps.ts').toBe(false);
  });
});
