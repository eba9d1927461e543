/**
 * What the bot's MCP server costs: `tools/list` against a bare server that lists the same tools,
 * each request signed as Slack signs it; and `find_access` over 100,000 entitlements, by names and
 * by whole sentences, of which most words name nothing.
 */
import { Pool } from 'undici';
import { z } from 'zod';
import { foundIn } from '../src/extras/agents/tools/find-access.ts';
import { createEntitlementIndex } from '../src/store/catalogue/entitlement-index.ts';
import { signedHeaders } from '../test/support/signed-headers.ts';
import { testApp } from '../test/support/test-settings.ts';
import { listedTools, startBareMcp } from './bare-mcp.ts';
import { entitlementsOf, quickestMs, randomFrom, spentMs } from './catalogue.ts';
import { engines, Stage } from './stage.ts';
import { inMs, type Measure, median, quantile, type Row } from './table.ts';

const warming = 100;
const requests = 600;
const highestRatio = '1.5';

const apps = 40;
const entitlementsOfAnApp = 2_500;
const searches = 300;
const mostFound = 10;
const longestSearchMs = 20;

const listed = z.object({ result: z.object({ tools: listedTools }) });

export const mcp: Measure = {
  about: 'tools/list of the MCP server, against a bare one; find_access over 100,000 entitlements',
  seconds: 30,
  run: async () => [await listing(), await finding()],
};

function listing(): Promise<Row> {
  const size = { people: 2, apps: 1, hasAgents: true };
  return Stage.with({ engine: engines.at(-1) ?? 'embedded', ...size }, async (stage) => {
    const ours = stage.pool;
    const { tools } = listed.parse(await listTools(ours)).result;
    const bare = await startBareMcp(tools);
    const others = new Pool(bare.url);
    try {
      return await compared(ours, others, tools.length);
    } finally {
      await others.close();
      await bare.stop();
    }
  });
}

/** In turn, so that what other programs take counts for both. */
async function compared(ours: Pool, others: Pool, count: number): Promise<Row> {
  const timesMs = { ours: Array.of<number>(), others: Array.of<number>() };
  for (let number = 0; number < warming + requests; number += 1) {
    const pair = [await timed(ours), await timed(others)] as const;
    if (number < warming) continue;
    timesMs.ours.push(pair[0]);
    timesMs.others.push(pair[1]);
  }
  const [oursMs, othersMs] = [median(timesMs.ours), median(timesMs.others)];
  return {
    what: `tools/list of ${count} tools, signed, against a bare MCP server`,
    measured: `${inMs(oursMs)}; bare ${inMs(othersMs)}`,
    ratio: (oursMs / othersMs).toFixed(2),
    aim: highestRatio,
  };
}

async function timed(pool: Pool): Promise<number> {
  const startedMs = performance.now();
  await listTools(pool);
  return performance.now() - startedMs;
}

async function listTools(pool: Pool): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const accept = 'application/json, text/event-stream';
  const headers = { ...signedHeaders(body, { type: 'application/json' }), accept };
  const answer = await pool.request({ path: '/mcp', method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
  const event = text.split('\n').findLast((line) => line.startsWith('data:'));
  return JSON.parse(event === undefined ? text : event.slice('data:'.length));
}

/** The tool's own search, in this process. */
async function finding(): Promise<Row> {
  const random = randomFrom(entitlementsOfAnApp);
  const index = createEntitlementIndex();
  const offered = Array.from({ length: apps }, (_, app) =>
    testApp({ id: `app-${app}`, name: `Lighthouse ${app}` }),
  );
  const names: string[] = [];
  for (const { id, name } of offered) {
    const entitlements = entitlementsOf(entitlementsOfAnApp, random);
    names.push(...entitlements.map((one) => one.name.replace(':', '')));
    await index.replace(
      id,
      name,
      entitlements.map((one) => ({ ...one, appId: id })),
    );
  }
  const catalogue = {
    apps: () => offered,
    entitlements: (...asked: Parameters<typeof index.search>) => index.search(...asked),
  };
  const sentenceOf = (name: string) => `please get me ${name} for the night shift`;
  const timesMs: number[] = [];
  for (let number = 0; number < searches; number += 1) {
    const name = names[Math.floor(random() * names.length)] ?? '';
    const words = number % 2 === 0 ? name : sentenceOf(name);
    timesMs.push(await quickestMs(() => foundIn(catalogue, words, mostFound), spentMs));
  }
  const p99Ms = quantile(timesMs, 0.99);
  return {
    what: `find_access over ${(apps * entitlementsOfAnApp).toLocaleString('en')} entitlements of ${apps} apps: p99 as a share of ${longestSearchMs} ms`,
    measured: `median ${inMs(median(timesMs))}, p99 ${inMs(p99Ms)}`,
    ratio: (p99Ms / longestSearchMs).toFixed(2),
    aim: '1',
  };
}
