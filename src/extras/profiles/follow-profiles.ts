/** What comes of access profiles that people have joined. */
import { isDeepStrictEqual } from 'node:util';
import { isSame } from '../../domain/access/held-access.ts';
import {
  isSettled,
  type ProfileItem,
  type ProfileOutcome,
} from '../../domain/profiles/access-profile.ts';
import { askedPeople, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { answerOrNull } from '../../use-cases/ports/remember-answers.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { record } from '../../use-cases/record/record.ts';
import { profileItems } from './joined-profiles.ts';
import { type FollowedProfile, profileRows } from './profile-tables.ts';
import {
  followedForMs,
  nextProfileLookMs,
  outcomeOf,
  seenByOthers,
  taskOf,
  withTask,
} from './rules/item-progress.ts';

/** Profiles looked at in one round; the next round comes by itself. */
const profilesPerRound = 10;
/** Items asked for in one search; services do not document a limit. */
const itemsAtOnce = 20;
/** Bindings of them that are read: one for each account. */
const mostBindings = 100;
/** Clocks differ. */
const overlapMs = 10 * 60_000;

/**
 * After somebody has joined a profile, the service opens a task for each item that they do not have
 * (docs/spec/deployments.md#request-catalogs). Follows those that were asked for here until each
 * item is settled, for two weeks at most, by a search for tasks and one for grants a look. The
 * holders are told once.
 */
export async function followProfiles(deps: UseCaseDeps): Promise<void> {
  const now = deps.world.now();
  const due = await deps.store.transaction((tx) =>
    rowsOfExtra(tx, profileRows).due(now, profilesPerRound),
  );
  for (const profile of due) await look(deps, profile, now);
}

interface Look {
  readonly items: readonly ProfileItem[];
  readonly tasks: readonly TaskSnapshot[];
  /** Whether the service told anything. */
  readonly isRead: boolean;
}

async function look(deps: UseCaseDeps, profile: FollowedProfile, now: Date): Promise<void> {
  const { requestId, request, startedAt } = profile;
  const { items, tasks, isRead } = await itemsNow(deps, profile);
  const sinceMs = now.getTime() - startedAt.getTime();
  const isOver = items.length > 0 && items.every(isSettled);
  const isEnded = isOver || sinceMs >= followedForMs;
  await deps.store.transaction(async (tx) => {
    await rowsOfExtra(tx, profileRows).save(requestId, {
      items,
      lookAt: new Date(now.getTime() + nextProfileLookMs(sinceMs)),
      endedAt: isEnded ? now : null,
      ...(isRead ? { readAt: now } : {}),
    });
    await nameOnCards(tx, requestId, ofItems(items, tasks));
    if (isEnded || !isDeepStrictEqual(items, profile.items)) tx.marks.mark(requestId);
    // What they had before needs no word.
    const isNews = items.some(({ state }) => state !== 'had');
    const visibleItems = request.targetSlackId === null ? items : seenByOthers(items);
    if (isEnded && isNews) await settle(tx, requestId, outcomeOf(visibleItems));
  });
}

/** Tells its parties once, whichever reading finds it out. */
async function settle(
  tx: StoreTransaction,
  requestId: string,
  detail: ProfileOutcome,
): Promise<void> {
  const news = { kind: 'profile-settled', detail, occurrence: '' } as const;
  if (await tx.posts.keepNews(requestId, news, tx.at))
    await record(tx, { kind: 'profile.settled', requestId, detail });
}

async function itemsNow(deps: UseCaseDeps, profile: FollowedProfile): Promise<Look> {
  const { governance, world } = deps;
  const { startedAt, request } = profile;
  const { identityUserId } = request;
  const items = knownItems(deps, profile);
  if (identityUserId === null) return { items, tasks: [], isRead: false };
  const since = new Date(startedAt.getTime() - overlapMs);
  const tasks = await answerOrNull(
    world,
    governance.profileTasks(identityUserId, since),
    'tasks of a profile not searched',
  );
  const withTasks = items.map((item) => {
    const task = taskOf(item, tasks ?? []);
    return task === null ? item : withTask(item, task);
  });
  const unseen = withTasks.filter(({ state }) => state === 'unseen').slice(0, itemsAtOnce);
  const reading =
    unseen.length > 0
      ? await answerOrNull(
          world,
          governance.heldBy(identityUserId, { entitlements: unseen }, mostBindings),
          'what somebody has of a profile not read',
        )
      : null;
  const holdings = reading?.held ?? [];
  const withHeld = (item: ProfileItem): ProfileItem => {
    const holding = item.state === 'unseen' ? holdings.find((one) => isSame(one, item)) : undefined;
    if (holding === undefined) return item;
    return { ...item, state: 'had', name: item.name || holding.entitlementName };
  };
  return {
    items: withTasks.map(withHeld),
    tasks: tasks ?? [],
    isRead: tasks !== null || reading !== null,
  };
}

/** What the profile holds may have changed between the request and the day on which somebody joined. */
function knownItems(deps: UseCaseDeps, profile: FollowedProfile): readonly ProfileItem[] {
  const { items, readAt, catalogId } = profile;
  if (readAt !== null && items.length > 0) return items;
  const now = deps.visibility.profileOf({ resourceId: catalogId })?.items ?? null;
  return now === null ? items : profileItems(deps.catalogue, now);
}

function ofItems(items: readonly ProfileItem[], tasks: readonly TaskSnapshot[]): TaskSnapshot[] {
  const ids = new Set(items.map(({ taskId }) => taskId));
  return tasks.filter(({ id }) => ids.has(id));
}

/** The cards of these tasks, and the Homes of their reviewers, name the profile from now on. */
async function nameOnCards(
  tx: StoreTransaction,
  requestId: string,
  tasks: readonly TaskSnapshot[],
): Promise<void> {
  const linked = await rowsOfExtra(tx, profileRows).link(
    requestId,
    tasks.map(({ id }) => id),
  );
  for (const task of tasks.filter(({ id }) => linked.includes(id))) {
    const subject = await tx.subjects.ofTask(task.id);
    if (subject === null) continue;
    tx.marks.mark(subject.id);
    tx.marks.markHomes({ identities: askedPeople(task).map(({ id }) => id) });
  }
}
