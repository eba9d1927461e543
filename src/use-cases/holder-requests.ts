import { isHolder } from '../domain/holder-action.ts';
import { isOpen } from '../domain/task-snapshot.ts';
import type { HomeRequest } from './chat-ports.ts';
import { mayEscalate } from './may-escalate.ts';
import type { AccessGovernance } from './ports.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

export interface HolderRequestsDeps {
  readonly store: Store;
  readonly governance: Pick<AccessGovernance, 'operations'>;
}

/** As many requests as Home shows: with their buttons they fit Slack's 100 blocks. */
const shownRequests = 20;

/** What somebody asked for, or others asked for them, newest first, with what they may do about each. */
export function holderRequests(deps: HolderRequestsDeps, slackUserId: string): Promise<readonly HomeRequest[]> {
  return deps.store.transaction(async (tx) => {
    const found: HomeRequest[] = [];
    for (const request of await tx.requests.ofHolder(slackUserId, shownRequests)) {
      found.push(await holderRequest(deps, tx, slackUserId, request));
    }
    return found;
  });
}

async function holderRequest(
  deps: HolderRequestsDeps,
  tx: StoreTransaction,
  slackUserId: string,
  request: HomeRequest['request'],
): Promise<HomeRequest> {
  const { operations } = deps.governance;
  const task = request.taskId === null ? null : ((await tx.tasks.find(request.taskId))?.snapshot ?? null);
  const grant = await tx.grants.find(request.id);
  const isActive = grant !== null && grant.endedAt === null;
  const isUnderWay = task === null ? request.state !== 'refused' && request.state !== 'abandoned' : isOpen(task);
  const isTheirs = isHolder(request, slackUserId);
  return {
    request,
    task,
    grant,
    can: {
      escalate: isTheirs && task !== null && mayEscalate(operations, task),
      extend: isTheirs && isActive && grant.endsAt !== null,
      giveBack: isTheirs && isActive && operations.has('taskRevoke'),
      again: isTheirs && !isUnderWay && !isActive,
    },
  };
}
