import { beforeAll, describe, expect, test } from 'vitest';
import { checkAnswer } from '../../../conformance/check-answer.ts';
import {
  compareReading,
  type Misreading,
  readByClient,
  underDeclaredName,
} from '../../../conformance/client-reading.ts';
import { endpoints } from '../../../conformance/interface.ts';
import { answerRows } from '../../../conformance/rows.ts';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { sampleOf } from './sample.ts';
import { seededAnswers } from './seeded-answers.ts';
import { wrongAnswers } from './wrong-answers.ts';

/** Rows by endpoint that a hand-declared answer, full in every field, was read of. */
const fromSamples = new Map<number, ReadonlySet<string>>();
const misread: (Misreading & { readonly endpoint: number })[] = [];

beforeAll(async () => {
  const answers = await seededAnswers();
  for (const one of endpoints) {
    const { endpoint, bodies } = {
      endpoint: one.number,
      bodies: [sampleOf(one.answer), ...(answers.get(one.number) ?? [])],
    };
    for (const [index, body] of bodies.entries()) {
      const reading = compareReading(one, body);
      if (index === 0) fromSamples.set(endpoint, reading.read);
      misread.push(...reading.misread.map((problem) => ({ ...problem, endpoint })));
    }
  }
});

describe('the client reads', () => {
  test('every field of every answer', () => {
    const unread = answerRows.flatMap(({ name, endpoints: carriers }) =>
      carriers
        .filter((number) => fromSamples.get(number)?.has(name) !== true)
        .map((number) => `${number}: ${name}`),
    );
    expect(unread).toEqual([]);
  });

  test('nothing as something else than what came', () => {
    expect(misread).toEqual([]);
  });

  test.each(endpoints.slice(1))(
    'no field of endpoint $number as it came where its type is wrong',
    (one) => {
      const passedOn = wrongAnswers(one.answer).filter(({ body }) => {
        try {
          return compareReading(one, body).misread.length === 0;
        } catch (error) {
          if (error instanceof OutwardFailure) return false;
          throw error;
        }
      });
      expect(passedOn.map(({ place }) => place)).toEqual([]);
    },
  );

  test.each(endpoints)('nothing of endpoint $number that the interface does not declare', (one) => {
    const body = JSON.stringify(sampleOf(one.answer)).replaceAll(
      /\{(?=")/g,
      '{"undeclaredByAnybody":1,',
    );
    const { undeclared } = checkAnswer(
      one,
      underDeclaredName(one, readByClient(one.number, body)),
      'any',
    );
    expect(undeclared).toEqual([]);
  });

  test.each(endpoints)(
    'an answer of endpoint $number in which everything is null or left out, or says which field it needs',
    (one) => {
      const needed: Record<number, string> = { 1: 'taskView', 5: 'connectorView' };
      const bodies = [{}, Object.fromEntries(Object.keys(one.answer).map((name) => [name, null]))];
      for (const body of bodies) {
        let outcome = 'read';
        try {
          readByClient(one.number, JSON.stringify(body));
        } catch (error) {
          outcome = error instanceof Error ? error.message : 'thrown';
        }
        const single =
          needed[one.number] ??
          (Object.keys(one.answer).length === 1 ? Object.keys(one.answer)[0] : undefined);
        expect(outcome).toMatch(
          single === undefined ? /^read$/ : new RegExp(`: ${single}: expected object$`),
        );
      }
    },
  );
});
