import { expect, it } from 'vitest';
import { refusalCodes } from '../../../src/domain/record/refusal-codes.ts';

it('says why a request was refused in codes, and nothing that people wrote', () => {
  const refusal = { kind: 'forbidden', message: 'Quinn may not', serviceRequestId: null };
  expect(refusalCodes({ refusal: { kind: 'service', refusal } })).toEqual(['service', 'forbidden']);
  expect(refusalCodes({ refusal: { kind: 'account-gone', account: 'quinn' } })).toEqual([
    'account-gone',
  ]);
  expect(refusalCodes({ answers: 'hello' })).toEqual([]);
});
