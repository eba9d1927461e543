import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestField } from '../../src/domain/request-answers.ts';
import { answerBlock } from '../../src/slack/surfaces/request-form/fields.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';

const text: RequestField = {
  id: 'ticket',
  label: 'Ticket',
  type: 'text',
  required: true,
  hint: null,
  options: [],
  entitlements: null,
};
const input = (lengths: RequestField['lengths'], answered = '') =>
  answerBlock(textsFor('en'), { ...text, ...(lengths === undefined ? {} : { lengths }) }, answered);

describe('a question for a text', () => {
  it('has Slack check the length that the tenant wants', () => {
    expect(input({ least: 3, most: 10 })).toMatchObject({ element: { min_length: 3, max_length: 10 } });
    expect(Object.keys(Object(input(undefined)).element)).toEqual(['type', 'action_id', 'multiline']);
  });

  it('keeps what was answered where it fits', () => {
    expect(input({ least: null, most: 5 }, 'OPS-9')).toMatchObject({ element: { initial_value: 'OPS-9' } });
    expect(Object(input({ least: null, most: 4 }, 'OPS-9')).element).not.toHaveProperty('initial_value');
  });

  it('never asks Slack for a length that Slack does not take', () => {
    const length = fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })));
    fc.assert(
      fc.property(length, length, (least, most) => {
        const { min_length: minimum = 0, max_length: maximum = 3_000 } = Object(input({ least, most })).element;
        expect(Number.isInteger(minimum) && Number.isInteger(maximum)).toBe(true);
        expect(minimum).toBeGreaterThanOrEqual(0);
        expect(maximum).toBeGreaterThanOrEqual(Math.max(1, minimum));
        expect(maximum).toBeLessThanOrEqual(3_000);
      }),
    );
  });
});
