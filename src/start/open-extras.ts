/** Mounts the extras: the rest of the bot sees them as one. */
import type { SlackEnvironment } from '../config/environment.ts';
import { type ExtraName, jobsOfExtras } from '../domain/outward/job.ts';
import type { Extra, OpenedExtra, OpensExtra } from '../extra.ts';
import type { Check } from '../operator/doctor/check.ts';
import type { StatusMembers } from '../operator/doctor/diagnose.ts';
import { StartRefused } from '../operator/start-refused.ts';
import type { ExtraRuns } from '../queue/handlers.ts';
import type { Database } from '../store/platform/database.ts';
import type { StoreTransaction } from '../use-cases/ports/store-ports.ts';
import type { Context } from './app-context.ts';
import { logUnusablePath } from './open-governance.ts';
import type { OpenedStores } from './open-stores.ts';

export function openExtras(
  { extras, environment, world, onStop }: Context,
  deps: Pick<OpensExtra, 'metrics' | 'catalogue'>,
): OpenedExtra {
  const onUnusablePath: OpensExtra['onUnusablePath'] = (path) => logUnusablePath(world.log, path);
  const opening = { ...deps, environment, world, onStop, onUnusablePath };
  const opened = extras.map((extra) => extra.open?.(opening) ?? {});
  return {
    wrapped: (governance, store) =>
      opened.reduce((inner, one) => one.wrapped?.(inner, store) ?? inner, governance),
    jobs: (jobDeps) =>
      opened.reduce<ExtraRuns>((all, one) => ({ ...all, ...one.jobs?.(jobDeps) }), {}),
    repeated: opened.flatMap((one) => one.repeated ?? []),
    async readAgain(jobDeps) {
      for (const one of opened) await one.readAgain?.(jobDeps);
    },
    routes: (routeDeps) => opened.flatMap((one) => one.routes?.(routeDeps) ?? []),
    async status(store) {
      const members = await Promise.all(opened.map(async (one) => one.status?.(store)));
      return members.reduce<StatusMembers>((all, of) => ({ ...all, ...of }), {});
    },
  };
}

/** The doctor's checks of what the extras have in the database. */
export async function checksOfRows(
  extras: readonly Pick<Extra, 'checkRows'>[],
  database: Pick<Database, 'kysely'>,
  environment: Pick<SlackEnvironment, 'webhooks'>,
): Promise<readonly Check[]> {
  const checks = await Promise.all(
    extras.map(async (one) => one.checkRows?.(database, environment)),
  );
  return checks.flatMap((ofOne) => ofOne ?? []);
}

/** What an extra may have left, as the core sees it, and how a sentence says so. */
interface LeftByExtra {
  readonly name: ExtraName;
  readonly variables: string;
  readonly isSwitchedOn: (context: Pick<Context, 'environment'>) => boolean;
  readonly rows: string;
  readonly isAnyRowOpen: (tx: StoreTransaction) => Promise<boolean>;
}

const leftByExtras: readonly LeftByExtra[] = [
  {
    name: 'webhooks',
    variables: 'PUBLIC_URL and WEBHOOK_KEY are set',
    isSwitchedOn: ({ environment }) => environment.webhooks !== null,
    rows: 'a delivery waits for its answer',
    isAnyRowOpen: (tx) => tx.deliveries.isAnyOpen(),
  },
];

/**
 * Ends the start where an extra that is not mounted has something to do: nobody would do it, and
 * nobody would hear of it.
 *
 * @throws StartRefused
 */
export async function refuseUnmounted(
  context: Pick<Context, 'environment' | 'extras'>,
  { queue, background }: Pick<OpenedStores, 'queue' | 'background'>,
): Promise<void> {
  const mounted = new Set(context.extras.map(({ name }) => name));
  for (const { name, ...left } of leftByExtras) {
    if (mounted.has(name)) continue;
    if (left.isSwitchedOn(context)) throw notMounted(name, left.variables);
    if (await background.transaction(left.isAnyRowOpen)) throw notMounted(name, left.rows);
    const [kind] = await queue.waiting(jobsOfExtras[name]);
    if (kind !== undefined) throw notMounted(name, `a job ${kind} waits`);
  }
}

function notMounted(name: ExtraName, why: string): StartRefused {
  return new StartRefused(
    `The bot cannot start: the extra ${name} is not mounted, and ${why}. Mount it in src/extras/mounted.ts.`,
  );
}
