/**
 * Requests made without the bot: the calls of a minute while 10,000 of them are open and nothing
 * happens, and how long it takes until a new one has its card.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { order } from '../test/support/governance-tenant.ts';
import { appId, channelId, entitlementId, personId } from './company.ts';
import { serviceOf } from './service.ts';
import { Stage } from './stage.ts';
import { type Measure, median, type Row } from './table.ts';
import { soon } from './waiting.ts';

const people = 400;
const apps = 40;
const count = 10_000;
const times = 5;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const roundMs = 15_000;

export const elsewhere: Measure = {
  about: `calls a minute with ${count.toLocaleString('en')} open requests made elsewhere; until a new one has its card`,
  seconds: 330,
  async run() {
    const without = await measured('listed');
    const withForeign = await measured('with-foreign');
    const { calls, cardMs } = withForeign;
    const row: Row = {
      what: `${count.toLocaleString('en')} open requests made elsewhere at rest: calls a minute`,
      measured: `Slack ${calls.slack}, service ${calls.service}; where they are not shown Slack ${without.calls.slack}, service ${without.calls.service}`,
      aim: 'Slack 0, service 30',
    };
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
    return {
      rows: [
        row,
        {
          what: 'a request made elsewhere, until its card is posted',
          measured: `${seconds(median(cardMs))}, at most ${seconds(Math.max(...cardMs))}`,
          aim: '30 s',
        },
      ],
    };
  },
};

type Service = ReturnType<typeof serviceOf>['governance'];

interface Measured {
  readonly calls: { readonly slack: number; readonly service: number };
  /** Empty where they get no cards. */
  readonly cardMs: readonly number[];
}

function measured(offer: 'listed' | 'with-foreign'): Promise<Measured> {
  // What is older than a day gets no card at the first start.
  let behindMs = 2 * dayMs;
  const serviceClock = () => new Date(Date.now() - behindMs);
  return Stage.with({ engine: 'embedded', people, apps, offer, serviceClock }, async (stage) => {
    const { client, governance: service } = serviceOf(stage);
    for (let from = 0; from < count; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => ask(service, from + index)));
    behindMs = 0;
    await stage.startBots();
    await sleep(roundMs);
    const { slack, governance } = stage.world;
    const sinceMs = Date.now();
    await sleep(minuteMs);
    const calls = {
      slack: slack.calls().filter((one) => Date.parse(one.at) > sinceMs).length,
      service: governance.requests().filter((one) => one.at.getTime() > sinceMs).length,
    };
    const cardMs: number[] = [];
    for (let number = 0; offer === 'with-foreign' && number < times; number += 1) {
      await sleep(Math.random() * roundMs);
      cardMs.push(await untilCard(stage, service, count + number));
    }
    await client.close();
    return { calls, cardMs };
  });
}

async function untilCard({ world }: Stage, service: Service, number: number): Promise<number> {
  const channel = channelId(placeOf(number).app);
  const cards = () => world.cards('U0REVIEWER', channel).length;
  const before = cards();
  const fromMs = performance.now();
  await ask(service, number);
  await soon('its card is posted', () => cards() > before);
  return performance.now() - fromMs;
}

/** Nobody asks for the same twice. */
function placeOf(number: number) {
  const round = Math.floor(number / people);
  return {
    person: number % people,
    app: (number + round) % apps,
    entitlement: Math.floor(round / apps),
  };
}

async function ask(service: Service, number: number): Promise<void> {
  const { person, app, entitlement } = placeOf(number);
  const answer = await service.requestGrant(
    order({
      appId: appId(app),
      entitlementId: entitlementId(app, entitlement),
      identityUserId: `user-${personId(person).slice(2).toLowerCase()}`,
      source: { ...order().source, requestId: `console-${number}` },
    }),
  );
  if (!answer.ok) throw new Error(answer.refusal.message);
}
