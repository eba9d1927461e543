import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer, adminTrail, clickAnswer, newestWhisper } from '../support/administering.ts';
import { wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

const admin = 'U0HANA';

describe('/access-admin in Slack', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    const operations = ['taskRead', 'taskSearch', 'taskRevoke', 'userSearch'] as const;
    world = await openWorld({
      settings: { ...settings, governance: { ...settings.governance, operations } },
    });
    // The bot knows entitlements by name once it has read them.
    await until('the catalogue is read', () =>
      world.governance.requests().some((call) => call.path.includes('/app-aws/entitlements/')),
    );
    await world.quiet();
  });
  afterAll(() => world?.close());

  const typed = async (text: string, person = admin) =>
    wordsOf(await administer(world, person, text));
  const posts = () => world.governance.requests().filter(({ method }) => method === 'POST');
  const revocations = () => posts().filter(({ path }) => path === '/api/v1/task/revoke');

  it('takes access away once, after a question that was confirmed twice at once', async () => {
    const choice = await administer(
      world,
      admin,
      'take-away github "Platform:" from ben@acme.example because he left',
    );
    expect(wordsOf(choice)).toContain('I know no entitlement called "Platform:"');
    const isAsked = (words: string) => words.includes('loses');
    const question = await clickAnswer(world, admin, choice, 'admin.run.0', isAsked);
    expect(revocations()).toEqual([]);
    const { conversationId, ts } = question;
    const container = { kind: 'ephemeral', conversationId, ts } as const;
    const click = () =>
      world.client.act(admin, container, { blockId: 'admin.buttons', actionId: 'admin.run.0' });
    await Promise.all([click(), click()]);
    await until('an answer', () => {
      const words = wordsOf(newestWhisper(world, admin) ?? question);
      return words.includes('until the service says') || words.includes('refuses');
    });
    expect(revocations()).toHaveLength(1);
  });

  it('refuses people who are not administrators without asking the service', async () => {
    const before = world.governance.requests().length;
    expect(await typed('who-has github "Platform: write"', 'U0BEN')).toContain(
      'for the administrators',
    );
    const calls = world.governance.requests().slice(before);
    expect(calls.filter(({ path }) => path.endsWith('/grants'))).toEqual([]);
  });

  it('keeps each command in the trail, a change before it is sent', async () => {
    await world.stopBot();
    const trail = await adminTrail(world.database);
    const outcomes = (command: string) =>
      trail.filter(({ detail }) => detail.command === command).map(({ detail }) => detail.outcome);
    expect(outcomes('take-away').slice(0, 1)).toEqual(['begun']);
    expect(outcomes('take-away')).toHaveLength(2);
    expect(trail.at(-1)).toMatchObject({ actor: 'U0BEN', detail: { outcome: 'not-admin' } });
  });
});
