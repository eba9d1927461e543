/**
 * 300 requests for one channel within seconds, while Slack enforces its limits: how soon the channel's overview is there, how long a card for
 * another channel waits meanwhile, whether what has no card yet can be decided, and how often Slack refused a call.
 */
import { wordsOf } from '../test/support/asking.ts';
import { channelId, reviewer } from './company.ts';
import { Stage, soon } from './stage.ts';
import type { Measure, Row } from './table.ts';

const requests = 300;
const senders = 16;

export const flood: Measure = {
  about: '300 requests into one channel (--all-cards waits for the last card: five minutes more)',
  seconds: 90,
  run({ allCards }) {
    let isEnforced = false;
    return Stage.with({ engine: 'embedded', apps: 2, rateLimits: () => isEnforced }, async (stage) => {
      await stage.startBots();
      await stage.record();
      await stage.world.quiet();
      isEnforced = true;
      const { world } = stage;
      const [pool] = stage.pools;
      if (pool === undefined) throw new Error('no bot');
      const startMs = performance.now();
      const seconds = () => (performance.now() - startMs) / 1_000;
      const refusals = countRefusals(stage);
      let [next, again] = [1, 0];
      const sender = async () => {
        while (next <= requests) {
          const person = next;
          next += 1;
          const asking = { person, app: 0, entitlement: 1 };
          while ((await stage.submit(pool, asking)) === 'not kept') again += 1;
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
      const isShown = await soon('the overview', () => overviewIn(stage)).then(
        () => true,
        () => false,
      );
      // Where tasks come more slowly than cards can be posted, no queue gets a minute long.
      const when = isShown ? inSeconds(seconds()) : 'not needed in two minutes';
      rows.push({
        what: 'overview in the channel',
        measured: `${when}, when ${cards()} cards were there`,
        aim: '60 s',
      });
      const askedSeconds = seconds();
      await stage.send(pool, 'submission', { person: 399, app: 1, entitlement: 1 });
      await soon('the card elsewhere', () => world.cards(reviewer, channelId(1)).length > 0);
      rows.push({ what: 'a card for another channel meanwhile', measured: inSeconds(seconds() - askedSeconds) });
      await world.client.openHome(reviewer);
      const home = () => wordsOf({ text: '', blocks: world.client.home(reviewer)?.blocks ?? [] });
      await soon('what waits is on Home', () => home().includes('more'));
      rows.push({ what: 'what has no card yet can be decided on Home', measured: inSeconds(seconds()) });
      if (allCards) {
        await allThere(() => cards() > requests);
        rows.push({ what: 'every card', measured: inSeconds(seconds()) });
      }
      rows.push({ what: 'calls that Slack refused (429)', measured: String(refusals()), aim: '0' });
      return { rows };
    });
  },
};

const inSeconds = (value: number) => `${value.toFixed(1)} s`;

function overviewIn({ world }: Stage): boolean {
  return world.client.messages(reviewer, channelId(0)).some((one) => wordsOf(one).includes('requests wait here'));
}

/** One card a second. */
async function allThere(look: () => boolean): Promise<void> {
  for (let part = 0; part < 5 && !look(); part += 1) await soon('every card', look).catch(() => undefined);
  if (!look()) throw new Error('never so: every card');
}

/** The stand-in keeps its last calls only. */
function countRefusals({ world: { slack } }: Stage): () => number {
  let [count, lastAt] = [0, ''];
  const look = () => {
    const fresh = slack.calls().filter((one) => one.at > lastAt);
    count += fresh.filter((one) => one.status === 429).length;
    lastAt = fresh.at(-1)?.at ?? lastAt;
  };
  const timer = setInterval(look, 500);
  timer.unref();
  return () => {
    clearInterval(timer);
    look();
    return count;
  };
}
