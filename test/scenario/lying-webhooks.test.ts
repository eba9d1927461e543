import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookLies } from '../../sandbox/governance/webhooks/lies.ts';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
import { clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { slipwaySettings } from '../support/slipway.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openWorld({ webhooks: true, settings: slipwaySettings() });
});
afterAll(() => world?.close());
beforeEach(() => world.governance.webhooks.lie({}));

const deliveries = () =>
  world.governance.webhooks.exchanges.filter(({ what }) => what === 'delivery');

describe('a delivery that is forged, repeated or stale', () => {
  const lies: readonly (readonly [string, WebhookLies, number | null])[] = [
    ['without a token', { token: 'absent' }, 401],
    ['with a token that is none', { token: 'malformed' }, 401],
    ['with a token that nobody signed', { key: 'none' }, 401],
    ['signed by somebody else', { key: 'foreign' }, 401],
    ['signed with an unknown key', { key: 'unknown' }, 401],
    ['of another tenant', { claims: { iss: 'other.example' } }, 401],
    ['for another receiver', { claims: { aud: 'other.example' } }, 401],
    ['for another address', { claims: { htu: 'https://bot.acme.example/other' } }, 401],
    ['with a token of another kind', { claims: { c1typ: 'session' } }, 401],
    ['with another method', { claims: { htm: 'GET' } }, 401],
    ['with another body', { body: 'tampered' }, 401],
    ['that is old', { shiftSeconds: -3_600 }, 401],
    ['from the future', { shiftSeconds: 3_600 }, 401],
    ['that never ends', { claims: { exp: 9_999_999_999, iat: 1 } }, 401],
    ['with a callback on another host', { callbackOrigin: 'http://127.0.0.1:1' }, 400],
    ['without a callback', { callbackOrigin: '' }, 400],
  ];

  it.each(lies)('%s: is refused and asks nobody', async (_what, lie, status) => {
    const before = deliveries().length;
    world.governance.webhooks.lie(lie);
    const person = await nextPerson();
    await until('it is refused', () =>
      deliveries()
        .slice(before)
        .find((one) => one.status === status),
    );
    expect(cardsOfTurn()).toEqual([]);
    world.governance.webhooks.lie({});
    // It comes again when the lie is over, and then it counts.
    await until('it is kept', () =>
      deliveries()
        .slice(before)
        .find((one) => one.status === 202),
    );
    await withdraw(person);
  });

  it.each(['RS256', 'ES256'] as const)(
    'is accepted when it is signed with %s',
    async (algorithm) => {
      const before = deliveries().length;
      world.governance.webhooks.lie({ algorithm });
      const person = await nextPerson();
      await until('it was sent', () => deliveries()[before]);
      expect(deliveries()[before]?.status).toBe(202);
      await withdraw(person);
    },
  );

  it('has the names of the catalogue where it brings none', async () => {
    world.governance.webhooks.lie({ body: 'unnamed' });
    const person = await nextPerson();
    const card = await until('the card is there', () => cardsOfTurn()[0]);
    expect(wordsOf(card)).toContain('Slipway · Yard crane');
    await withdraw(person);
  });

  it('is shown once when it is sent five times', async () => {
    world.governance.webhooks.lie({ times: 5 });
    const before = deliveries().length;
    const person = await nextPerson();
    await until('it is kept', () =>
      deliveries()
        .slice(before)
        .find((one) => one.status === 202),
    );
    await world.quiet();
    expect(cardsOfTurn()).toHaveLength(1);
    await withdraw(person);
  });

  it('is shown when it comes late, and its step is decided', async () => {
    world.governance.webhooks.lie({ late: true });
    const before = deliveries().length;
    const person = await nextPerson();
    await world.quiet();
    expect(deliveries()).toHaveLength(before);
    world.governance.webhooks.lie({});
    const card = await until('the card is there', () => cardsOfTurn()[0]);
    expect((await clickCard(world, 'U0ANA', card, 'review.deny')).ok).toBe(true);
    await withdraw(person);
  });

  it('does not replace the newer one that came before it', async () => {
    world.governance.webhooks.lie({ late: true });
    const before = deliveries().length;
    const task = openTaskOf(await nextPerson());
    if (task === undefined) throw new Error('the task is open');
    const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
    await service.post(`/api/v1/tasks/${task.id}/action/restart`, { comment: 'again' });
    world.governance.webhooks.lie({});
    await until('both are kept', () => deliveries()[before + 1]);
    const card = await until('the card is there', () => cardsOfTurn()[0]);
    await world.quiet();
    expect(cardsOfTurn()).toHaveLength(1);
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('it is granted', () =>
      world.governance.tasks().find(({ id, state }) => id === task.id && state === 'closed'),
    );
    const answers = world.governance.webhooks.exchanges.filter(
      ({ what, taskId }) => what === 'callback' && taskId === task.id,
    );
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  it('is told to the administrators when it tells no task, and asks nobody', async () => {
    world.governance.webhooks.lie({ body: 'taskless' });
    const person = await nextPerson();
    const said = await world.told('U0HANA', 'I cannot read which step of which request that is');
    expect(said).toContain('I will deny this step:');
    await world.quiet();
    expect(cardsOfTurn()).toEqual([]);
    await withdraw(person);
  });

  it('is accepted after the keys could not be read for a while', async () => {
    world.governance.webhooks.keys.rotate();
    const before = deliveries().length;
    world.governance.webhooks.lie({ keys: 'down' });
    const person = await nextPerson();
    await until('it is refused', () => deliveries()[before]);
    expect([401, 503]).toContain(deliveries()[before]?.status);
    await withdraw(person);
  });
});

/** The cards of what was asked for last. */
function cardsOfTurn(): readonly ShownMessage[] {
  return world
    .cards('U0ANA', 'C0REVIEWS')
    .filter((card) => wordsOf(card).includes(`This is turn ${turn}.`));
}

/** People who each ask for the crane once. */
const people = [
  ['U0TESS', 'user-tess'],
  ['U0NOOR', 'user-noor'],
  ['U0KEIKO', 'user-keiko'],
] as const;
let turn = 0;

/** Somebody asks in the console, so that the bot has nothing but the delivery. */
async function nextPerson(): Promise<string> {
  const [slackId, identityUserId] = people[turn % people.length] ?? ['', ''];
  turn += 1;
  const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
  await service.granted({
    appId: 'app-slipway',
    appEntitlementId: 'ent-slipway-crane',
    identityUserId,
    description: `This is turn ${turn}.`,
  });
  return slackId;
}

function openTaskOf(slackId: string) {
  const [, identityUserId = ''] = people.find(([one]) => one === slackId) ?? [];
  return world.tasksOf(identityUserId).find(({ state }) => state === 'open');
}

/** So that the same person can ask again. */
async function withdraw(slackId: string): Promise<void> {
  const task = openTaskOf(slackId);
  if (task === undefined) return;
  const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
  await service.post(`/api/v1/tasks/${task.id}/action/close`, { comment: 'over' });
}
