import { z } from 'zod';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import type { TenantClient } from '../../service/capabilities.ts';
import { searchTasks } from '../../service/client/optional-operations.ts';
import { type Expanded, firstLocated } from '../../service/client/wire/expanded.ts';
import { pages } from '../../service/client/wire/paging.ts';
import { dateTime, instantOf, word } from '../../service/client/wire/wire-fields.ts';
import { setUpInstructions } from '../../service/read/catalogue/policy.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { HomeReading } from '../../use-cases/home/home-reading.ts';
import { resolveIdentity } from '../../use-cases/people/resolve-identity.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { keepElsewhere, wantHidden } from '../../use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../use-cases/task/record-reading.ts';
import { inOrderOfWork, type WorkItem, type WorkReview, workLines } from './rules/reviewer-work.ts';
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
  readonly workOf: (identityUserId: string, most: number) => ReturnType<typeof readWorkOf>;
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
    await store.transaction((tx) => showRemoval(tx, { ...deps, governance, store }, task));
    taskIds.add(task.id);
  }
  return taskIds;
}

async function showRemoval(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  task: TaskSnapshot,
): Promise<void> {
  const isNew = (await tx.subjects.unknownTasks([task.id])).length > 0;
  const subject = isNew ? await keepElsewhere(tx, task, tx.at) : await tx.subjects.ofTask(task.id);
  if (subject === null) return;
  await recordReading(tx, deps, subject, task);
  const { id, state } = await wantHidden(tx, subject);
  if (state === 'wanted') await tx.cards.save(id, { state: 'hidden' });
}

const typed = z.record(z.string(), z.unknown());
const ofApp = z.object({ appId: word });
const certified = z.object({ certify: z.object({ accessReviewId: word }) });
const review = z.object({ id: word, displayName: word, completionDate: dateTime });

/** The oldest open tasks of any kind that are assigned to a person now, as a line can say them. */
export async function readWorkOf(
  tenant: TenantClient,
  identityUserId: string,
  most: number,
): Promise<{
  readonly items: readonly WorkItem[];
  /** Whether there are more. */
  readonly isCut: boolean;
} | null> {
  const client = tenant.having(searchTasks);
  if (client === null) return null;
  const body = {
    taskStates: ['TASK_STATE_OPEN'],
    assigneesInIds: [identityUserId],
    sortBy: 'TASK_SEARCH_SORT_BY_CREATED_AT',
    expandMask: { paths: ['access_review_id'] },
  };
  const items = new Map<string, WorkItem>();
  for await (const page of pages(client, searchTasks, { path: {}, body })) {
    for (const view of page.list) {
      if (items.size >= most) return { items: [...items.values()], isCut: true };
      const { task } = view;
      const { otherStep } = taskSnapshot(view, page.expanded);
      const [[kind, about] = ['', {}]] = Object.entries(typed.safeParse(task.type).data ?? {});
      items.set(task.id, {
        id: task.id,
        numericId: task.numericId,
        kind,
        appId: ofApp.safeParse(about).data?.appId ?? '',
        createdAt: instantOf(task.createdAt),
        isSetUp: otherStep?.kind === 'set-up-by-hand',
        name: word.parse(task.displayName),
        instructions: setUpInstructions(task),
        review: reviewOf(task.type, page.expanded, view.accessReviewPath),
      });
    }
  }
  return { items: [...items.values()], isCut: false };
}

/** null of a task of another kind. Its name and date are empty where they are not expanded. */
function reviewOf(type: unknown, expanded: Expanded, path: string): WorkReview | null {
  const certification = certified.safeParse(type).data;
  if (certification === undefined) return null;
  const { accessReviewId: id } = certification.certify;
  const campaign = firstLocated(expanded, path, review);
  if (campaign === undefined || campaign.id !== id) return { id, name: '', dueAt: null };
  const dueAt = instantOf(campaign.completionDate)?.toISOString() ?? null;
  return { id, name: campaign.displayName, dueAt };
}
