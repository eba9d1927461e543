/**
 * From a submission to its ack, as Slack sees it: the bot, which keeps the request in its database before it answers, against a bare
 * Bolt app that answers at once. Both are processes of their own and get the same signed submissions in the same run, one after the
 * other, when all that followed the one before is done, and 32 at once, while what follows them (the task, the card, the messages) goes
 * on between the two stand-ins; the bot once with each database. Prints medians and ratios; ends by itself after about two minutes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App as BoltApp, HTTPReceiver } from '@slack/bolt';
import { Pool } from 'undici';
import { startGovernanceService } from '../sandbox/governance/service.ts';
import { startSlackWorkspace } from '../sandbox/workspace/workspace.ts';
import { ask } from '../test/support/asking.ts';
import { BotProcess, freePort } from '../test/support/bot-process.ts';
import { botToken, ClickableWorld, signingSecret, temporaryFolder, until } from '../test/support/bot-world.ts';
import { postgresBinaries, startPostgres } from '../test/support/embedded-postgres.ts';

const rounds = 3;
const oneByOne = 15;
const inAll = 96;
const atOnce = 32;

if (process.argv[2] === 'bare') {
  const receiver = new HTTPReceiver({ signingSecret });
  const bolt = new BoltApp({ receiver, authorize: async () => ({ botToken }) });
  bolt.view('request.submit', async ({ ack }) => ack({ response_action: 'clear' }));
  await bolt.start(Number(process.argv[3]));
  process.send?.('ready');
} else await main();

/** A submission that people made, to be made again by others. */
type Recorded = Readonly<Record<string, unknown>>;

/** Posts it as Slack does, signed, by somebody who never asked before; returns the milliseconds until the ack. */
async function submit(pool: Pool, recorded: Recorded): Promise<number> {
  const id = randomUUID().replaceAll('-', '').toUpperCase();
  const user = { ...Object(recorded.user), id: `U0${id}` };
  const view = { ...Object(recorded.view), id: `V0${id}` };
  const body = new URLSearchParams({ payload: JSON.stringify({ ...recorded, user, view }) }).toString();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  const startedMs = performance.now();
  const answer = await pool.request({
    path: '/slack/events',
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 || text.includes('"errors"')) throw new Error(`${answer.statusCode} ${text}`);
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Milliseconds to an ack while nothing else is done. */
async function measureAlone(pool: Pool, recorded: Recorded, quiet: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < oneByOne; count += 1) {
    times.push(await submit(pool, recorded));
    await quiet();
  }
  return median(times);
}

/** Acks a second with 32 at once, and the milliseconds to each. */
async function measureThroughput(pool: Pool, recorded: Recorded) {
  const startedMs = performance.now();
  const times: number[] = [];
  let left = inAll;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await submit(pool, recorded));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return { rate: (inAll / (performance.now() - startedMs)) * 1_000, times };
}

async function main(): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const binaries = postgresBinaries();
    const postgres = binaries === null ? null : await startPostgres(binaries);
    if (postgres !== null) closing.push(() => postgres.stop());
    const barePort = await freePort();
    const bare = fork(fileURLToPath(import.meta.url), ['bare', String(barePort)]);
    closing.push(() => ended(bare));
    await once(bare, 'message');
    const engines = [
      ['embedded', undefined] as const,
      ...(postgres === null ? [] : [['PostgreSQL', postgres.url] as const]),
    ];
    console.log(`From a submission to its ack, Node ${process.version}: medians
`);
    console.log(
      '| database | bare Bolt, alone | the bot, alone | bare Bolt, 32 at once | the bot, 32 at once | throughput, ours / bare | p50 and p99 of the bot, 32 at once |',
    );
    console.log('|---|---|---|---|---|---|---|');
    for (const [name, databaseUrl] of engines) await compare(name, databaseUrl, barePort);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

async function compare(name: string, databaseUrl: string | undefined, barePort: number): Promise<void> {
  const folder = await temporaryFolder();
  const governance = await startGovernanceService({ grantLagMs: 0 });
  const manifest = fileURLToPath(new URL('../app-manifest.yml', import.meta.url));
  const slack = await startSlackWorkspace({ botToken, signingSecret, manifest });
  const bot = new BotProcess({
    folder: join(folder.path),
    port: await freePort(),
    slackApiUrl: slack.apiUrl,
    governanceUrl: governance.url,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const [ours, bare] = [new Pool(new URL(bot.eventsUrl).origin), new Pool(`http://127.0.0.1:${barePort}`)];
  try {
    await bot.start();
    slack.setRequestUrl(bot.eventsUrl);
    const world = new ClickableWorld(slack, governance);
    await ask(world, { person: 'U0BEN' });
    const recorded = await until('the submission', () =>
      slack.deliveries().find((one) => one.name === 'view_submission'),
    );
    const quiet = () => world.quiet();
    for (const pool of [ours, bare]) await submit(pool, recorded.payload);
    await quiet();
    const alone = [
      await measureAlone(bare, recorded.payload, quiet),
      await measureAlone(ours, recorded.payload, quiet),
    ];
    const rates: [number, number][] = [];
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [other, own] = [
        await measureThroughput(bare, recorded.payload),
        await measureThroughput(ours, recorded.payload),
      ];
      rates.push([other.rate, own.rate]);
      times.push(...own.times);
    }
    const cells = [
      name,
      ...alone.map((ms) => `${ms.toFixed(1)} ms`),
      `${median(rates.map(([one]) => one)).toFixed(0)}/s`,
      `${median(rates.map(([, other]) => other)).toFixed(0)}/s`,
      median(rates.map(([one, other]) => other / one)).toFixed(2),
      `${median(times).toFixed(0)} and ${(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(0)} ms`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  } finally {
    await ours.close();
    await bare.close();
    await bot.kill();
    await slack.close();
    await governance.close();
    await folder.remove();
  }
}
