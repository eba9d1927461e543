/** Mounts the extras: the rest of the bot sees them as one. */
import { sql, type Transaction } from 'kysely';
import { type ExtraName, extraNames, jobsOfExtras } from '../domain/outward/job.ts';
import type { Extra, OpenedExtra, OpensExtra } from '../extra.ts';
import { StartRefused } from '../operator/start-refused.ts';
import type { ExtraRuns } from '../queue/handlers.ts';
import { hasAll, type TenantCapabilities } from '../service/capabilities.ts';
import type { ListenerDeps } from '../slack/listener-deps.ts';
import type { Tables } from '../store/platform/tables.ts';
import { rowsOfExtra } from '../store/transaction.ts';
import type { LocalDeps, UseCaseDeps } from '../use-cases/deps.ts';
import { noDeliveredSteps } from '../use-cases/ports/delivered-steps.ts';
import { whileReadable } from '../use-cases/ports/home-contents.ts';
import { noProfiles } from '../use-cases/ports/requested-profiles.ts';
import type { StoreTransaction } from '../use-cases/ports/store-ports.ts';
import { everythingShown } from '../use-cases/ports/visibility-ports.ts';
import type { Context } from './app-context.ts';
import type { OpenedStores } from './open-stores.ts';

export async function openExtras(
  { extras, environment, settings, tenant, world, onStop, stopping }: Context,
  { database, background: store }: Pick<OpenedStores, 'database' | 'background'>,
  deps: Pick<OpensExtra, 'metrics' | 'catalogue' | 'tenant'>,
): Promise<OpenedExtra> {
  const { callsEnd } = stopping;
  const surroundings = { environment, settings, world, onStop, callsEnd };
  const opening = { ...deps, ...surroundings, database, store };
  const opened: Partial<OpenedExtra>[] = [];
  // One after the other, as they are closed.
  for (const extra of extras)
    opened.push(whileNeedsAreThere(extra, (await extra.open?.(opening)) ?? {}, tenant));
  return asOneExtra(opened);
}

/**
 * Where the tenant lacks what an extra needs, Home shows nothing of it, and it does not say what people
 * see. The rest is always mounted, because jobs and rows may be left.
 */
export function whileNeedsAreThere(
  { needs = [] }: Pick<Extra, 'needs'>,
  opened: Partial<OpenedExtra>,
  tenant: TenantCapabilities,
): Partial<OpenedExtra> {
  const { homeSections, visibility } = opened;
  const isReadable = (): boolean => hasAll(tenant, needs);
  return {
    ...opened,
    ...(homeSections && {
      homeSections: (deps) => homeSections(deps).map((one) => whileReadable(isReadable, one)),
    }),
    ...(visibility && {
      visibility: async (store) => (hasAll(tenant, needs) ? visibility(store) : everythingShown),
    }),
  };
}

export function asOneExtra(opened: readonly Partial<OpenedExtra>[]): OpenedExtra {
  return {
    wrapped: (governance, store) =>
      opened.reduce((inner, one) => one.wrapped?.(inner, store) ?? inner, governance),
    deliveredSteps: opened.find((one) => one.deliveredSteps)?.deliveredSteps ?? noDeliveredSteps,
    jobs: (jobDeps) =>
      opened.reduce<ExtraRuns>((all, one) => ({ ...all, ...one.jobs?.(jobDeps) }), {}),
    async giveUp(tx, job, reference) {
      for (const one of opened)
        if ((await one.giveUp?.(tx, job, reference)) === false) return false;
      return true;
    },
    repeated: opened.flatMap((one) => one.repeated ?? []),
    async prune(tx, keptSince) {
      for (const one of opened) await one.prune?.(tx, keptSince);
    },
    async readAgain(jobDeps) {
      for (const one of opened) await one.readAgain?.(jobDeps);
    },
    async followTask(followDeps, follow) {
      for (const one of opened) if (await one.followTask?.(followDeps, follow)) return true;
      return false;
    },
    async lastHoldings(tx, slackUserId) {
      const ofEach = opened.map(async (one) => one.lastHoldings?.(tx, slackUserId) ?? []);
      return (await Promise.all(ofEach)).flat();
    },
    listeners: opened.flatMap((one) => one.listeners ?? []),
    homeSections: (homeDeps) => opened.flatMap((one) => one.homeSections?.(homeDeps) ?? []),
    helpLines: opened.flatMap((one) => one.helpLines ?? []),
    adminCommands: Object.assign({}, ...opened.map((one) => one.adminCommands)),
    profiles: opened.find((one) => one.profiles)?.profiles ?? noProfiles,
    async visibility(store) {
      for (const one of opened) if (one.visibility !== undefined) return one.visibility(store);
      return everythingShown;
    },
    routes: (routeDeps) => opened.flatMap((one) => one.routes?.(routeDeps) ?? []),
    checks: (store) => opened.flatMap((one) => one.checks?.(store) ?? []),
  };
}

/** What use cases ask of extras. */
export function askedOfExtras({
  followTask,
  deliveredSteps,
  lastHoldings,
  profiles,
}: OpenedExtra): Pick<UseCaseDeps, 'followTask' | 'deliveredSteps' | 'lastHoldings' | 'profiles'> {
  return { followTask, deliveredSteps, lastHoldings, profiles };
}

/** What the extras show people, beside what the core does. */
export function shownByExtras(
  { homeSections, helpLines }: OpenedExtra,
  deps: LocalDeps,
): Pick<ListenerDeps, 'homeSections' | 'helpLines'> {
  return { homeSections: homeSections(deps), helpLines };
}

/** What an extra may have left beside jobs, as the core sees it, and how a sentence says so. */
interface LeftByExtra {
  /** The setting that switches it on; null where the operator has none. */
  readonly setting: {
    readonly says: string;
    readonly isOn: (context: Pick<Context, 'environment' | 'settings'>) => boolean;
  } | null;
  /** Its rows that are open work; null where none can be. */
  readonly rows: {
    readonly says: string;
    readonly isAnyOpen: (tx: StoreTransaction) => Promise<boolean>;
  } | null;
}

const leftByExtras: Readonly<Record<ExtraName, LeftByExtra>> = {
  webhooks: {
    setting: {
      says: 'PUBLIC_URL and WEBHOOK_KEY are set',
      isOn: ({ environment }) => environment.webhooks !== null,
    },
    rows: {
      says: 'a delivery waits for its answer',
      isAnyOpen: (tx) => rowsOfExtra(tx, isAnyDeliveryOpen),
    },
  },
  elsewhere: {
    setting: {
      says: 'an app has tasks: all',
      isOn: ({ settings }) => settings.apps.some(({ tasks }) => tasks === 'all'),
    },
    rows: {
      says: 'somebody waits to hear of the end of a request that was made elsewhere',
      isAnyOpen: (tx) => rowsOfExtra(tx, (trx) => isAnyIn(trx, 'followedElsewhere')),
    },
  },
  profiles: {
    setting: null,
    rows: {
      says: 'somebody waits to hear what came of an access profile',
      isAnyOpen: (tx) => rowsOfExtra(tx, isAnyProfileFollowed),
    },
  },
  catalogs: {
    setting: {
      says: 'governance.operations has catalogs',
      isOn: ({ settings: { governance } }) => governance.operations.includes('catalogs'),
    },
    rows: null,
  },
  worklist: { setting: null, rows: null },
  held: {
    setting: null,
    rows: {
      says: 'somebody gives back access that was granted elsewhere',
      isAnyOpen: (tx) => rowsOfExtra(tx, isAnyReturnOpen),
    },
  },
  'sealed-trail': {
    setting: {
      says: 'AUDIT_SIGNING_KEY is set',
      isOn: ({ environment }) => environment.auditSigningKey !== undefined,
    },
    rows: null,
  },
  agents: {
    setting: {
      says: 'agents.enabled is true',
      isOn: ({ settings }) => settings.agents.enabled,
    },
    rows: null,
  },
};

async function isAnyDeliveryOpen(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries where state in ('open', 'answering') limit 1`.execute(trx);
  return rows.length > 0;
}

async function isAnyProfileFollowed(trx: Transaction<Tables>): Promise<boolean> {
  const row = await trx
    .selectFrom('profileRequests')
    .innerJoin('grants', 'grants.requestId', 'profileRequests.requestId')
    .select('profileRequests.requestId')
    .where('profileRequests.endedAt', 'is', null)
    .where('grants.endedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function isAnyIn(trx: Transaction<Tables>, table: keyof Tables): Promise<boolean> {
  const row = await trx.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst();
  return row !== undefined;
}

async function isAnyReturnOpen(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from held_returns where state in ('accepted', 'sending') limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Ends the start where an extra that is not mounted has something to do: nobody would do it, and
 * nobody would hear of it.
 *
 * @throws StartRefused
 */
export async function refuseUnmounted(
  context: Pick<Context, 'environment' | 'settings' | 'extras'>,
  {
    queue,
    background,
  }: Pick<OpenedStores, 'background'> & { readonly queue: Pick<OpenedStores['queue'], 'waiting'> },
): Promise<void> {
  const mounted = new Set(context.extras.map(({ name }) => name));
  for (const name of extraNames) {
    if (mounted.has(name)) continue;
    const { setting, rows } = leftByExtras[name];
    if (setting?.isOn(context)) throw notMounted(name, setting.says);
    if (rows !== null && (await background.transaction(rows.isAnyOpen)))
      throw notMounted(name, rows.says);
    const [kind] = await queue.waiting(jobsOfExtras[name]);
    if (kind !== undefined) throw notMounted(name, `a job ${kind} waits`);
  }
}

function notMounted(name: ExtraName, why: string): StartRefused {
  return new StartRefused(
    `The bot cannot start: the extra ${name} is not mounted, and ${why}. Mount it in src/extras/mounted.ts.`,
  );
}
