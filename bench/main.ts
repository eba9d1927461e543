/**
 * `npm run bench`: every measure, or those that are named, and one table of what they found.
 * Nothing leaves this machine.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ack } from './ack.ts';
import { calls } from './calls.ts';
import { cards } from './cards.ts';
import { catalogue } from './catalogue.ts';
import { flood } from './flood.ts';
import { granted } from './granted.ts';
import { growth } from './growth.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { start } from './start.ts';
import { statements } from './statements.ts';
import { type BenchOptions, type Measure, type Row, rowsAboveAim, tableOf } from './table.ts';
import { walk } from './walk.ts';

const measures = new Map<string, Measure>([
  ['start', start],
  ['ack', ack],
  ['cards', cards],
  ['calls', calls],
  ['walk', walk],
  ['statements', statements],
  ['memory', memory],
  ['growth', growth],
  ['flood', flood],
  ['catalogue', catalogue],
  ['granted', granted],
  ['mcp', mcp],
]);

const help = `Measures the bot between its two stand-ins, on this machine alone; ends by itself, and closes what it started. Ends with 1 where a
ratio is above its aim.

  npm run bench -- [measures] [options]

measures (all of them where none is named, in about 35 minutes on two cores):
${Array.from(measures, ([name, { about, seconds }]) => `  ${name.padEnd(18)} ${about} (${seconds} s)`).join('\n')}

options:
  --days N           growth: so many simulated days (default 10; a year is 365)
  --requests-a-day N growth: on each working day (default 100)
  --postgres         growth, memory: on a PostgreSQL server, which is faster, in the place of the embedded database
  --requests N       memory: so many requests from end to end (default 1000); with more than 1000 always on PostgreSQL, where it is there
  --all-cards        flood: waits until the last card is there
  --strangers        flood: nobody opened a form before
  --help             this text
`;

const flags = {
  days: { type: 'string', default: '10' },
  'requests-a-day': { type: 'string', default: '100' },
  postgres: { type: 'boolean', default: false },
  requests: { type: 'string', default: '1000' },
  'all-cards': { type: 'boolean', default: false },
  strangers: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function wrong(sentence: string): void {
  console.error(`${sentence} Try --help.`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: flags });
  if (values.help) return console.log(help);
  const strangers = positionals.filter((name) => !measures.has(name));
  if (strangers.length > 0) return wrong(`There is no measure named ${strangers.join(', ')}.`);
  const options: BenchOptions = {
    days: Number(values.days),
    requestsADay: Number(values['requests-a-day']),
    onPostgres: values.postgres,
    requests: Number(values.requests),
    allCards: values['all-cards'],
    strangers: values.strangers,
  };
  const numbers = [options.days, options.requestsADay, options.requests];
  if (!numbers.every((one) => Number.isInteger(one) && one > 0)) {
    return wrong('--days, --requests-a-day and --requests take whole numbers from 1.');
  }
  const rows: Row[] = [];
  for (const [name, measure] of measures) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`${name}: ${measure.about} (${measure.seconds} s)`);
    rows.push(...(await measure.run(options)));
  }
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; medians\n`,
  );
  console.log(tableOf(rows));
  const tooMuch = rowsAboveAim(rows);
  for (const { what, ratio, aim } of tooMuch)
    console.error(`above its aim: ${what}: ${ratio}, not ${aim}`);
  if (tooMuch.length > 0) process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  if (
    !(
      error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS')
    )
  )
    throw error;
  wrong(error.message);
}
