/**
 * How much of `src` runs for one request, from the command that opens its form until all is quiet,
 * and for its approval, from the click until all is quiet: files, functions, and the tokens of
 * these functions. V8 counts the calls (precise coverage). What the bot does by itself meanwhile is
 * among it; what runs once while a module is loaded is not.
 */
import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { clickCard, fillForm, wordsOf } from '../test/support/asking.ts';
import { type BotWorld, until } from '../test/support/bot-world.ts';
import { withSandboxBot } from './sandbox-bot.ts';
import type { Measure, Row } from './table.ts';

const person = 'U0BEN';
const reviewer = 'U0NOOR';
const entitlement = 'Route 3:';
const sources = new URL('../src/', import.meta.url).href;
/** The functions that ran when this was measured first, on 28 November 2026. */
const base = { request: 1_350, approval: 1_201 } as const;

export const walk: Measure = {
  about: 'files, functions and tokens of src that run for a request and for its approval',
  seconds: 15,
  run: () =>
    withSandboxBot(async (world) => {
      await world.quiet();
      const session = new Session();
      session.connect();
      try {
        await session.post('Profiler.enable');
        await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
        await ask(world);
        const request = await ranIn(session);
        await approve(world);
        return [
          rowOf('a request', request, base.request),
          rowOf('its approval', await ranIn(session), base.approval),
        ];
      } finally {
        session.disconnect();
      }
    }),
};

async function ask(world: BotWorld): Promise<void> {
  const form = await fillForm(world, { person, app: 'timetables', entitlement });
  await world.client.submitView(person, form.viewId, form.values);
  await world.client.closeView(person, world.form(person).id);
  await until('its card', () => cardIn(world));
  await world.quiet();
}

async function approve(world: BotWorld): Promise<void> {
  const card = await until('its card', () => cardIn(world));
  await clickCard(world, reviewer, card, 'review.approve');
  await until('it is granted', () => world.directMessages(person).at(-1)?.includes('✅ You have'));
  await world.quiet();
}

function cardIn(world: BotWorld) {
  return world.client
    .conversations(reviewer)
    .flatMap((one) => world.cards(reviewer, one.id))
    .find((one) => wordsOf(one).includes(entitlement));
}

interface Ran {
  readonly files: number;
  readonly functions: number;
  readonly tokens: number;
}

/** What ran since it was asked last. */
async function ranIn(session: Session): Promise<Ran> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const scripts = result
    .filter(({ url }) => url.startsWith(sources))
    .map(({ url, functions }) => ranOf(readFileSync(fileURLToPath(url), 'utf8'), functions))
    .filter(({ functions }) => functions > 0);
  const sum = (of: 'functions' | 'tokens') => scripts.reduce((all, one) => all + one[of], 0);
  return { files: scripts.length, functions: sum('functions'), tokens: sum('tokens') };
}

/** Types are cut out of what V8 runs, and spaces stand in their place: its offsets are the file's. */
function ranOf(text: string, coverage: readonly Profiler.FunctionCoverage[]) {
  const functions = coverage
    .flatMap(({ functionName, ranges: [range] }) =>
      range === undefined || isModule(functionName, range) ? [] : [range],
    )
    // A function stands after those around it.
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const hasRun = new Uint8Array(text.length);
  for (const { startOffset, endOffset, count } of functions)
    hasRun.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return {
    functions: functions.filter(({ count }) => count > 0).length,
    tokens: tokenOffsets(text).filter((offset) => hasRun[offset] === 1).length,
  };
}

function isModule(name: string, { startOffset }: Profiler.CoverageRange): boolean {
  return name === '' && startOffset === 0;
}

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_$#][\w$]*|\d[\w.]*|=>|\.\.\.|\?\?=?|\?\.|&&=?|\|\|=?|===?|!==?|<=|>=|\*\*|[-+*/%]=?|[^\s\w]/g;

/** Where each begins; a string is one, and comments are none. */
function tokenOffsets(text: string): readonly number[] {
  return Array.from(text.matchAll(token))
    .filter(([word]) => !word.startsWith('//') && !word.startsWith('/*'))
    .map(({ index }) => index);
}

function rowOf(what: string, ran: Ran, functionsBefore: number): Row {
  const said = (count: number) => count.toLocaleString('en');
  return {
    what: `of src, ${what} runs`,
    measured: `${said(ran.files)} files, ${said(ran.functions)} functions, ${said(ran.tokens)} tokens`,
    ratio: (ran.functions / functionsBefore).toFixed(2),
    aim: `1.00: ${said(functionsBefore)} functions`,
  };
}
