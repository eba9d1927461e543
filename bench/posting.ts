/**
 * Many requests within seconds, each with a card in one of forty channels and a message to its
 * requester, while Slack accepts only so many posts a second in the whole workspace: how much of
 * that limit is used until everything is posted, when requesters hear, and whether each card and
 * each message is there once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { channelId, personId, reviewer } from './company.ts';
import type { Asking } from './payloads.ts';
import { Stage } from './stage.ts';
import { type Found, type Measure, median, type Row } from './table.ts';

interface Flood {
  /** Posts a second; as many may come at once. */
  readonly limit: number;
  readonly requests: number;
}

const floods: readonly Flood[] = [
  { limit: 1, requests: 60 },
  { limit: 5, requests: 150 },
  { limit: 20, requests: 300 },
];
const apps = 40;
const senders = 8;
/** So many times the seconds that the limit allows; then something is lost. */
const patience = 3;

export const posting: Measure = {
  about: 'a flood while the workspace accepts 1, 5 and 20 posts a second',
  seconds: 330,
  async run(): Promise<Found> {
    const rows: Row[] = [];
    for (const flood of floods) {
      const found = await measured(flood);
      for (const { what, measured: result, ratio } of found)
        console.error(`  ${what}: ${result} ${ratio ?? ''}`);
      rows.push(...found);
    }
    return { rows };
  },
};

async function measured({ limit, requests }: Flood): Promise<readonly Row[]> {
  return Stage.with({ engine: 'embedded', apps }, async (stage) => {
    await stage.startBots();
    await stage.record();
    await stage.world.quiet();
    const refused = countRefusedPosts(stage);
    stage.world.slack.limitPosting({ burst: limit, perSecond: limit });
    const startMs = Date.now();
    await submitAll(stage, requests);
    const submittedMs = Date.now();
    const atMost = (patience * 2 * requests * 1_000) / limit + 60_000;
    const seen = await postedUntil(stage, requests, startMs + atMost);
    const all = [...seen.cards, ...seen.messages].toSorted((a, b) => a - b);
    const seconds = ((all.at(-1) ?? startMs) - (all[0] ?? startMs)) / 1_000;
    // What Slack accepts at once, after a quiet time, does not wait.
    const best = (all.length - limit) / limit;
    const name = `posting limit ${limit}/s, ${requests} requests`;
    const since = (ms: number): string => ((ms - startMs) / 1_000).toFixed(1);
    return [
      {
        what: `${name}: all kept`,
        measured: `${since(submittedMs)} s`,
      },
      {
        what: `${name}: cards and messages posted, in ${seconds.toFixed(1)} s`,
        measured: `${seen.cards.length} + ${seen.messages.length}, ${refused()} calls refused (429)`,
        ratio: (best / seconds).toFixed(2),
        aim: '0.9 of the limit',
      },
      {
        what: `${name}: half of the messages, all; half of the cards, all`,
        measured: [seen.messages, seen.cards]
          .map((times) => `${since(median(times))} s, ${since(Math.max(...times))} s`)
          .join('; '),
      },
    ];
  });
}

async function submitAll(stage: Stage, requests: number): Promise<void> {
  const [pool] = stage.pools;
  if (pool === undefined) throw new Error('no bot');
  let next = 1;
  const sender = async (): Promise<void> => {
    while (next <= requests) {
      const asking = { person: next, app: next % apps, entitlement: 1 };
      next += 1;
      while (!(await isKept(stage, pool, asking))) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
}

/** On a busy machine the last page of the catalogue may be read after the first submissions. */
async function isKept(stage: Stage, pool: Pool, asking: Asking): Promise<boolean> {
  try {
    return (await stage.submit(pool, asking)) !== 'not kept';
  } catch (error) {
    if (error instanceof Error && error.message.includes('not there any more')) return false;
    throw error;
  }
}

interface Posted {
  /** When each was posted, in milliseconds since 1970. */
  readonly cards: readonly number[];
  readonly messages: readonly number[];
}

async function postedUntil(stage: Stage, requests: number, endMs: number): Promise<Posted> {
  for (;;) {
    const seen = lookAt(stage, requests);
    const isComplete = seen.cards.length >= requests && seen.messages.length >= requests;
    if (isComplete || Date.now() > endMs) return seen;
    await sleep(500);
  }
}

/** Everything but the card and the message of the request that was recorded. */
function lookAt({ world }: Stage, requests: number): Posted {
  const atMs = ({ ts }: { readonly ts: string }): number => Number(ts) * 1_000;
  const channels = Array.from({ length: apps }, (_none, app) => channelId(app));
  const cards = channels.flatMap((channel, app) => {
    const posted = world.cards(reviewer, channel);
    return (app === 0 ? posted.slice(1) : posted).map(atMs);
  });
  const people = Array.from({ length: requests }, (_none, index) => personId(index + 1));
  const messages = people.flatMap((person) =>
    world.client
      .messages(person, `D${person.slice(1)}`)
      .filter(({ text }) => text.includes('is with the reviewers'))
      .map(atMs),
  );
  return { cards, messages };
}

/** Counted now and then: the stand-in keeps its last calls only. */
function countRefusedPosts({ world: { slack } }: Stage): () => number {
  let count = 0;
  let lastAt = '';
  const look = (): void => {
    const fresh = slack.calls().filter((one) => one.at > lastAt);
    count += fresh.filter(
      ({ status, method }) => status === 429 && method === 'chat.postMessage',
    ).length;
    lastAt = fresh.at(-1)?.at ?? lastAt;
  };
  setInterval(look, 500).unref();
  return () => {
    look();
    return count;
  };
}
