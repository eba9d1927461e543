/** Who lost access that a reviewer removed, and who had requested it, hear of it. */

import { holders } from '../../domain/action/holder-action.ts';
import type { NoticeBody } from '../../domain/message/notice.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { isOtherAccount } from '../../domain/request/granted-by-task.ts';
import type { Subject } from '../../domain/request/subject.ts';
import {
  botAccountsOf,
  decidingPeople,
  isFor,
  isRemoved,
  isUnread,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import { slackAccountsOf } from '../card/card-model.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { FollowedGrant } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tellEach } from '../record/record.ts';
import { lookWhetherGone, revokedTime } from './end-grants.ts';

type RemovedBody = NoticeBody<'access-removed'>;

interface Removal {
  readonly subject: Subject;
  readonly task: TaskSnapshot;
  readonly identityUserId: string;
}

/**
 * Tells that access was removed, to each person once, however often it runs. Where tasks cannot be
 * read, nobody knows when it is gone: then it tells that somebody approved it.
 *
 * @returns `not-yet` while nobody knows whose decision it was
 */
export async function tellRemoved(deps: UseCaseDeps, requestId: string): Promise<NotYet | void> {
  const removal = await deps.store.transaction((tx) => removalOf(tx, requestId));
  if (removal === null) return;
  const isGone = isRemoved(removal.task);
  if (!isGone && !isUnread(removal.task)) return;
  const accounts = await accountsOf(deps, removal);
  return deps.store.transaction(async (tx) => {
    const { subject, task } = removal;
    await tx.tasks.lock(task.id);
    const decisions = await tx.actions.decisionsOn(task.id);
    if (decisions.some(({ state }) => state === 'sending')) return 'not-yet';
    const approvals = decisions.filter(({ state, verb }) => state === 'done' && verb === 'approve');
    if (!isGone && approvals.length === 0) return;
    const removedAt = isGone ? revokedTime(task, tx.at) : null;
    const body: RemovedBody = {
      kind: 'access-removed',
      by: [...new Set(approvals.map(({ by }) => by.userId))],
      byNames: await namesElsewhere(tx, deps, removal),
      removedAt: removedAt?.toISOString() ?? null,
      taken: takenBy(task).map(({ id, name }) => ({ id, name })),
    };
    const grants = await grantsOf(tx, removal, removedAt);
    const { kind: _, ...detail } = body;
    const ended = [...grants, ...(await takenBefore(tx, removal, removedAt))];
    for (const { request } of ended) {
      const others = ended.filter((one) => one.request.id !== request.id);
      const news = {
        ...detail,
        taken: detail.taken.map((one) => ({ ...one, toldTo: toldOf(one, others) })),
      };
      const removed = { kind: 'removed', detail: news, occurrence: task.id } as const;
      await tx.posts.keepNews(request.id, removed, tx.at);
    }
    // Those who have the message of their request learn it there.
    const parties = new Set(ended.flatMap(({ request }) => [...holders(request)]));
    await tell(
      tx,
      subject,
      task,
      body,
      accounts.filter((one) => !parties.has(one)),
    );
    if (removedAt !== null) for (const grant of grants) await followRemoved(tx, grant, removedAt);
    return;
  });
}

/** Slack ids of those who are told of what was taken with one of these requests. */
function toldOf(
  { id }: { readonly id: string },
  requests: readonly Pick<FollowedGrant, 'request'>[],
): readonly string[] {
  const ofIt = requests.filter(({ request }) => request.entitlementId === id);
  return ofIt.flatMap(({ request }) => [...holders(request)]);
}

async function tell(
  tx: StoreTransaction,
  subject: Subject,
  { id: taskId }: TaskSnapshot,
  message: RemovedBody,
  people: Iterable<string>,
): Promise<void> {
  const key = `access-ended:removed:${taskId}`;
  await tellEach(tx, people, { key, requestId: subject.id, body: message });
}

/** The removal; null where it is none, or the service names another person than before. */
async function removalOf(tx: StoreTransaction, requestId: string): Promise<Removal | null> {
  const row = await tx.subjects.standing(requestId);
  if (row?.request.elsewhere?.kind !== 'revoke') return null;
  const { request: subject, task } = row;
  const { identityUserId } = subject;
  if (task === null || identityUserId === null || !isFor(task, identityUserId)) return null;
  return { subject, task, identityUserId };
}

/** The Slack accounts of the person who loses it, who may never have used the bot. */
async function accountsOf(
  { store, directory }: UseCaseDeps,
  { task, identityUserId }: Removal,
): Promise<readonly string[]> {
  const accounts = await store.transaction((tx) => tx.identities.slackIdsOf([identityUserId]));
  if (accounts.length > 0 || task.target === null) return accounts;
  const people = await slackAccountsOf(directory, [task.target]);
  return [...people.values()].map(({ userId }) => userId);
}

/**
 * Names of those who decided in the console. Where the bot's account is not told and it may have
 * decided, one of these names is the bot's, so nobody is named.
 */
async function namesElsewhere(
  tx: StoreTransaction,
  { governance }: Pick<UseCaseDeps, 'governance'>,
  { subject, task }: Removal,
): Promise<readonly string[]> {
  const bots = botAccountsOf(task, subject.id, governance.knownOwnUserId());
  const isBotUnknown = bots.length === 0 && (await tx.actions.allowedOn(task.id)).length > 0;
  return isBotUnknown ? [] : namesOf(decidingPeople(task, bots));
}

/** What the removal takes away, the access itself first. */
function takenBy(task: TaskSnapshot) {
  const { appId, entitlements, alsoTaken = [] } = task;
  return [...entitlements, ...alsoTaken.map((one) => ({ ...one, appId }))];
}

/**
 * The grants by which the person had it. A removal can be told late: what was granted since then is
 * not taken away by it.
 */
async function grantsOf(
  tx: StoreTransaction,
  { task, identityUserId }: Removal,
  removedAt: Date | null,
): Promise<readonly FollowedGrant[]> {
  const grants: FollowedGrant[] = [];
  for (const { appId, id: entitlementId } of takenBy(task))
    grants.push(...(await tx.grants.runningOf({ appId, entitlementId, identityUserId })));
  return grants.filter(
    ({ request, startedAt }) =>
      !isOtherAccount(request, task.accountId) && (removedAt === null || startedAt <= removedAt),
  );
}

/** So long before the removal is read, the end of what it took may be known. */
const readBeforeMs = 3_600_000;

/** What the removal took, and whose end was known before it. */
async function takenBefore(
  tx: StoreTransaction,
  { task, identityUserId }: Removal,
  removedAt: Date | null,
): Promise<readonly Pick<FollowedGrant, 'request'>[]> {
  if (removedAt === null) return [];
  const since = new Date(removedAt.getTime() - readBeforeMs);
  const ended: Pick<FollowedGrant, 'request'>[] = [];
  for (const { appId, id: entitlementId } of takenBy(task))
    ended.push(...(await tx.grants.takenSince({ appId, entitlementId, identityUserId }, since)));
  return ended.filter(({ request }) => !isOtherAccount(request, task.accountId));
}

/** It is looked at like any other access that was taken away. */
async function followRemoved(
  tx: StoreTransaction,
  { request, revocationPending }: FollowedGrant,
  revokedAt: Date,
): Promise<void> {
  const end = revocationPending ?? 'taken-away';
  await lookWhetherGone(tx, request, { revocationPending: end, revokedAt });
}
