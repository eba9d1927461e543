import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ask, clickCard, fieldId, fillForm, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

describe('refusals in words', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    const [github] = settings.apps;
    if (github === undefined) throw new Error('no app');
    const resources = [...github.resources, { resourceTypeId: 'org', resourceId: 'acme' }];
    world = await openWorld({
      settings: { ...settings, apps: [{ ...github, resources }] },
    });
  });
  afterAll(() => world?.close());

  const cardOf = (person: string): Promise<ShownMessage> =>
    until(`the card of ${person}`, () =>
      world.cards('U0ANA', 'C0REVIEWS').find((one) => wordsOf(one).includes(`Asked by <@${person}>,`)),
    );
  const told = (person: string, words: string): Promise<string> =>
    until(`${person} reads “${words}”`, () => world.directMessages(person).find((text) => text.includes(words)));
  /** Texts of the ephemeral messages that this person sees under a card. */
  const whispered = (person: string, words: string): Promise<ShownMessage> =>
    until(`${person} alone reads “${words}”`, () =>
      world.client.messages(person, 'C0REVIEWS').find((message) => message.ephemeral && message.text.includes(words)),
    );
  const decisions = () => world.governance.requests().filter((call) => call.path.includes('/action/')).length;

  it('says at the top of the form, as soon as they are picked, that the target is unknown', async () => {
    const form = await fillForm(world, { person: 'U0EMIL', entitlement: 'platform read' });
    await pick(world, 'U0EMIL', { block: 'target', action: 'request.target' }, 'U0XENA');
    const said = () => wordsOf({ text: '', blocks: world.form('U0EMIL').blocks });
    await until('the form says so', () => said().includes('I cannot find <@U0XENA> (xena@acme.example)'));
    expect(said()).toContain('Ask <@U0HANA>');
    await world.client.closeView('U0EMIL', form.viewId);
  });

  it('says in the service’s words why it does not allow the access', async () => {
    await ask(world, { person: 'U0KEIKO', entitlement: 'owner', justification: 'I would like to look around' });
    const words = await told('U0KEIKO', 'This is not allowed.');
    expect(words).toContain('target user is not allowed to request that resource');
  });

  it('says on top of the form that the same was asked for already, with the link to its card', async () => {
    await ask(world, { person: 'U0EMIL', entitlement: 'platform read' });
    const card = await cardOf('U0EMIL');
    await told('U0EMIL', 'is with the reviewers.');
    const form = await fillForm(world, { person: 'U0EMIL', entitlement: 'platform read' });
    await world.client.submitView('U0EMIL', form.viewId, form.values);
    const said = wordsOf({ text: '', blocks: world.form('U0EMIL').blocks });
    expect(said).toMatch(/You already asked for this \(#\d+\)\. It is waiting for /);
    expect(said).toContain(`/archives/C0REVIEWS/p${card.ts.replace('.', '')}|See request>`);
    await world.client.closeView('U0EMIL', world.form('U0EMIL').id);
    await world.client.closeView('U0EMIL', form.viewId);
    expect(world.governance.tasks().filter((task) => task.identityUserId === 'user-emil')).toHaveLength(1);
  });

  it('keeps the form open with a message beside the field if the justification is empty', async () => {
    const form = await fillForm(world, { person: 'U0LIAM' });
    const outcome = await world.client.submitView('U0LIAM', form.viewId, {
      justification: { 'request.justification': '   ' },
    });
    expect(outcome).toMatchObject({ ok: false, code: 'view_errors' });
    expect(world.form('U0LIAM').errors.justification).toContain('Say in a sentence why');
    await world.client.closeView('U0LIAM', form.viewId);
  });

  it('does not treat a missing or a forged duration as “until revoked”', async () => {
    const form = await fillForm(world, { person: 'U0NOOR' });
    const before = world.governance.tasks().length;
    const duration = fieldId(world, 'U0NOOR', 'duration') ?? '';
    const outcome = await world.client.submitView('U0NOOR', form.viewId, {
      ...form.values,
      [duration]: { 'request.duration': null },
    });
    expect(outcome).toMatchObject({ ok: false });
    await world.client.closeView('U0NOOR', form.viewId);
    expect(world.governance.tasks()).toHaveLength(before);
  });

  it('tells only the person who clicked that they are no reviewer and who decides', async () => {
    await ask(world, { person: 'U0DARA' });
    const card = await cardOf('U0DARA');
    const before = decisions();
    await clickCard(world, 'U0GORAN', card, 'review.approve');
    await whispered('U0GORAN', 'You are not a reviewer of this step. It is waiting for Ana Lindqvist or');
    expect(decisions()).toBe(before);
    expect(world.client.messages('U0ANA', 'C0REVIEWS').some((message) => message.ephemeral)).toBe(false);
  });

  it('asks for a reason when Approve is clicked on a step that wants one', async () => {
    await ask(world, { person: 'U0NOOR', entitlement: 'pipeline secrets' });
    const card = await cardOf('U0NOOR');
    const before = decisions();
    await clickCard(world, 'U0ANA', card, 'review.approve');
    const form = await until('the form for the reason', () =>
      world.client.openViews('U0ANA').findLast((one) => one.submit !== null),
    );
    expect(form.title).toBe('Approve with a note');
    expect(await world.client.submitView('U0ANA', form.id, { reason: { reason: '  ' } })).toMatchObject({ ok: false });
    expect(decisions()).toBe(before);
    const reason = 'The build needs it tonight';
    expect(await world.client.submitView('U0ANA', form.id, { reason: { reason } })).toEqual({ ok: true });
    await told('U0NOOR', reason);
    expect(decisions()).toBe(before + 1);
  });

  it('lets one of two simultaneous clicks decide, and tells the other person who decided', async () => {
    await ask(world, { person: 'U0BEN', entitlement: 'platform deploy' });
    const card = await cardOf('U0BEN');
    const before = decisions();
    await Promise.all([
      clickCard(world, 'U0ANA', card, 'review.approve'),
      clickCard(world, 'U0FATIMA', card, 'review.approve'),
    ]);
    const loser = await until('the other one is told', () =>
      ['U0ANA', 'U0FATIMA'].find((person) =>
        world.client
          .messages(person, 'C0REVIEWS')
          .some((message) => message.ephemeral && /<@U0(ANA|FATIMA)> already approved this/.test(message.text)),
      ),
    );
    const winner = loser === 'U0ANA' ? 'U0FATIMA' : 'U0ANA';
    await whispered(loser, `<@${winner}> already approved this`);
    expect(decisions()).toBe(before + 1);
    await told('U0BEN', `<@${winner}> approved your request`);
    expect(world.directMessages('U0BEN').filter((text) => text.includes('approved your request'))).toHaveLength(1);
  });
});
