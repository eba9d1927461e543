/**
 * What it costs to know what people see: from the command to the form with 40 catalogs over 100,000
 * entitlements, for people who hold 300 of them, beside the same bot without catalogs; the calls of
 * that; and in this process, what the index from entitlements to catalogs costs, and a keystroke.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../src/domain/catalogue/entitlement.ts';
import { accessKey, VisibilityIndex } from '../src/extras/catalogs/rules/visibility.ts';
import { createEntitlementIndex } from '../src/store/catalogue/entitlement-index.ts';
import type { RequestCatalog } from '../src/store/platform/tables.ts';
import { visibleCatalogue } from '../src/use-cases/catalogue/visible-catalogue.ts';
import { appId, appName, entitlementId, entitlementName, holders, personId } from './company.ts';
import { engines, Stage } from './stage.ts';
import { inMs, type Measure, median, type Row } from './table.ts';
import { soon } from './waiting.ts';

const apps = 40;
const entitlementsOfAnApp = 2_500;
const held = 300;

export const visibility: Measure = {
  about: 'from the command to the form with 40 catalogs and 100,000 entitlements, and without',
  seconds: 240,
  async run() {
    const without = await opened(false);
    const withCatalogs = await opened(true);
    return { rows: [...formRows(without, withCatalogs), ...(await indexRows())] };
  },
};

interface Opened {
  /** Of people whose form is the first. */
  readonly firstMs: number;
  readonly secondMs: number;
  readonly searches: { readonly first: number; readonly second: number };
  /** Of one reading of all catalogs. */
  readonly readings: number;
}

function opened(hasCatalogs: boolean): Promise<Opened> {
  const engine = engines.at(-1) ?? 'embedded';
  const size = { people: 40, apps, entitlementsOfAnApp, hasCatalogs, held };
  return Stage.with({ engine, ...size, isPaced: false }, async (stage) => {
    const { client, governance } = stage.world;
    // The stand-in keeps its last calls only, and reading the entitlements takes a thousand.
    const read = new Set<string>();
    const look = () => {
      for (const { path } of governance.requests())
        if (path.startsWith('/api/v1/catalogs')) read.add(path);
    };
    const looking = setInterval(look, 50);
    await stage.startBots();
    if (hasCatalogs) await soon('the catalogs are read', () => read.size > apps);
    clearInterval(looking);
    const readings = read.size;
    const calls = (path: string) =>
      governance.requests().filter((call) => call.path === path).length;
    await idle(stage);

    const open = async (person: string) => {
      const before = calls('/api/v1/search/grants');
      const fromMs = performance.now();
      await client.runCommand(person, 'C0GENERAL', '/request-access');
      await soon('the form opens', () => client.openViews(person).at(-1));
      const ms = performance.now() - fromMs;
      await stage.world.quiet();
      await client.closeView(person, stage.world.form(person).id);
      return { ms, searches: calls('/api/v1/search/grants') - before };
    };
    // One for the bot to get warm.
    await open(personId(30));
    const first: { ms: number; searches: number }[] = [];
    const second: typeof first = [];
    for (let number = 0; number < holders; number += 1) first.push(await open(personId(number)));
    for (let number = 0; number < holders; number += 1) second.push(await open(personId(number)));
    const most = (list: typeof first) => Math.max(...list.map((one) => one.searches));
    return {
      firstMs: median(first.map((one) => one.ms)),
      secondMs: median(second.map((one) => one.ms)),
      searches: { first: most(first), second: most(second) },
      readings,
    };
  });
}

/**
 * Waits until the bot has stored what it read: 100,000 rows take a while. Asking for the cost
 * collects garbage, which takes some of it.
 */
async function idle(stage: Stage): Promise<void> {
  const [bot] = stage.bots;
  for (
    let spentMs = Number.POSITIVE_INFINITY, tries = 0;
    spentMs > 1_000 && tries < 30;
    tries += 1
  ) {
    const before = (await bot?.cost())?.cpuMs ?? 0;
    await sleep(3_000);
    spentMs = ((await bot?.cost())?.cpuMs ?? 0) - before;
  }
  await stage.world.quiet();
}

function formRows(without: Opened, withCatalogs: Opened): readonly Row[] {
  const row = (what: string, mine: number, plain: number): Row => ({
    what: `command to form, ${what}`,
    measured: `${inMs(mine)}; without catalogs ${inMs(plain)}`,
    ratio: (mine / plain).toFixed(2),
    aim: '1.1',
  });
  const { searches, readings } = withCatalogs;
  return [
    row('somebody’s first', withCatalogs.firstMs, without.firstMs),
    row('again within ten minutes', withCatalogs.secondMs, without.secondMs),
    {
      what: 'calls to find out what a person holds: first form, second form',
      measured: `${searches.first}, ${searches.second}`,
      aim: 'at most 3, 0',
    },
    { what: `calls of one reading of ${apps} catalogs`, measured: String(readings) },
  ];
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

async function indexRows(): Promise<readonly Row[]> {
  const catalogs = numbers(apps).map((app): RequestCatalog => {
    const ids = numbers(entitlementsOfAnApp).map((number) => entitlementId(app, number));
    return {
      id: `catalog-${app}`,
      name: `Catalog ${app}`,
      visibleToEveryone: app % 2 === 0,
      isProfile: false,
      access: [{ appId: appId(app), entitlementId: entitlementId(app, 0) }],
      content: { [appId(app)]: ids },
    };
  });
  const make = () => new VisibilityIndex({ catalogs, isComplete: true, disprovedApps: new Set() });
  const times = numbers(5).map(() => {
    const fromMs = performance.now();
    make();
    return performance.now() - fromMs;
  });
  const memory = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const before = memory();
  const index = make();
  const megabytes = memory() - before;
  return [
    {
      what: 'index from 100,000 entitlements to 40 catalogs: made in, memory',
      measured: `${inMs(median(times))}, ${megabytes.toFixed(0)} MB`,
    },
    await keystrokeRow(index),
  ];
}

/** A keystroke in one app of which everything is hidden: the most that is looked at. */
async function keystrokeRow(visibilityIndex: VisibilityIndex): Promise<Row> {
  const app = 1;
  const all = numbers(100_000).map((number) => entitlementOf(app, number));
  const index = createEntitlementIndex();
  const whole = {
    apps: () => [],
    entitlements: (...asked: Parameters<typeof index.search>) => index.search(...asked),
    entitlement: () => null,
    all: () => all,
  };
  const nobody = new Map([
    [accessKey({ appId: appId(app), entitlementId: entitlementId(app, 0) }), false],
  ]);
  const seenBy = visibilityIndex.seenBy(nobody);
  const seen = visibleCatalogue(whole, (one) => seenBy(one) === 'hidden');
  await index.replace(appId(app), appName(app), all);
  const timed = (catalogue: Pick<typeof whole, 'entitlements'>) => {
    const times = numbers(25).map((number) => {
      const typed = entitlementName(app, number * 17).slice(0, 4 + number);
      const fromMs = performance.now();
      catalogue.entitlements(appId(app), typed, 100);
      return performance.now() - fromMs;
    });
    return median(times);
  };
  const [plain, mine] = [timed(whole), timed(seen)];
  return {
    what: 'keystroke over 100,000 entitlements that are hidden',
    measured: `${inMs(mine)}; without catalogs ${inMs(plain)}`,
    ratio: (mine / plain).toFixed(2),
  };
}

function entitlementOf(app: number, number: number): CatalogueEntitlement {
  return {
    appId: appId(app),
    id: entitlementId(app, number),
    name: entitlementName(app, number),
    alias: '',
    description: '',
    resourceTypeId: 'lamp',
    resourceId: 'north',
    resourceName: 'North',
    riskLevel: '',
    emergencyGrantEnabled: false,
    longestSeconds: 86_400,
    mayBePermanent: false,
    requestSchemaId: '',
  };
}
