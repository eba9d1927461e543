/**
 * A tenant whose apps are all offered without being listed: the calls of reading all of it, how many
 * come in a second, and how long it takes until something can be requested.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldId } from '../test/support/asking.ts';
import { appName, personId } from './company.ts';
import { Stage } from './stage.ts';
import type { Measure, Row } from './table.ts';
import { soon } from './waiting.ts';

const apps = 4;
const entitlementsOfAnApp = 800;
/** The largest tenant that a single bot is meant for. */
const appsOfLargest = 120;
const secondMs = 1_000;
const paths: readonly string[] = ['/api/v1/apps', '/api/v1/search/entitlements'];

export const discovery: Measure = {
  about: `reading ${apps} apps with ${entitlementsOfAnApp} entitlements each that nobody listed: calls, pace, time`,
  seconds: 120,
  run: () =>
    Stage.with(
      { engine: 'embedded', people: 40, apps, entitlementsOfAnApp, offer: 'found' },
      async (stage) => ({ rows: await read(stage) }),
    ),
};

async function read(stage: Stage): Promise<readonly Row[]> {
  const times = new Set<number>();
  const looking = setInterval(() => {
    const calls = stage.world.governance.requests();
    for (const { path, at } of calls) if (paths.includes(path)) times.add(at.getTime());
  }, 50);
  await stage.startBots();
  const offeredMs = await firstOffered(stage);
  await soon('all is read', () => Date.now() - Math.max(...times) > 5 * secondMs);
  clearInterval(looking);
  const fromMs = Math.min(...times);
  const firstMs = offeredMs - fromMs;
  const calls = times.size;
  const ofApp = (calls - 1) / apps;
  const lastMs = Math.max(...times) - fromMs;
  const large = Math.round(ofApp * appsOfLargest);
  const seconds = (ms: number) => `${(ms / secondMs).toFixed(0)} s`;
  return [
    {
      what: `${apps} apps with ${entitlementsOfAnApp} entitlements each: calls of reading all of it`,
      measured: `${calls}; ${large.toLocaleString('en')} with ${appsOfLargest} such apps, calculated`,
    },
    {
      what: 'the same: calls in ten seconds, at most',
      measured: String(mostInTenSeconds([...times])),
      aim: '20',
    },
    {
      what: 'the same: until the first app is offered, until the last is read',
      measured: `${seconds(firstMs)}, ${seconds(lastMs)}`,
      ratio: (firstMs / lastMs).toFixed(2),
    },
  ];
}

function mostInTenSeconds(times: readonly number[]): number {
  const within = (from: number) =>
    times.filter((at) => at >= from && at < from + 10 * secondMs).length;
  return Math.max(...times.map(within));
}

/** The time at which the form first offers an app. */
async function firstOffered({ world }: Stage): Promise<number> {
  const person = personId(0);
  for (;;) {
    await world.client.runCommand(person, 'C0GENERAL', '/request-access');
    await soon('the form opens', () => world.client.openViews(person).at(-1));
    const { id: viewId } = world.form(person);
    const found = await world.client.optionsFor(
      person,
      { kind: 'view', viewId },
      fieldId(world, person, 'app') ?? '',
      'request.app',
      appName(0).slice(0, 10),
    );
    if (found.ok && found.options.length > 0) return Date.now();
    await world.client.closeView(person, viewId);
    await sleep(secondMs);
  }
}
