import { expect, it } from 'vitest';
import { refusalCode } from '../../../src/domain/refusals/refusals.ts';

it('the log says why something was refused by its code, and nothing that people wrote', () => {
  const refusal = { code: 'forbidden', message: 'Quinn may not', names: ['Quinn'] };
  expect(refusalCode({ refusal })).toBe('forbidden');
  expect(refusalCode({ refusal: { code: { text: 'Quinn' } } })).toBeNull();
  expect(refusalCode({ answers: 'hello' })).toBeNull();
});
