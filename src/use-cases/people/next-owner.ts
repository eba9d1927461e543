/** Nobody is told what was meant for the former owner of their Slack account. */

import { holders, isHolder } from '../../domain/action/holder-action.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { askedPeople } from '../../domain/task/task-snapshot.ts';
import type { KeptNotice } from '../ports/rows/notice-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { type IdentityDeps, priorityOf, resolveIdentity } from './resolve-identity.ts';

/** Whom a message is about, and what it says. */
interface Told {
  readonly request: Subject;
  readonly task: AskedTask | null;
  readonly notice: Pick<KeptNotice, 'body'>;
}

type AskedTask = Parameters<typeof askedPeople>[0];

/** Whoever asked was looked up so lately that nothing would be asked again. */
const knownForMs = 60_000;

/**
 * Whether an account that is to be told of a request belongs to somebody else by now. A party is
 * looked up, because the next owner may never use the bot; a lookup that fails says nothing. Nobody
 * is who asked a moment ago, or is looked at before it is sent. Reviewers were found by their email
 * just now.
 */
export async function isForFormerOwner(
  deps: IdentityDeps,
  slackUserId: string,
  { request, task, notice }: Told,
): Promise<boolean> {
  if (holders(request).has(slackUserId)) {
    if (!isHolder(request, slackUserId)) return true;
    const ageMs = deps.world.now().getTime() - request.createdAt.getTime();
    if (ageMs < knownForMs) return false;
    if (request.taskId !== null)
      await unlessFailing(resolveIdentity(deps, slackUserId, priorityOf(request)), () => null);
    const now = await deps.store.transaction((tx) => tx.requests.find(request.id));
    return now !== null && !isHolder(now, slackUserId);
  }
  if (notice.body.kind !== 'reminder' || task === null) return false;
  const change = await deps.store.transaction((tx) =>
    nextReviewer(tx, slackUserId, { request, task }),
  );
  return change !== null;
}

/**
 * What the account of a reviewer became since the request was made; null where the bot knows of
 * nothing, and where the next owner is a reviewer of it, too.
 */
export async function nextReviewer(
  tx: StoreTransaction,
  slackUserId: string,
  { request, task }: { readonly request: Subject; readonly task: AskedTask },
): Promise<{ readonly was: string; readonly is: string } | null> {
  const is = await tx.identities.resolvedAs(slackUserId);
  if (is === null || askedPeople(task).some(({ id }) => id === is)) return null;
  const was = await tx.identities.formerSince(slackUserId, request.createdAt);
  return was === null ? null : { was, is };
}
