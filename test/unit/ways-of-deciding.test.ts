import { expect, it } from 'vitest';
import type { OptionalOperation } from '../../src/domain/access-settings.ts';
import { waysOfDeciding } from '../../src/operator/doctor/ways-of-deciding.ts';
import { acting, noCredential } from '../support/test-settings.ts';

const told = (operations: readonly OptionalOperation[], mode: 'act' | 'link', receives: boolean) =>
  waysOfDeciding(
    {
      review: { ...acting, mode },
      governance: { operations, queryCase: 'both', credential: noCredential, taskUrl: null },
    },
    receives,
  ).says;
const all = ['taskRead', 'taskActions'] as const;

it.each([
  [all, 'act', false, 'act. The credentials need the right to approve and deny'],
  [all, 'act', true, 'webhook for steps that are handed over, act for others.'],
  [[], 'act', true, 'link for others. The credentials need no right to approve or deny'],
  [all, 'link', false, 'taskActions is used to withdraw, to comment and to escalate alone'],
  [['taskActions'], 'act', false, 'link. The credentials need no right'],
] as const)('says which way is in force: %o, %s, %s', (operations, mode, receives, words) => {
  expect(told(operations, mode, receives)).toContain(words);
});
