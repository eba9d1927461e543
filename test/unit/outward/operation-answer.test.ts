import { describe, expect, it } from 'vitest';
import { saysOfOperation } from '../../../src/domain/outward/operation-answer.ts';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../src/domain/outward/service-refusal.ts';

function failureWith(httpStatus: number | null, system: OutwardFailure['system'] = 'governance') {
  return new OutwardFailure({
    system,
    kind: 'http',
    message: '',
    certainlyNotDone: true,
    httpStatus,
  });
}

describe('what an answer says of the operation itself', () => {
  it.each<[ServiceRefusal['kind'], ReturnType<typeof saysOfOperation>]>([
    ['forbidden', 'not-allowed'],
    ['step-moved-on', null],
    ['not-found', 'perhaps-missing'],
    ['invalid', null],
    ['closed', null],
    ['duplicate', null],
    ['conflict', null],
  ])('refused as %s: %s', (kind, says) => {
    const refusal = { kind, message: '', existingTaskId: null, serviceRequestId: null };
    expect(saysOfOperation(refusal)).toBe(says);
  });

  it.each([
    [403, 'not-allowed'],
    [404, 'perhaps-missing'],
    [405, 'missing'],
    [501, 'missing'],
    [401, null],
    [429, null],
    [500, null],
    [null, null],
  ] as const)('failed with %s: %s', (status, says) => {
    expect(saysOfOperation(failureWith(status))).toBe(says);
  });

  it('is nothing where Slack fails', () => {
    expect(saysOfOperation(failureWith(403, 'slack'))).toBeNull();
  });
});
