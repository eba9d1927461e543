import { expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { askOperations } from '../../../src/operator/setup/operation-questions.ts';
import { givenAnswers } from '../../../src/operator/setup/prompts.ts';
import { scriptedPrompts } from '../../support/scripted-prompts.ts';
import { testSettings } from '../../support/test-settings.ts';

const seen = (answering: readonly OptionalOperation[], untried: readonly OptionalOperation[]) => ({
  seen: { answering, untried },
});
const both = seen(['taskRead', 'userSearch'], ['taskActions', 'taskRevoke']);
const nothingAllowed = { allowed: [] };

const existing = (governance: object) => {
  const settings = testSettings();
  return { governance: { ...settings.governance, ...governance } };
};

it('writes what answers, and what gives power only by a word', async () => {
  const prompts = scriptedPrompts([
    ['taskActions', true],
    ['taskRevoke', false],
  ]);
  const answers = { prompts, flags: nothingAllowed, existing: null, tenant: both };
  expect(await askOperations(answers)).toEqual({
    operations: ['taskRead', 'taskActions', 'userSearch'],
  });
});

it('allows nothing where the answer is Enter alone', async () => {
  const entered = {
    ...scriptedPrompts([]),
    confirm: async (_: string, initial: boolean) => initial,
  };
  expect(
    await askOperations({ prompts: entered, flags: nothingAllowed, existing: null, tenant: both }),
  ).toEqual({ operations: ['taskRead', 'userSearch'] });
});

it('allows nothing by itself where nobody is asked', async () => {
  const prompts = givenAnswers(async () => undefined);
  const asked = { prompts, existing: null, tenant: both };
  expect(await askOperations({ ...asked, flags: nothingAllowed })).toEqual({
    operations: ['taskRead', 'userSearch'],
  });
  expect(await askOperations({ ...asked, flags: { allowed: ['taskRevoke'] } })).toEqual({
    operations: ['taskRead', 'taskRevoke', 'userSearch'],
  });
});

it('does not ask about buttons that could not be shown, or that the tenant does not serve', async () => {
  const unread = seen(['userSearch'], ['taskActions']);
  const unserved = seen(['taskRead'], []);
  for (const tenant of [unread, unserved])
    expect(
      await askOperations({
        prompts: scriptedPrompts([]),
        flags: nothingAllowed,
        existing: null,
        tenant,
      }),
    ).toEqual({ operations: tenant.seen.answering });
});

it('keeps a list as a list, and adds to it only what is agreed to', async () => {
  const list = existing({ operations: ['taskRead', 'taskActions', 'taskRevoke'] });
  const asked = { flags: nothingAllowed, existing: list, tenant: both };
  const no = scriptedPrompts([['The tenant also answers userSearch', false]]);
  expect(await askOperations({ ...asked, prompts: no })).toEqual({
    operations: ['taskRead', 'taskActions', 'taskRevoke'],
  });
  const yes = scriptedPrompts([['The tenant also answers userSearch', true]]);
  expect(await askOperations({ ...asked, prompts: yes })).toEqual({
    operations: ['taskRead', 'taskActions', 'taskRevoke', 'userSearch'],
  });
});
