/** Taking access away, for chat and the command line alike. */
import type { TakenAway } from '../../domain/access/grant.ts';
import type { Result } from '../../domain/result.ts';
import { quotedBehind, quotedName } from '../../domain/text/foreign-text.ts';
import type { TaskAnswer } from '../../service/client/endpoints.ts';
import { createRevokeTask } from '../../service/client/optional-operations.ts';
import type { NamingDeps } from './names/named-access.ts';
import { type AdminCaller, type CommandRefusal, missingOperation } from './table/kept-command.ts';

export interface TakingDeps extends Pick<NamingDeps, 'client' | 'capabilities'> {
  /** Told of each order to take access away. */
  tookAway(of: TakenAway, answer: TaskAnswer): Promise<void>;
}

/** The access is there until the service says that it is gone. */
export async function takeAway(
  deps: TakingDeps,
  caller: AdminCaller,
  of: Omit<TakenAway, 'by'>,
): Promise<Result<TaskAnswer, CommandRefusal>> {
  const missing = missingOperation(createRevokeTask, deps.capabilities);
  if (missing !== null) return missing;
  const by = caller.via === 'chat' ? caller.slackUserId : null;
  const who = caller.via === 'chat' ? `Slack user ${by}` : quotedName(caller.name);
  const { appId, entitlementId, identityUserId, reason } = of;
  const description = `Taken away by ${who}. ${quotedBehind(reason)}`;
  const body = { appId, appEntitlementId: entitlementId, identityUserId, description };
  const answer = await deps.client.call(createRevokeTask, { path: {}, body });
  if (answer.ok) await deps.tookAway({ ...of, by }, answer.value);
  return answer;
}
