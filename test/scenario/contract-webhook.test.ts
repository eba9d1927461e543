import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import {
  actionsBlockOf,
  ask,
  clickCard,
  denyCard,
  fillForm,
  pick,
  wordsOf,
} from '../support/asking.ts';
import { until } from '../support/bot-world.ts';
import { type Mood, moods } from '../support/contract-tenant.ts';
import { type ContractWorld, openContractWorld } from '../support/open-world.ts';

/**
 * The interface has no way to decide. So a tenant that was written from it, and that hands over the
 * steps of its policies, is the least on which a request goes its whole way in Slack: what its mood
 * does not tell has to come from the order, or the step is left alone.
 */
describe.each(moods)('a step that a tenant hands over in the mood “%s”', (mood) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await openContractWorld({ mood });
  });
  afterAll(() => world?.close());

  it('is approved in Slack where it is told what is decided and who decided before', async () => {
    const { people, tenant } = world;
    await ask(people, { person: 'U0BEN', app: 'wiki', entitlement: 'read' });
    const card = await handedOver('U0BEN');
    const isOffered = JSON.stringify(actionsBlockOf(card)).includes('review.approve');
    expect(isOffered).toBe(mood !== 'nulls');
    if (isOffered) await clickCard(people, 'U0ANA', card, 'review.approve');
    expect(await outcome()).toContain(outcomeWords[mood]);
    const document = { version: 'v1', approve: { comment: says('Approved', 'Ana') } };
    expect(tenant.answers).toEqual(canDecide(mood) ? [{ taskId: 'task-1', document }] : []);
    // Nobody tells that the access is there.
    await people.quiet();
    expect(people.directMessages('U0BEN').join()).not.toContain('You have');
  });

  it('of an emergency is denied in Slack, and called for', async () => {
    const { people, tenant } = world;
    const form = await fillForm(people, { person: 'U0EMIL', app: 'wiki', entitlement: 'edit' });
    const emergency = { block: 'emergency', action: 'request.emergency' };
    await pick(people, 'U0EMIL', emergency, 'emergency');
    await people.client.submitView('U0EMIL', form.viewId, form.values);
    await people.client.closeView('U0EMIL', people.form('U0EMIL').id);
    const incident = await people.cardOf('U0EMIL', 'C0INCIDENTS');
    expect(wordsOf(incident)).toContain('🚨 Emergency: ');
    const card = await handedOver('U0EMIL');
    expect(wordsOf(card)).toContain('🚨 Emergency: ');
    if (!canDecide(mood)) return;
    await denyCard(people, 'U0ANA', card, 'The runbook has another way');
    await people.told('U0EMIL', 'denied');
    expect(tenant.answers.at(-1)).toEqual({
      taskId: 'task-2',
      document: { version: 'v1', deny: { comment: says('Denied', 'Ana') } },
    });
  });

  it('ends at its callback when its request is withdrawn, however little is told of it', async () => {
    const { people, tenant } = world;
    await ask(people, { person: 'U0BEN', app: 'wiki', entitlement: 'edit' });
    await handedOver('U0BEN', 'Edit the wiki');
    await clickMessage('U0BEN', 'Edit the wiki', 'request.withdraw');
    await people.told('U0BEN', 'You withdrew');
    await until('the step is ended', () =>
      tenant.answers.some(({ taskId }) => taskId === 'task-3'),
    );
    expect(tenant.answers.at(-1)).toEqual({
      taskId: 'task-3',
      document: { version: 'v1', deny: { comment: says('Withdrawn', 'Ben') } },
    });
    expect(tenant.strayCalls).toEqual([]);
  });

  /** The card of the newest request, once the bot has looked at its step. */
  async function handedOver(person: string, what = ''): Promise<ShownMessage> {
    const { people, tenant, webhook } = world;
    const cardWith = (part: string) =>
      people
        .cards('U0ANA', 'C0REVIEWS')
        .findLast(
          (card) =>
            [`Asked by <@${person}>,`, what].every((words) => wordsOf(card).includes(words)) &&
            JSON.stringify(card.blocks).includes(part),
        );
    await until('the card', () => cardWith(''));
    const grant = tenant.grants.at(-1);
    if (grant === undefined) throw new Error('nothing was asked for');
    expect(await tenant.handOver(grant, webhook)).toBe(202);
    if (mood !== 'nulls') return until('it asks the owners', () => cardWith('review.approve'));
    await people.told('U0HANA', 'I cannot read which step');
    return until('the card', () => cardWith(''));
  }

  /** What somebody reads of an approval, or of a step that nobody can decide. */
  function outcome(): Promise<string> {
    if (mood === 'ids') return refusal('U0ANA');
    return mood === 'nulls'
      ? world.people.told('U0HANA', 'I cannot read which step')
      : world.people.told('U0BEN', 'approved your request');
  }

  function refusal(person: string): Promise<string> {
    return until('the refusal', () => {
      const said = world.people.client
        .messages(person, 'C0REVIEWS')
        .findLast(({ ephemeral }) => ephemeral);
      return said === undefined ? null : wordsOf(said);
    });
  }

  async function clickMessage(person: string, words: string, actionId: string): Promise<void> {
    const { client } = world.people;
    const message = await until(`a message has ${actionId}`, () => {
      const dm = client.conversations(person).find((one) => one.kind === 'dm');
      return client
        .messages(person, dm?.id ?? '')
        .findLast(
          (one) => one.text.includes(words) && JSON.stringify(one.blocks).includes(actionId),
        );
    });
    const { conversationId, ts, blocks } = message;
    const block = blocks.find((one) => JSON.stringify(one).includes(`"${actionId}"`));
    const container = { kind: 'message', conversationId, ts } as const;
    await client.act(person, container, { blockId: block?.block_id ?? '', actionId });
  }
});

/** A tenant that tells nothing of earlier decisions may want another person for each. */
function canDecide(mood: Mood): boolean {
  return mood === 'full' || mood === 'unknown';
}

const outcomeWords: Readonly<Record<Mood, string>> = {
  full: 'is working on it',
  unknown: 'is working on it',
  ids: 'governance console',
  nulls: 'I will deny this step',
};

function says(verb: string, who: string): unknown {
  return expect.stringMatching(new RegExp(`^${verb} in Slack by "${who}"`));
}
