/**
 * From a command, a keystroke in a typeahead, a form and a submission to the ack, as Slack sees it:
 * the bot, which keeps what it is told in its database before it answers, against a bare Bolt app
 * that answers at once. Both are processes of their own and get the same signed payloads in the
 * same run, in turn: one after the other when all that followed the one before is done, and 32 at
 * once, while what follows them (tasks, cards, messages) goes on between the two stand-ins.
 */
import { Pool } from 'undici';
import { startBare } from './bare.ts';
import { personId } from './company.ts';
import type { Asking, Recorded } from './payloads.ts';
import { type Engine, engines, Stage } from './stage.ts';
import { inMs, type Measure, median, type Row } from './table.ts';
import { soon } from './waiting.ts';

const rounds = 3;
const oneByOne = 11;
const inAll = 96;
const atOnce = 32;
const kinds = ['command', 'keystroke', 'submission'] as const satisfies readonly (keyof Recorded)[];

export const ack: Measure = {
  about: 'command, keystroke, form and submission to ack, against bare Bolt',
  seconds: 150,
  async run() {
    const rows: Row[] = [];
    for (const engine of engines) rows.push(...(await compare(engine)));
    return { rows };
  },
};

const words = { command: 'command', keystroke: 'keystroke', submission: 'submission' } as const;

function compare(engine: Engine): Promise<readonly Row[]> {
  return Stage.with({ engine }, async (stage) => {
    await stage.startBot();
    await stage.record();
    const bare = await startBare(stage.world.slack.apiUrl);
    const ours = stage.pool;
    const others = new Pool(new URL(bare.eventsUrl).origin);
    try {
      const rows: Row[] = [];
      for (const kind of kinds) rows.push(...(await ofKind(stage, { engine, kind, ours, others })));
      if (stage.database.kind === 'postgres')
        rows.push(...(await keeping(stage, stage.database.url)));
      rows.push(...(await formOpening(stage, engine, bare.eventsUrl)));
      return rows;
    } finally {
      await others.close();
      await bare.stop();
    }
  });
}

/** The floor: what the same submission takes where nothing is done but keeping three rows. */
async function keeping(stage: Stage, databaseUrl: string): Promise<readonly Row[]> {
  const bare = await startBare(stage.world.slack.apiUrl, databaseUrl);
  const pool = new Pool(new URL(bare.eventsUrl).origin);
  try {
    for (let warm = 0; warm < 5; warm += 1) await stage.send('submission', anybody(), pool);
    const alone: number[] = [];
    for (let count = 0; count < oneByOne; count += 1)
      alone.push(await stage.send('submission', anybody(), pool));
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      rates.push((await acksPerSecond(stage, pool, 'submission')).rate);
    const measured = `${inMs(median(alone))} one at a time, ${median(rates).toFixed(0)}/s ${atOnce} at once`;
    return [{ what: 'submission to ack, bare Bolt that keeps three rows in PostgreSQL', measured }];
  } finally {
    await pool.close();
    await bare.stop();
  }
}

interface Sides {
  readonly engine: Engine;
  readonly kind: (typeof kinds)[number];
  readonly ours: Pool;
  readonly others: Pool;
}

let asked = 0;

/** Somebody else each time, in another channel. */
function anybody(): Asking {
  asked += 1;
  return {
    person: 1 + (asked % 399),
    app: asked % 40,
    entitlement: 1 + (Math.floor(asked / 399) % 19),
  };
}

async function ofKind(
  stage: Stage,
  { engine, kind, ours, others }: Sides,
): Promise<readonly Row[]> {
  for (const pool of [ours, others])
    for (let warm = 0; warm < 5; warm += 1) await stage.send(kind, anybody(), pool);
  await stage.world.quiet();
  const alone = { ours: [] as number[], others: [] as number[] };
  for (let count = 0; count < oneByOne; count += 1) {
    alone.others.push(await stage.send(kind, anybody(), others));
    alone.ours.push(await stage.send(kind, anybody(), ours));
    if (kind !== 'keystroke') await stage.world.quiet();
  }
  const rates = { ours: [] as number[], others: [] as number[] };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rates.others.push((await acksPerSecond(stage, others, kind)).rate);
    const own = await acksPerSecond(stage, ours, kind);
    rates.ours.push(own.rate);
    times.push(...own.times);
  }
  await stage.world.quiet();
  const [mine, bare] = [median(alone.ours), median(alone.others)];
  const [myRate, bareRate] = [median(rates.ours), median(rates.others)];
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return [
    {
      what: `${words[kind]} to ack, ${engine}, one at a time`,
      measured: `${inMs(mine)}; bare Bolt ${inMs(bare)}`,
      ratio: (mine / bare).toFixed(1),
    },
    {
      what: `${words[kind]} to ack, ${engine}, ${atOnce} at once`,
      measured: `${myRate.toFixed(0)}/s (median ${inMs(median(times))}, p99 ${inMs(p99)}); bare Bolt ${bareRate.toFixed(0)}/s`,
      ratio: (myRate / bareRate).toFixed(2),
    },
  ];
}

/**
 * Acks a second with many at once, and the milliseconds to each. What a busy database did not keep
 * does not count.
 */
async function acksPerSecond(stage: Stage, pool: Pool, kind: keyof Recorded) {
  const startedMs = performance.now();
  const times: number[] = [];
  let left = inAll;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      const ms =
        kind === 'submission'
          ? await stage.submit(anybody(), pool)
          : await stage.send(kind, anybody(), pool);
      if (ms !== 'not kept') times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return { rate: (times.length / (performance.now() - startedMs)) * 1_000, times };
}

/**
 * From the command until the form is open, which takes a call of Slack; one after the other, and
 * many at once.
 */
async function formOpening(stage: Stage, engine: Engine, bareUrl: string): Promise<readonly Row[]> {
  const { slack } = stage.world;
  const ourUrl = stage.bot.eventsUrl;
  const alone = { bare: [] as number[], ours: [] as number[] };
  for (let count = 0; count < oneByOne; count += 1) {
    for (const [all, url] of [[alone.bare, bareUrl] as const, [alone.ours, ourUrl] as const]) {
      slack.setRequestUrl(url);
      all.push(await openForm(stage));
    }
    await stage.world.quiet();
  }
  const rates = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [all, url] of [[rates.bare, bareUrl] as const, [rates.ours, ourUrl] as const]) {
      slack.setRequestUrl(url);
      const startedMs = performance.now();
      let left = inAll;
      const opener = async () => {
        while (left > 0) {
          left -= 1;
          await openForm(stage);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, opener));
      all.push((inAll / (performance.now() - startedMs)) * 1_000);
    }
    await stage.world.quiet();
  }
  slack.setRequestUrl(ourUrl);
  const [mine, bare, myRate, bareRate] = [alone.ours, alone.bare, rates.ours, rates.bare].map(
    median,
  );
  if (mine === undefined || bare === undefined || myRate === undefined || bareRate === undefined)
    return [];
  return [
    {
      what: `command until the form is open, ${engine}, one at a time`,
      measured: `${inMs(mine)}; bare Bolt ${inMs(bare)}`,
      ratio: (mine / bare).toFixed(1),
    },
    {
      what: `command until the form is open, ${engine}, ${atOnce} at once`,
      measured: `${myRate.toFixed(0)}/s; bare Bolt ${bareRate.toFixed(0)}/s`,
      ratio: (myRate / bareRate).toFixed(2),
    },
  ];
}

/** Milliseconds until it is open; closed again. */
async function openForm({ world: { client } }: Stage): Promise<number> {
  const person = personId(anybody().person);
  const startedMs = performance.now();
  const typed = client.runCommand(person, 'C0GENERAL', '/request-access');
  const view = await soon('the form opens', () => client.openViews(person).at(-1));
  const ms = performance.now() - startedMs;
  await typed;
  await client.closeView(person, view.id);
  return ms;
}
