/**
 * What the bot's MCP server costs: `tools/list` against a bare server that lists the same tools,
 * each request signed as Slack signs it.
 */
import { Pool } from 'undici';
import { z } from 'zod';
import { signedHeaders } from '../test/support/signed-headers.ts';
import { listedTools, startBareMcp } from './bare-mcp.ts';
import { engines, Stage } from './stage.ts';
import { inMs, type Measure, median, type Row } from './table.ts';

const warming = 100;
const requests = 600;
const highestRatio = '1.5';

const listed = z.object({ result: z.object({ tools: listedTools }) });

export const mcp: Measure = {
  about: 'tools/list of the MCP server, against a bare one',
  seconds: 20,
  async run() {
    return { rows: [await listing()] };
  },
};

function listing(): Promise<Row> {
  const size = { people: 2, apps: 1, hasAgents: true };
  return Stage.with({ engine: engines.at(-1) ?? 'embedded', ...size }, async (stage) => {
    await stage.startBots();
    const [ours] = stage.pools;
    if (ours === undefined) throw new Error('no bot');
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
