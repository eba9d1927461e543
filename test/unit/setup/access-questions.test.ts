import { expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { askOperations, usableZone } from '../../../src/operator/setup/access-questions.ts';
import { scriptedPrompts } from '../../support/scripted-prompts.ts';

const seen = (answering: readonly OptionalOperation[], untried: readonly OptionalOperation[]) => ({
  answering,
  untried,
});

it('writes what answers, and what gives power only by a word', async () => {
  const prompts = scriptedPrompts([
    ['taskActions', true],
    ['taskRevoke', false],
  ]);
  const both = seen(['taskRead', 'userSearch'], ['taskActions', 'taskRevoke']);
  expect(await askOperations(prompts, both)).toEqual(['taskRead', 'taskActions', 'userSearch']);
});

it('does not ask about buttons that could not be shown, or that the tenant does not serve', async () => {
  const unread = seen(['userSearch'], ['taskActions']);
  const unserved = seen(['taskRead'], []);
  for (const tenant of [unread, unserved])
    expect(await askOperations(scriptedPrompts([]), tenant)).toEqual(tenant.answering);
});

it('writes UTC where the machine has no time zone that settings take', () => {
  const zones = ['Europe/Zurich', 'Etc/Unknown', '', undefined];
  expect(zones.map(usableZone)).toEqual(['Europe/Zurich', 'UTC', 'UTC', 'UTC']);
});
