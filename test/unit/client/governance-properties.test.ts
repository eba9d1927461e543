import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientCalls, endpointOfCall, optionalCalls } from '../../../conformance/client-calls.ts';
import { endpoints as declared } from '../../../conformance/interface.ts';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { decodeAnswer, type Endpoint } from '../../../src/service/client/wire/endpoint.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { sampleOf } from '../../conformance/table/sample.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';

const endpoints = [
  ...clientCalls.map((one) => one.call),
  ...optionalCalls.map((one) => one.call),
].map(endpointOfCall);

/** The failure's message, or `undefined` if the text decodes. */
function failureOf(endpoint: Endpoint<string, unknown>, text: string): string | undefined {
  try {
    decodeAnswer(endpoint, { status: 200, headers: {}, text });
    return undefined;
  } catch (error) {
    if (error instanceof OutwardFailure && error.kind === 'decode') return error.message;
    throw error;
  }
}

/** Replaces the member that is reached by picking one member after the other. */
function replaceSomewhere(value: unknown, steps: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const names = Object.keys(value);
  const name = names[step % Math.max(1, names.length)];
  const members = Object.entries(value).map(([key, member]) => [
    key,
    key === name ? replaceSomewhere(member, rest, replacement) : member,
  ]);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/**
 * What answers this endpoint, with something in every field, so that changes hit fields that are
 * decoded.
 */
function fullAnswer({ method, path }: Endpoint<string, unknown>): object {
  const one = declared.find((each) => each.method === method && each.path === path);
  if (one !== undefined) return sampleOf(one.answer);
  return { ...grantAnswer, list: [grantAnswer.taskView], userView: { user: { id: 'user-1' } } };
}

/** For each of some forty endpoints. */
const runs = 60;
const namedField = /^(GET|POST) \/api\/v[12]\/\S+: [^:]+: expected \S+/;
const anyPlace = fc.array(fc.nat(40), { minLength: 1, maxLength: 7 });

describe.each(endpoints)('$method $path', (endpoint) => {
  it('decodes any JSON or fails with a named field', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(failureOf(endpoint, text) ?? 'POST /api/v1/ok: nothing: expected less').toMatch(
          namedField,
        );
      }),
      { numRuns: runs },
    );
  });

  it('decodes an answer with any one member replaced, or fails with a named field', () => {
    const everything = fullAnswer(endpoint);
    fc.assert(
      fc.property(anyPlace, fc.jsonValue(), (steps, replacement) => {
        const text = JSON.stringify(replaceSomewhere(everything, steps, replacement));
        expect(failureOf(endpoint, text) ?? 'POST /api/v1/ok: nothing: expected less').toMatch(
          namedField,
        );
      }),
      { numRuns: runs },
    );
  });

  it('fails on text that is not JSON', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(failureOf(endpoint, `<${text}`)).toMatch(/: body: expected JSON/);
      }),
      { numRuns: 20 },
    );
  });
});

describe('any answer that decodes to a task', () => {
  it('becomes a snapshot whose names are never empty', () => {
    fc.assert(
      fc.property(
        anyPlace,
        fc.jsonValue(),
        fc.array(fc.jsonValue()),
        (steps, replacement, expanded) => {
          const changed = replaceSomewhere(grantAnswer, steps, replacement);
          for (const answer of [changed, { ...grantAnswer, expanded }]) {
            const read = taskAnswer.safeParse(JSON.parse(JSON.stringify(answer)));
            const task = read.success ? taskSnapshot(read.data.taskView, read.data.expanded) : null;
            const people =
              task === null ? [] : [...task.stepApprovers, ...task.approvers, ...task.entitlements];
            expect(people.filter((one) => one.name === '' || one.id === '')).toEqual([]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never lets anybody decide beyond the ids in it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.string(), (expanded, stepApproversPath) => {
        const { taskView } = grantAnswer;
        const answer = { taskView: { ...taskView, stepApproversPath }, expanded };
        const read = taskAnswer.parse(JSON.parse(JSON.stringify(answer)));
        const ids = taskSnapshot(read.taskView, read.expanded).stepApprovers.map(
          (person) => person.id,
        );
        expect(ids).toEqual(['user-liam', 'user-oskar']);
      }),
    );
  });
});
