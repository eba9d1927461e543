import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import { rowsOfExtra } from '../../store/rows-of-extra.ts';
import { cardIdOf } from '../../use-cases/card/request-cards.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { HomeReading } from '../../use-cases/home/home-reading.ts';
import { resolveIdentity } from '../../use-cases/people/resolve-identity.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { keepElsewhere } from '../../use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../use-cases/task/record-reading.ts';
import type { ReadWorkOf } from './read-reviewer-work.ts';
import { inOrderOfWork, type WorkItem, workLines } from './rules/reviewer-work.ts';
import { type WorkReading, workRows } from './work-tables.ts';

/** More is neither read nor shown: a Home has room for a fraction. */
const mostTasks = 100;
/** Removals of access that are put on a Home in one go. */
const mostRemovals = 25;

/** What waits for a person who has opened their Home. A failed try does not count: it is made again. */
export const workForHome = new HomeReading<WorkReading>({
  job: (slackUserId) => ({ kind: 'read-work', slackUserId }),
  last: (tx, slackUserId) => rowsOfExtra(tx, workRows).reading(slackUserId),
  againAfterMs: 5 * 60_000,
  countsFrom: ({ readAt }) => readAt,
  isReadUnopened: false,
  content: ({ lines }) => lines,
});

export interface ReadWorkDeps extends UseCaseDeps {
  readonly workOf: ReadWorkOf;
}

export function workJobs(deps: ReadWorkDeps): ExtraRuns {
  return { 'read-work': ({ slackUserId }) => readWork(deps, slackUserId) };
}

/**
 * Reads what waits for a person in the service, for their Home: removals of access to decide there,
 * and everything else as lines with links. Nothing of it is posted anywhere, because a card would
 * tell a channel of a dismissal before the person knows.
 */
export async function readWork(deps: ReadWorkDeps, slackUserId: string): Promise<void> {
  const { settings, store, world } = deps;
  const before = await store.transaction((tx) => workForHome.of.last(tx, slackUserId));
  if (workForHome.isRecent(before, world.now())) return;
  const identity = await unlessFailing(resolveIdentity(deps, slackUserId, 'in-turn'), () => null);
  if (identity?.ok !== true) return;
  const identityUserId = identity.value.id;
  const work = await unlessFailing(deps.workOf(identityUserId, mostTasks), (err) => {
    world.log.warn({ err }, 'what waits for a person was not read');
    return null;
  });
  if (work === null) return;
  const items = inOrderOfWork(work.items, new Set(settings.apps.map(({ id }) => id)));
  const tasksById = await knownTasks(deps, items);
  // Setting up by hand is nothing that the bot shows or asks for elsewhere.
  const others = items.filter(({ id, isSetUp }) => isSetUp || !tasksById.has(id));
  const removals = others.filter(isRemoval).slice(0, mostRemovals);
  const taskIds = await showRemovals(deps, removals, { slackUserId, identityUserId });
  const lines = workLines(others.filter(({ id }) => !taskIds.has(id)));
  await store.transaction(async (tx) => {
    const reading = { identityUserId, lines, isCut: work.isCut, readAt: tx.at };
    await rowsOfExtra(tx, workRows).keep(slackUserId, reading);
    const isSame = workForHome.isSame(before, reading);
    if (!isSame || taskIds.size > 0) tx.marks.markHomes({ slackUsers: [slackUserId] });
  });
}

async function knownTasks(
  { store }: UseCaseDeps,
  items: readonly WorkItem[],
): Promise<ReadonlySet<string>> {
  const ids = items.map(({ id }) => id);
  const unknown = new Set(await store.transaction((tx) => tx.subjects.unknownTasks(ids)));
  return new Set(ids.filter((id) => !unknown.has(id)));
}

function isRemoval({ kind, isSetUp }: WorkItem): boolean {
  return kind === 'revoke' && !isSetUp;
}

interface Reviewer {
  readonly slackUserId: string;
  readonly identityUserId: string;
}

/** Ids of those that are decided on the person's Home from now on. */
async function showRemovals(
  { governance, store, ...deps }: UseCaseDeps,
  removals: readonly WorkItem[],
  reviewer: Reviewer,
): Promise<ReadonlySet<string>> {
  const taskIds = new Set<string>();
  if (removals.length === 0) return taskIds;
  const ids = removals.map(({ id }) => id);
  const reading = governance.readTasks(ids, { onUnread: () => undefined });
  const tasks = await unlessFailing(reading, () => null);
  if (tasks === null) return taskIds;
  for (const task of tasks.values()) {
    if (!isOpen(task) || task.takesAway !== true) continue;
    if (!task.stepApprovers.some(({ id }) => id === reviewer.identityUserId)) continue;
    await store.transaction((tx) =>
      showRemoval(tx, { ...deps, governance, store }, { task, slackUserId: reviewer.slackUserId }),
    );
    taskIds.add(task.id);
  }
  return taskIds;
}

async function showRemoval(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  { task, slackUserId }: { readonly task: TaskSnapshot; readonly slackUserId: string },
): Promise<void> {
  const isNew = (await tx.subjects.unknownTasks([task.id])).length > 0;
  const subject = isNew ? await keepElsewhere(tx, task, tx.at) : await tx.subjects.ofTask(task.id);
  if (subject === null) return;
  await recordReading(tx, deps, subject, task);
  // The buttons on Home hang on a card, which is not posted.
  const { id, state } = await tx.cards.want(
    cardIdOf(subject.id, slackUserId),
    subject.id,
    slackUserId,
  );
  if (state === 'wanted') await tx.cards.save(id, { state: 'hidden' });
}
