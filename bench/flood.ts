/**
 * 300 requests for one channel within seconds, while Slack enforces its limits: how soon all of them
 * can be decided on Home, how long a card for another channel waits meanwhile, and how often Slack
 * refused a call. Their forms were opened in
 * the minutes before, as fast as Slack opens forms; with `--strangers` the bot has never met
 * anybody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { channelId, personId, reviewer } from './company.ts';
import { Stage } from './stage.ts';
import type { Measure, Row } from './table.ts';
import { soon, waitingOnHome } from './waiting.ts';

const requests = 300;
const senders = 16;
const elsewhere = 399;
/** Slack opens 100 forms a minute, and a hundred at once. */
const formsAtOnce = 90;
const formSpacingMs = 620;
const cardSpacingMs = 1_000;

export const flood: Measure = {
  about:
    '300 requests into one channel (--all-cards waits for the last card: five minutes more; --strangers: people without a form)',
  seconds: 200,
  run({ allCards, strangers }) {
    let isEnforced = false;
    return Stage.with(
      { engine: 'embedded', apps: 2, rateLimits: () => isEnforced },
      async (stage) => {
        await stage.record();
        await stage.world.quiet();
        isEnforced = true;
        const refusals = countRefusals(stage);
        await openForms(
          stage,
          strangers
            ? [elsewhere]
            : [...Array.from({ length: requests }, (_, n) => n + 1), elsewhere],
        );
        const whileOpening = refusals();
        const { world } = stage;
        const startMs = performance.now();
        const seconds = () => (performance.now() - startMs) / 1_000;
        let [next, again] = [1, 0];
        const sender = async () => {
          while (next <= requests) {
            const person = next;
            next += 1;
            const asking = { person, app: 0, entitlement: 1 };
            while ((await stage.submit(asking)) === 'not kept') again += 1;
          }
        };
        await Promise.all(Array.from({ length: senders }, sender));
        const rows: Row[] = [
          {
            what: `${requests} requests for one channel: all kept`,
            measured: `${inSeconds(seconds())}; ${again} people had to press Submit again`,
          },
        ];
        const cards = () => world.cards(reviewer, channelId(0)).length;
        await world.client.openHome(reviewer);
        // One more waits: its form was recorded.
        await soon('all are on Home', () => waitingOnHome(world, reviewer) > requests);
        rows.push({
          what: 'all can be decided on Home',
          measured: `${inSeconds(seconds())}, when ${cards()} cards were there`,
          aim: '15 s',
        });
        const askedSeconds = seconds();
        await stage.send('submission', { person: elsewhere, app: 1, entitlement: 1 });
        await soon('the card elsewhere', () => world.cards(reviewer, channelId(1)).length > 0);
        rows.push({
          what: 'a card for another channel meanwhile',
          measured: inSeconds(seconds() - askedSeconds),
        });
        if (allCards) {
          await soon('every card', () => cards() > requests, 2 * requests * cardSpacingMs);
          rows.push({ what: 'every card', measured: inSeconds(seconds()) });
        }
        rows.push({
          what: 'calls that Slack refused (429): while forms were opened',
          measured: whileOpening,
          aim: '0',
        });
        rows.push({
          what: 'calls that Slack refused (429): after',
          measured: refusals(),
          aim: '0',
        });
        return rows;
      },
    );
  },
};

const inSeconds = (value: number) => `${value.toFixed(1)} s`;

/**
 * As people open them who are going to submit: what the bot asks about them then is known when they
 * do.
 */
async function openForms({ world }: Stage, people: readonly number[]): Promise<void> {
  for (const [number, person] of people.entries()) {
    if (number >= formsAtOnce) await sleep(formSpacingMs);
    const id = personId(person);
    await world.client.runCommand(id, 'C0GENERAL', '/request-access');
    await soon('the form opens', () => world.client.openViews(id).at(-1));
    await world.client.closeView(id, world.form(id).id);
  }
  await world.quiet();
}

/** What Slack refused since the last look, by method; the stand-in keeps its last calls only. */
function countRefusals({ world: { slack } }: Stage): () => string {
  const counts = new Map<string, number>();
  let lastAt = '';
  const look = () => {
    const fresh = slack.calls().filter((one) => one.at > lastAt);
    for (const { status, method } of fresh) {
      if (status === 429) counts.set(method, (counts.get(method) ?? 0) + 1);
    }
    lastAt = fresh.at(-1)?.at ?? lastAt;
  };
  setInterval(look, 500).unref();
  return () => {
    look();
    const words = Array.from(counts, ([method, count]) => `${method} ${count}`).join(', ') || '0';
    counts.clear();
    return words;
  };
}
