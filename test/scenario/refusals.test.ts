import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testApp, testSettings } from '../support/test-settings.ts';

describe('sentences of refusal', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const resources = [...testApp().resources, { resourceTypeId: 'org', resourceId: 'acme' }];
    world = await openWorld({ settings: testSettings({ apps: [testApp({ resources })] }) });
  });
  afterAll(() => world?.close());

  const decisions = () =>
    world.governance.requests().filter((call) => call.path.includes('/action/')).length;

  it('says at the top of the form that the same request exists, with a link to its card', async () => {
    await ask(world, { person: 'U0EMIL', entitlement: 'platform read' });
    const card = await world.cardOf('U0EMIL');
    await world.told('U0EMIL', 'is with the reviewers.');
    const form = await fillForm(world, { person: 'U0EMIL', entitlement: 'platform read' });
    await world.client.submitView('U0EMIL', form.viewId, form.values);
    const said = wordsOf({ text: '', blocks: world.form('U0EMIL').blocks });
    expect(said).toMatch(/This was asked for already \(#\d+\)\. It is waiting for /);
    expect(said).toContain(`/archives/C0REVIEWS/p${card.ts.replace('.', '')}|See request>`);
    await world.client.closeView('U0EMIL', world.form('U0EMIL').id);
    await world.client.closeView('U0EMIL', form.viewId);
    expect(
      world.governance.tasks().filter((task) => task.identityUserId === 'user-emil'),
    ).toHaveLength(1);
  });

  it('asks for a reason when Approve is clicked on a step that wants one', async () => {
    await ask(world, { person: 'U0NOOR', entitlement: 'pipeline secrets' });
    const card = await world.cardOf('U0NOOR');
    const before = decisions();
    await clickCard(world, 'U0ANA', card, 'review.approve');
    const form = await until('the form for the reason', () =>
      world.client.openViews('U0ANA').findLast((one) => one.submit !== null),
    );
    expect(form.title).toBe('Approve with a note');
    expect(
      await world.client.submitView('U0ANA', form.id, { reason: { reason: '  ' } }),
    ).toMatchObject({ ok: false });
    expect(decisions()).toBe(before);
    const reason = 'The build needs it tonight';
    expect(await world.client.submitView('U0ANA', form.id, { reason: { reason } })).toEqual({
      ok: true,
    });
    await world.told('U0NOOR', reason);
    expect(decisions()).toBe(before + 1);
  });
});
