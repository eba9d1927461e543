/**
 * From a command, a keystroke in a typeahead, a form and a submission to the ack, as Slack sees it:
 * the bot, which keeps what it is told in its database before it answers, against a bare Bolt app
 * that answers at once. Both are processes of their own and get the same signed payloads in the
 * same run, in turn: one after the other when all that followed the one before is done, and 32 at
 * once, while what follows them (tasks, cards, messages) goes on between the two stand-ins.
 */
import { Pool } from 'undici';
import { startBareApp } from './bare.ts';
import { personId } from './company.ts';
import type { Asking, Recorded } from './payloads.ts';
import { type Engine, engines, Stage } from './stage.ts';
import { inMs, type Measure, median, quantile, type Row } from './table.ts';
import { soon } from './waiting.ts';

const rounds = 3;
const warming = 5;
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
    return rows;
  },
};

function compare(engine: Engine): Promise<readonly Row[]> {
  return Stage.with({ engine }, async (stage) => {
    await stage.record();
    const { slack } = stage.world;
    const rows: Row[] = [];
    await withBare(stage, '', async (others, bareUrl) => {
      for (const kind of kinds) {
        const sends = [stage.pool, others].map((pool) => sending(stage, kind, pool));
        rows.push(...rowsOf(`${kind} to ack, ${engine}`, await inTurn(stage, sends)));
      }
      const opens = [stage.bot.eventsUrl, bareUrl].map((url) => () => {
        slack.setRequestUrl(url);
        return openForm(stage);
      });
      const what = `command until the form is open, ${engine}`;
      rows.push(...rowsOf(what, await inTurn(stage, opens)));
    });
    const { database } = stage;
    if (database.kind === 'embedded') return rows;
    // The floor: what a submission takes where nothing is done but keeping three rows.
    await withBare(stage, database.url, async (pool) => {
      const [floor] = await inTurn(stage, [sending(stage, 'submission', pool)]);
      if (floor === undefined) return;
      const measured = `${inMs(median(floor.alone))} one at a time, ${median(floor.rates).toFixed(0)}/s ${atOnce} at once`;
      const what = 'submission to ack, bare Bolt that keeps three rows in PostgreSQL';
      rows.push({ what, measured });
    });
    return rows;
  });
}

async function withBare(
  stage: Stage,
  databaseUrl: string,
  use: (pool: Pool, eventsUrl: string) => Promise<void>,
): Promise<void> {
  const bare = await startBareApp(stage.world.slack.apiUrl, databaseUrl);
  const pool = new Pool(bare.url);
  try {
    await use(pool, `${bare.url}/slack/events`);
  } finally {
    await pool.close();
    await bare.stop();
  }
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

/** Milliseconds until it is answered, or that a busy database did not keep it. */
type Send = () => Promise<number | 'not kept'>;

function sending(stage: Stage, kind: keyof Recorded, pool: Pool): Send {
  return () =>
    kind === 'submission' ? stage.submit(anybody(), pool) : stage.send(kind, anybody(), pool);
}

interface Speed {
  /** Milliseconds, one after the other and many at once. */
  readonly alone: number[];
  readonly together: number[];
  /** A second, many at once, in each round. */
  readonly rates: number[];
}

/** What is measured of each side, one side after the other each time. */
async function inTurn(stage: Stage, sends: readonly Send[]): Promise<readonly Speed[]> {
  const sides = sends.map((send) => {
    const speed: Speed = { alone: [], together: [], rates: [] };
    return { send, speed };
  });
  for (const { send } of sides) for (let warm = 0; warm < warming; warm += 1) await send();
  await stage.world.quiet();
  for (let count = 0; count < oneByOne; count += 1) {
    for (const { send, speed } of sides) speed.alone.push(...(await timesOf([send])));
    await stage.world.quiet();
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { send, speed } of sides) {
      const startedMs = performance.now();
      const times = await timesOf(Array.from({ length: inAll }, () => send));
      speed.rates.push((times.length / (performance.now() - startedMs)) * 1_000);
      speed.together.push(...times);
    }
    await stage.world.quiet();
  }
  return sides.map(({ speed }) => speed);
}

/** How long each send took that was kept, in milliseconds. */
async function timesOf(sends: Send[]): Promise<readonly number[]> {
  const times: number[] = [];
  const sender = async () => {
    for (let send = sends.pop(); send !== undefined; send = sends.pop()) {
      const ms = await send();
      if (ms !== 'not kept') times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return times;
}

function rowsOf(what: string, [ours, bare]: readonly Speed[]): readonly Row[] {
  if (ours === undefined || bare === undefined) return [];
  const [aloneMs, bareMs] = [median(ours.alone), median(bare.alone)];
  const [rate, bareRate] = [median(ours.rates), median(bare.rates)];
  const times = ours.together;
  return [
    {
      what: `${what}, one at a time`,
      measured: `${inMs(aloneMs)}; bare Bolt ${inMs(bareMs)}`,
      ratio: (aloneMs / bareMs).toFixed(1),
    },
    {
      what: `${what}, ${atOnce} at once`,
      measured: `${rate.toFixed(0)}/s (median ${inMs(median(times))}, p99 ${inMs(quantile(times, 0.99))}); bare Bolt ${bareRate.toFixed(0)}/s`,
      ratio: (rate / bareRate).toFixed(2),
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
