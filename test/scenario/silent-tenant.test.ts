/**
 * The whole way on a tenant that has the optional operations, too, and says little. What a person
 * reads is never more than somebody told.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { again, ask, clickCard, denyCard, fillForm, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { reads, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

const moods = ['ids', 'nulls', 'unknown'] as const;
const base = testSettings();
const hana = {
  people: ['U0HANA'],
  channel: null,
  group: null,
  owners: false,
  offersEmergency: false,
};
const settings = testSettings({
  governance: governanceWith('taskRevoke'),
  reminders: { ...base.reminders, emergency: { afterSeconds: 2, everySeconds: 600, atMost: 3 } },
  emergencyEscalation: [{ ...hana, afterSeconds: 2 }],
});

describe.each(moods)('on a tenant whose answers are reduced to “%s”', (mood) => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings });
  });
  beforeEach(() => world.governance.setSilence(null));
  afterAll(() => world?.close());

  const everythingRead = (people: readonly string[]): string =>
    [
      ...['C0REVIEWS', 'C0INCIDENTS'].flatMap((channel) => world.cards('U0ANA', channel)),
      ...people.map((one) => ({ text: world.directMessages(one).join('\n'), blocks: [] })),
    ]
      .map((one) => `${one.text}\n${wordsOf(one)}`)
      .join('\n');

  it('shows what was sent, and that nobody told who decides', async () => {
    world.governance.setSilence(mood);
    await ask(world, { person: 'U0BEN' });
    const card = wordsOf(await world.cardOf('U0BEN'));
    expect(card).toContain('Ben Okafor wants GitHub · Platform: write for 1 hour');
    expect(card).toContain('INC-42: the timetable build is red');
    const isWhoTold = mood === 'unknown';
    expect(card.includes('As sent, not confirmed by the access service: ')).toBe(!isWhoTold);
    expect(card.includes('I cannot tell safely how this stands now.')).toBe(!isWhoTold);
    expect(card).not.toContain('Approve\nDeny');
    const told = await world.told('U0BEN', 'Your request for *GitHub · Platform: write*');
    expect(told).toContain(isWhoTold ? 'will decide' : 'does not say who decides');
    expect(told.includes('is with the reviewers')).toBe(isWhoTold);
  });

  it('calls for help in an emergency, and goes on while the service does not say whether it is decided', async () => {
    world.governance.setSilence(mood);
    await emergency('U0EMIL');
    const incident = wordsOf(await world.cardOf('U0EMIL', 'C0INCIDENTS'));
    expect(incident).toContain('🚨 Emergency: Emil');
    expect(incident).toContain('<!subteam^S0ONCALL>');
    const isStepTold = mood === 'unknown';
    await reads(
      world,
      'U0HANA',
      isStepTold ? 'Nobody had decided on this by' : /did not know of a decision/,
    );
    await reads(world, 'U0EMIL', /I told .*<@U0HANA>/);
    if (isStepTold) await reads(world, 'U0ANA', 'waiting for your decision');
    const all = everythingRead(['U0EMIL', 'U0HANA', 'U0ANA']);
    expect(/nobody had decided/i.test(all)).toBe(isStepTold);
    expect(all).not.toMatch(/No justification|Nobody is named|approved by/i);
  });

  it('leaves an approval to the console while too little is told', async () => {
    const card = await told('U0DARA', 'platform read');
    world.governance.setSilence(mood);
    await clickCard(world, 'U0ANA', card, 'review.approve');
    const { id, numericId } = taskOf(world, 'user-dara');
    const words = await reads(
      world,
      'U0ANA',
      /(cannot tell safely how this stands now|not possible).*/s,
    );
    // Actions of which nobody has heard are told, and an approval is not among them.
    const isLinked = words.includes(`https://acme.example/task/${numericId}|`);
    expect(isLinked).toBe(mood !== 'unknown');
    await world.quiet();
    expect(sentFor(world, id, 'approve')).toBe(0);
    expect(everythingRead(['U0DARA'])).not.toMatch(/U0ANA> approved|approved by/i);
  });

  it.each([
    ['approve', 'U0TESS', 'user-tess', '✅ You have', /You have/],
    ['deny', 'U0NOOR', 'user-noor', 'denied your', /was denied|Denied: /],
  ] as const)(
    'tells of the end by “%s” once a reading shows it, and not before',
    async (verb, person, identity, words, claims) => {
      const card = await told(person, 'platform read');
      world.governance.setSilence(mood, `action/${verb}`);
      const decide = () =>
        verb === 'approve'
          ? clickCard(world, 'U0ANA', card, 'review.approve')
          : denyCard(world, 'U0ANA', card, 'not now');
      await again(decide, 'it is over', () => taskOf(world, identity).state === 'closed');
      await world.quiet();
      const before = everythingRead([person]);
      expect(before).not.toMatch(claims);
      // Beside unknown values the step is told, and that it is over.
      const own = [wordsOf(await world.cardOf(person)), ...world.directMessages(person)].join();
      const isCredited = /U0ANA> (approved|denied)|(Approved|Denied) by/.test(own);
      expect(isCredited && mood !== 'unknown').toBe(false);
      world.governance.setSilence(null);
      await world.told(person, words);
      expect(sentFor(world, taskOf(world, identity).id, verb)).toBe(1);
    },
  );

  it('takes a withdrawal, and says that the request stays open where no way to close it is told', async () => {
    await told('U0KEIKO', 'platform read');
    world.governance.setSilence(mood);
    await clickMessage('U0KEIKO', 'request.withdraw');
    const words = await world.told('U0KEIKO', 'You withdrew');
    expect(words).toContain('has not closed it: it stays open there');
    expect(taskOf(world, 'user-keiko').state).toBe('open');
  });

  it('says that access was given back once a reading shows it, and not before', async () => {
    await world.client.openHome('U0TESS');
    const view = await until('Home offers it', () => {
      const home = world.client.home('U0TESS');
      return JSON.stringify(home).includes('request.give-back') ? home : null;
    });
    const block = view.blocks.find((one) => JSON.stringify(one).includes('request.give-back'));
    world.governance.setSilence(mood);
    const click = { blockId: block?.block_id ?? '', actionId: 'request.give-back' };
    await world.client.act('U0TESS', { kind: 'view', viewId: view.id }, click);
    await until('it is asked for', () =>
      world.governance.requests().some(({ path }) => path === '/api/v1/task/revoke'),
    );
    await world.quiet();
    expect(everythingRead(['U0TESS'])).not.toContain('was given back');
    world.governance.setSilence(null);
    await world.told('U0TESS', 'was given back');
  });

  async function clickMessage(person: string, actionId: string): Promise<void> {
    const place = await until(`a message has ${actionId}`, () => {
      const dm = world.client.conversations(person).find((one) => one.kind === 'dm');
      const messages = dm === undefined ? [] : world.client.messages(person, dm.id);
      return messages.find(({ blocks }) => JSON.stringify(blocks).includes(`"${actionId}"`));
    });
    const block = place.blocks.find((one) => JSON.stringify(one).includes(`"${actionId}"`));
    const { conversationId, ts } = place;
    const container = { kind: 'message', conversationId, ts } as const;
    await world.client.act(person, container, { blockId: block?.block_id ?? '', actionId });
  }

  async function told(person: string, entitlement: string): Promise<ShownMessage> {
    await ask(world, { person, entitlement });
    return until(`the card of ${person} can be decided`, () =>
      world
        .cards('U0ANA', 'C0REVIEWS')
        .findLast(
          (one) =>
            wordsOf(one).includes(`Asked by <@${person}>,`) && wordsOf(one).includes('Approve\n'),
        ),
    );
  }
  async function emergency(person: string): Promise<void> {
    const form = await fillForm(world, { person, entitlement: 'deploy' });
    await pick(world, person, { block: 'emergency', action: 'request.emergency' }, 'emergency');
    expect(await world.client.submitView(person, form.viewId, form.values)).toEqual({ ok: true });
    await world.client.closeView(person, world.form(person).id);
  }
});
