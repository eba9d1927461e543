import { type HeldAccess, isSame } from '../../domain/access/held-access.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { HomeReading } from '../../use-cases/home/home-reading.ts';
import { resolveIdentity } from '../../use-cases/people/resolve-identity.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { type HeldReading, heldRows, nothingHeld } from './held-tables.ts';
import type { HeldReturn } from './rules/held-return.ts';

/** More of one person is not read: a Home shows a fraction of it. */
const mostHeld = 500;
/** Returns of one person that are looked at again. */
const mostReturns = 50;
/** Where no task tells what became of it, giving back is forgotten after this. */
const forgottenAfterMs = 24 * 3_600_000;

/** What a person holds. A failed try counts: its age is shown, and the next is as far away. */
export const heldForHome = new HomeReading<HeldReading>({
  job: (slackUserId) => ({ kind: 'read-held', slackUserId }),
  last: (tx, slackUserId) => rowsOfExtra(tx, heldRows).reading(slackUserId),
  againAfterMs: 10 * 60_000,
  countsFrom: ({ triedAt }) => triedAt,
  isReadUnopened: true,
  content: ({ held }) => held,
});

/**
 * Reads what a person has in the apps that the bot offers, wherever it was granted, for their Home.
 * The reading before stays where this one fails: Home shows it with its age, and the next look at
 * Home tries again.
 */
export async function readHeld(deps: UseCaseDeps, slackUserId: string): Promise<void> {
  const { before, returns } = await deps.store.transaction(async (tx) => ({
    before: await heldForHome.of.last(tx, slackUserId),
    returns: await rowsOfExtra(tx, heldRows).returnsOf(slackUserId, mostReturns),
  }));
  const returnsUnderWay = returns.filter(({ state }) => state === 'asked');
  // What was just given back changes sooner.
  if (heldForHome.isRecent(before, deps.world.now()) && returnsUnderWay.length === 0) return;
  const reading = await unlessFailing(readNow(deps, slackUserId), () => 'failed' as const);
  if (reading === null) return;
  const tasks = await unlessFailing(tasksOf(deps, returnsUnderWay), () => new Map());
  await deps.store.transaction(async (tx) => {
    if (reading === 'failed') await rowsOfExtra(tx, heldRows).markTried(slackUserId, tx.at);
    else await rowsOfExtra(tx, heldRows).keep(slackUserId, reading);
    let isChanged = reading === 'failed' || !heldForHome.isSame(before, reading);
    // What a reading that was cut off does not show may still be there.
    const whole = reading === 'failed' || reading.isCut ? null : reading.held;
    for (const one of returnsUnderWay) {
      const task = tasks.get(one.taskId ?? '') ?? null;
      isChanged = (await settleReturn(tx, one, task, whole)) || isChanged;
    }
    if (isChanged || hadFailed(before)) tx.marks.markHomes({ slackUsers: [slackUserId] });
  });
}

function hadFailed(reading: HeldReading | null): boolean {
  return reading !== null && (reading.readAt === null || reading.triedAt > reading.readAt);
}

async function readNow(deps: UseCaseDeps, slackUserId: string): Promise<HeldReading | null> {
  const identity = await resolveIdentity(deps, slackUserId, 'in-turn');
  // Nobody that the service knows has anything there.
  if (!identity.ok) return { ...nothingHeld, triedAt: deps.world.now() };
  const appIds = deps.catalogue.apps('').map(({ id }) => id);
  const reading = await deps.governance.heldBy(identity.value.id, { appIds }, mostHeld);
  if (reading === null) return reading;
  const readAt = deps.world.now();
  return { ...reading, readAt, triedAt: readAt, identityUserId: identity.value.id };
}

async function tasksOf(
  { governance }: UseCaseDeps,
  returns: readonly HeldReturn[],
): Promise<ReadonlyMap<string, TaskSnapshot>> {
  const ids = returns.flatMap(({ taskId }) => taskId ?? []);
  if (ids.length === 0) return new Map();
  return (await governance.readTasks(ids, { onUnread: () => undefined })) ?? new Map();
}

/** Whether something came of it: the service took the access away, or decided that it stays. */
async function settleReturn(
  tx: StoreTransaction,
  one: HeldReturn,
  task: TaskSnapshot | null,
  held: readonly HeldAccess[] | null,
): Promise<boolean> {
  const isClosed = task !== null && !isOpen(task);
  const isThere = held?.some((other) => isSame(other, one) && other.account.id === one.accountId);
  const isForgotten = task === null && tx.at.getTime() - one.at.getTime() > forgottenAfterMs;
  if (isThere === false || (isClosed && task.outcome === 'revoked') || isForgotten) {
    await rowsOfExtra(tx, heldRows).saveReturn(one.id, { state: 'over', at: tx.at });
    return true;
  }
  if (!isClosed) return false;
  await rowsOfExtra(tx, heldRows).saveReturn(one.id, {
    state: 'refused',
    refusal: { code: 'kept' },
    at: tx.at,
  });
  return true;
}
