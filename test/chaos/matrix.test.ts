/**
 * The fault matrix. `npm run chaos` runs all of it, and writes docs/chaos.md; without `CHAOS=all` a
 * few cases of each family run. `CHAOS_STEP` and `CHAOS_FAULT` (a pattern) pick some, whose results
 * take the place of their earlier ones; after `CHAOS_MINUTES` (60) no more begin, and with
 * `CHAOS_REST=1` a run goes on with those that are left.
 */
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { embeddedEngine, postgresEngine, type TestEngine } from '../support/database.ts';
import { death, type Fault, faults, mainFaults } from './faults.ts';
import { type Calm, runCalm, runCase, type Verdict } from './runner.ts';
import { withoutRemains } from './scene.ts';
import { type Step, steps } from './steps.ts';
import { chaosPage, isGood } from './table.ts';

const engine = postgresEngine;
const isWhole = process.env.CHAOS === 'all';
const chosen = { step: process.env.CHAOS_STEP ?? '', fault: process.env.CHAOS_FAULT ?? '' };
/** Those that had their turn in an earlier run are left out. */
const isRest = process.env.CHAOS_REST !== undefined;
/** What earlier runs found of the others stays. */
const isPart = chosen.step !== '' || chosen.fault !== '' || isRest;
const longestMinutes = Number(process.env.CHAOS_MINUTES ?? '60');
const page = fileURLToPath(new URL('../../docs/chaos.md', import.meta.url));
const kept = fileURLToPath(new URL('../../node_modules/.cache/chaos.json', import.meta.url));
const lanes = 3;
/** A run with fewer was ended early. */
const fewestCases = 300;

interface Case {
  readonly step: Step;
  readonly fault: Fault;
  readonly engine: TestEngine;
}

/**
 * One of each way through the bot: asking, deciding, a holder's act, what falls due. They meet
 * every fault, and real processes die in them, too; the others meet the main ones.
 */
const wholly: ReadonlySet<string> = new Set(['asking', 'approving', 'giving back', 'ending']);
/** Where a bot that dies has done nothing since the point before. */
const reading = /^(users|conversations|auth)\.|getPermalink|\/search\//;
const outward = /^(chat|views|POST)/;

function casesOf(step: Step, { points }: Calm): readonly Case[] {
  const isWhole = wholly.has(step.name);
  const acting = points.filter((label) => !reading.test(label));
  const after = (labels: readonly string[]) =>
    labels.map((label) => ({ label, when: 'after' }) as const);
  // What comes before a point of the others is what comes after the one before it.
  const before = (isWhole ? acting : acting.slice(0, 1)).map(
    (label) => ({ label, when: 'before' }) as const,
  );
  const here = [...before, ...after(isWhole ? points : acting)].map((point) =>
    death(point, 'here'),
  );
  const [real, embedded] = isWhole
    ? [acting, acting.filter((label) => outward.test(label))]
    : [[], []];
  return [
    ...here.map((fault) => ({ step, fault, engine })),
    ...after(real).map((point) => ({ step, fault: death(point, 'process'), engine })),
    ...after(embedded).map((point) => ({
      step,
      fault: death(point, 'process'),
      engine: embeddedEngine,
    })),
    ...faults
      .filter((fault) => fault.meets?.(step) !== false && (isWhole || mainFaults.test(fault.name)))
      .map((fault) => ({ step, fault, engine })),
    ...faults
      .filter(({ name }) => isWhole && name.startsWith('database: disk full'))
      .map((fault) => ({ step, fault, engine: embeddedEngine })),
  ];
}

/**
 * Each shows another rule: of these `npm run test:slow` runs every one. The first waits half a minute for a
 * missed heartbeat; the others do not.
 */
const few = [
  { step: 'asking', fault: 'database: restarted after the deed', engine },
  {
    step: 'asking',
    fault: death({ label: 'POST /api/v1/task/grant', when: 'after' }, 'process'),
    engine: embeddedEngine,
  },
  {
    step: 'approving',
    fault: death({ label: 'POST /api/v1/tasks/*/action/approve', when: 'after' }, 'process'),
    engine,
  },
  { step: 'approving', fault: 'Slack: done, answer lost', engine },
  { step: 'asking', fault: 'service: done, answer lost', engine },
  { step: 'approving', fault: 'clock: 2 h behind after the deed', engine },
] as const;

async function inLanes<T>(all: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = [];
  const queue = [...all];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results.push(await next());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

async function calmOf(some: readonly Step[]): Promise<ReadonlyMap<Step, Calm>> {
  return new Map(
    await inLanes(some.map((step) => async () => [step, await runCalm(engine, step)] as const)),
  );
}

async function verdictOf({ step, fault, engine: on }: Case, calm: Calm): Promise<Verdict> {
  const verdict = await runCase(on, step, fault, calm).catch((error: unknown) => {
    const nothing = { doubled: [], saidTwice: [], stuck: [], isInformed: false };
    return {
      step: step.name,
      engine: on.name,
      family: fault.family,
      fault: fault.name,
      lost: [`the case did not end: ${String(error)}`],
      ...nothing,
    };
  });
  // A long run is watched.
  if (isWhole)
    process.stderr.write(
      `${isGood(verdict) ? 'good' : 'BAD '} ${step.name}, ${fault.name} (${on.name})\n`,
    );
  if (!isGood(verdict)) process.stderr.write(`${JSON.stringify(verdict, null, 1)}\n`);
  return verdict;
}

describe('failures at every step', () => {
  it.runIf(!isWhole)(
    'nothing is lost, doubled or stuck, and people know: a few cases of each family',
    async () => {
      const calms = await calmOf(steps.filter((step) => few.some((one) => one.step === step.name)));
      const verdicts = await inLanes(
        few.map(({ step: name, fault: named, engine: on }) => async () => {
          const [[step, calm] = []] = [...calms].filter(([one]) => one.name === name);
          const fault =
            typeof named === 'string' ? faults.find((one) => one.name === named) : named;
          if (step === undefined || calm === undefined || fault === undefined)
            throw new Error(`no such case: ${name}`);
          return verdictOf({ step, fault, engine: on }, calm);
        }),
      );
      await withoutRemains();
      expect(verdicts.filter((one) => !isGood(one))).toEqual([]);
    },
    180_000,
  );

  it.runIf(isWhole)(
    'nothing is lost, doubled or stuck, and people know: all cases',
    async () => {
      const calms = await calmOf(steps.filter((step) => step.name.includes(chosen.step)));
      // Every step's first, every step's second: whatever is wrong is seen early.
      const all = [...calms]
        .flatMap(([step, calm]) =>
          casesOf(step, calm).map((one, index) => ({ ...one, calm, index })),
        )
        .toSorted((one, other) => one.index - other.index);
      const pattern = new RegExp(chosen.fault);
      const had = new Set(isRest ? (await earlier()).map(nameOf) : []);
      const isLeft = ({ step, fault, engine: on }: Case) =>
        !had.has(nameOf({ step: step.name, fault: fault.name, engine: on.name }));
      const picked = all.filter((one) => pattern.test(one.fault.name) && isLeft(one));
      if (picked.length === 0 && !isRest)
        throw new Error(`no case: step “${chosen.step}”, fault “${chosen.fault}”`);
      const endMs = performance.now() + longestMinutes * 60_000;
      const isAnew = ({ step }: Verdict) =>
        chosen.fault === '' && !isRest && step.includes(chosen.step);
      // Points of a step that is run anew may be gone since.
      let verdicts = isPart ? (await earlier()).filter((one) => !isAnew(one)) : [];
      await mkdir(dirname(kept), { recursive: true });
      const ran = await inLanes(
        picked.map((one) => async () => {
          if (performance.now() > endMs) return [];
          const verdict = await verdictOf(one, one.calm);
          verdicts = [...verdicts.filter((other) => nameOf(other) !== nameOf(verdict)), verdict];
          // After each: a run that breaks off goes on with `CHAOS_REST`.
          writeFileSync(kept, JSON.stringify(verdicts));
          return [verdict];
        }),
      );
      await withoutRemains();
      const names = steps.map(({ name }) => name);
      await writeFile(page, chaosPage(verdicts, names, verdicts.length >= fewestCases));
      expect(ran.flat().filter((one) => !isGood(one))).toEqual([]);
    },
    7_200_000,
  );
});

const nameOf = ({ step, fault, engine: on }: Pick<Verdict, 'step' | 'fault' | 'engine'>) =>
  `${step}, ${fault}, ${on}`;

async function earlier(): Promise<readonly Verdict[]> {
  return JSON.parse(await readFile(kept, 'utf8').catch(() => '[]'));
}
