/** Nobody is told what was meant for the former owner of their Slack account. */

import { holders, isHolder } from '../../domain/action/holder-action.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { Subject } from '../../domain/request/subject.ts';
import {
  changedPerson,
  type IdentityDeps,
  priorityOf,
  resolveIdentity,
} from './resolve-identity.ts';

/** Whom a message is about. */
interface About {
  readonly request: Subject;
}

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
  about: About,
): Promise<boolean> {
  const { request } = about;
  const isParty = holders(request).has(slackUserId);
  if (!isParty) return false;
  if (deps.world.now().getTime() - request.createdAt.getTime() < knownForMs)
    return !isHolder(request, slackUserId);
  if (request.taskId !== null)
    await unlessFailing(resolveIdentity(deps, slackUserId, priorityOf(request)), () => null);
  return deps.store.transaction(
    async (tx) => (await changedPerson(tx, request, slackUserId, null)) !== null,
  );
}
