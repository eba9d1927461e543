import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsBlockOf, ask, clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

/** A tenant that has the 16 documented endpoints and nothing else. */
describe('without any optional operation', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    world = await openWorld({
      documentedOnly: true,
      settings: {
        ...settings,
        governance: { ...settings.governance, operations: [] },
        directory: new Map([
          ['ben@acme.example', { id: 'user-ben' }],
          ['dara@acme.example', { id: 'user-dara' }],
          ['emil@acme.example', { id: 'user-emil' }],
        ]),
      },
    });
  });
  afterAll(() => world?.close());

  it('shows the actions and the reviewers on the card, and the first two link to the console', async () => {
    await ask(world, { person: 'U0BEN' });
    const card = await world.cardOf('U0BEN');
    expect(wordsOf(card)).toContain('*Waiting for* <@U0ANA> or <@U0FATIMA>');
    const actions = actionsBlockOf(card);
    const ids = actions.elements.flatMap((element) =>
      'action_id' in element ? [element.action_id] : [],
    );
    expect(ids).toEqual([
      'review.in-console.action-0',
      'review.in-console.action-1',
      'card.details',
    ]);
    const links = JSON.stringify(actions);
    expect(links).toContain('"Approve in the console"');
    expect(links).toContain('"Deny in the console"');
    expect(links).toContain('https://acme.example/task/');
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toMatchObject({ ok: false });
  });

  it('says where to look for a sent request, names no reviewers, and offers to request again', async () => {
    const { numericId } =
      world.governance.tasks().find((task) => task.identityUserId === 'user-ben') ?? {};
    const home = (person: string) =>
      wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });
    await world.client.openHome('U0BEN');
    await world.client.openHome('U0FATIMA');
    const see = `(#${numericId})\nI cannot tell safely how this stands now. Look in the <https://acme.example/task/${numericId}|governance console>`;
    await until('his Home says where to look', () => home('U0BEN').includes(see));
    expect(home('U0BEN')).toContain('Platform: write');
    expect(home('U0BEN')).toContain('Request again');
    expect(home('U0BEN')).not.toContain('waiting for');
    await until('her Home is there', () => home('U0FATIMA'));
    expect(home('U0FATIMA')).not.toContain('Waiting for me');
    await world.client.runCommand('U0BEN', 'C0GENERAL', '/request-access status');
    const whispers = () =>
      world.client.messages('U0BEN', 'C0GENERAL').filter((message) => message.ephemeral);
    await until('he reads where it stands', () =>
      whispers().some((one) => wordsOf(one).includes(see)),
    );
    const form = await fillForm(world, { person: 'U0BEN' });
    // The form follows the pick at once; what is known of earlier requests may come with a later
    // update.
    const shown = () => wordsOf({ text: '', blocks: world.form('U0BEN').blocks });
    await until('the form names the request', () =>
      shown().includes(`(#${numericId}). The decision is in the <`),
    );
    await world.client.submitView('U0BEN', form.viewId, form.values);
    const after = wordsOf({ text: '', blocks: world.form('U0BEN').blocks });
    expect(after).toContain('Submitted. I’ll message you about it.');
    expect(after).not.toContain('decide');
    await world.client.closeView('U0BEN', world.form('U0BEN').id);
    await world.told('U0BEN', `This was asked for already (#${numericId}).`);
    expect(world.directMessages('U0BEN').join('\n')).toContain(
      'You will find the decision in the governance console',
    );
  });

  it('finds a person among the owners of a resource when no directory lists them', async () => {
    await ask(world, { person: 'U0CHEN', entitlement: 'platform read' });
    expect(wordsOf(await world.cardOf('U0CHEN'))).toContain('Platform: read');
  });

  it('asks the requester when it cannot tell whether the request arrived, and follows the answer', async () => {
    world.governance.fault({ method: 'POST', path: '/api/v1/task/grant', kind: 'drop-before' });
    await ask(world, { person: 'U0DARA' });
    const asked = await until('the person is asked', () => {
      const dm = world.client.conversations('U0DARA').find((one) => one.kind === 'dm');
      return world.client
        .messages('U0DARA', dm?.id ?? '')
        .find((one) => one.text.includes('got no answer'));
    });
    expect(world.governance.tasks().some((task) => task.identityUserId === 'user-dara')).toBe(
      false,
    );
    await world.client.act(
      'U0DARA',
      { kind: 'message', conversationId: asked.conversationId, ts: asked.ts },
      { blockId: 'post', actionId: 'uncertain.again' },
    );
    await world.cardOf('U0DARA');
    expect(
      world.governance.tasks().filter((task) => task.identityUserId === 'user-dara'),
    ).toHaveLength(1);
  });
});
