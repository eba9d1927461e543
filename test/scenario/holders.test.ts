import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, filledIn, fillForm, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

const allOperations = [
  'taskRead',
  'taskSearch',
  'taskActions',
  'taskRevoke',
  'userSearch',
] as const;

describe('emergencies and Home', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    world = await openWorld({
      settings: { ...settings, governance: { ...settings.governance, operations: allOperations } },
    });
  });
  afterAll(() => world?.close());

  const cardsOf = (person: string, channel: string) =>
    world.cards('U0ANA', channel).filter((one) => wordsOf(one).includes(`Asked by <@${person}>,`));
  const cardOf = (person: string, channel = 'C0REVIEWS') =>
    until(`the card of ${person} in ${channel}`, () => cardsOf(person, channel).at(-1));
  const taskOf = (identityUserId: string) =>
    world.governance.tasks().find((task) => task.identityUserId === identityUserId);
  const home = (person: string) =>
    wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });

  async function clickHome(person: string, actionId: string): Promise<void> {
    const view = world.client.home(person);
    const block = view?.blocks.find((one) =>
      JSON.stringify(one).includes(`"action_id":"${actionId}"`),
    );
    if (view === null || block === undefined) throw new Error(`Home has no ${actionId}`);
    const done = await world.client.act(
      person,
      { kind: 'view', viewId: view.id },
      { blockId: block.block_id, actionId },
    );
    expect(done).toEqual({ ok: true });
  }

  async function approved(person: string, identityUserId: string): Promise<void> {
    await ask(world, { person, entitlement: 'platform read' });
    const card = await cardOf(person);
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    await until('it is granted', () => taskOf(identityUserId)?.state === 'closed');
  }

  it('posts an emergency from the form to the incident channel too, and mentions on-call', async () => {
    const form = await fillForm(world, { person: 'U0CHEN', entitlement: 'deploy' });
    await pick(world, 'U0CHEN', { block: 'emergency', action: 'request.emergency' }, 'emergency');
    expect(await world.client.submitView('U0CHEN', form.viewId, form.values)).toEqual({ ok: true });
    await world.client.closeView('U0CHEN', world.form('U0CHEN').id);
    const incident = await cardOf('U0CHEN', 'C0INCIDENTS');
    expect(wordsOf(incident)).toContain('🚨 Emergency: ');
    expect(wordsOf(incident)).toContain('<!subteam^S0ONCALL>');
    const review = await cardOf('U0CHEN');
    expect(wordsOf(review)).not.toContain('<!subteam');
    expect(taskOf('user-chen')).toMatchObject({ emergencyAccess: true });
  });

  it('extends granted access and gives it back from Home', async () => {
    await world.client.openHome('U0EMIL');
    await approved('U0EMIL', 'user-emil');
    await until(
      'Home says until when',
      () => home('U0EMIL').includes('My access') && home('U0EMIL').includes('until '),
    );

    const asking = await fillForm(world, { person: 'U0EMIL', entitlement: 'platform read' });
    const extend = { blockId: 'extend.0', actionId: 'request.extend-here' };
    await world.client.act('U0EMIL', { kind: 'view', viewId: asking.viewId }, extend);
    await until(
      'the form asks for more time',
      () => world.form('U0EMIL').title === 'Extend access',
    );
    expect(filledIn(world, 'U0EMIL')).toContain('More time with *GitHub · Platform: read*.');
    await world.client.closeView('U0EMIL', asking.viewId);

    await clickHome('U0EMIL', 'request.extend');
    const form = await until('the form to extend', () => world.client.openViews('U0EMIL').at(-1));
    expect(form.title).toBe('Extend access');
    const longer = { justification: { 'request.justification': 'The build is still red' } };
    expect(await world.client.submitView('U0EMIL', form.id, longer)).toEqual({ ok: true });
    await world.client.closeView('U0EMIL', world.form('U0EMIL').id);
    const grants = () =>
      world.governance
        .requests()
        .filter(
          (call) =>
            call.path === '/api/v1/task/grant' && JSON.stringify(call.body).includes('user-emil'),
        );
    await until('the extension is asked for', () => grants().length === 2);
    expect(grants()[1]?.body).toMatchObject({ source: { isExtension: true } });
    expect(grants()[0]?.body).toMatchObject({ source: { isExtension: false } });

    await until('Home warns of it', () =>
      JSON.stringify(world.client.home('U0EMIL')).includes(
        'Your request for more time is withdrawn as well.',
      ),
    );
    await clickHome('U0EMIL', 'request.give-back');
    await until('it is given back', () =>
      world.governance.requests().some((call) => call.path === '/api/v1/task/revoke'),
    );
    await world.told('U0EMIL', 'was given back');
    await until('Home says so', () => home('U0EMIL').includes('given back '));
    await world.told('U0EMIL', 'You withdrew your request for more time with');
    await until('its card says so', () =>
      cardsOf('U0EMIL', 'C0REVIEWS').find((one) => wordsOf(one).includes('Withdrawn')),
    );
  });

  it('reports the end of an emergency in its thread: who had what access, why, and for how long', async () => {
    const card = await cardOf('U0CHEN', 'C0INCIDENTS');
    expect(await clickCard(world, 'U0GORAN', card, 'review.approve')).toEqual({ ok: true });
    await world.client.openHome('U0CHEN');
    await until('Home has the access', () =>
      JSON.stringify(world.client.home('U0CHEN')).includes('request.give-back'),
    );
    await clickHome('U0CHEN', 'request.give-back');
    const summary = await until('the summary', () =>
      cardsOf('U0CHEN', 'C0INCIDENTS')
        .at(-1)
        ?.replies.find((reply) => reply.text.includes('had emergency access to')),
    );
    expect(summary.text).toContain(
      '<@U0CHEN> had emergency access to *GitHub · Platform: deploy to production*',
    );
    expect(summary.text).toContain(' was given back ');
    expect(summary.text).toContain('INC-42');
  });
});
