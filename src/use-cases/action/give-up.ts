import { isOver } from '../../domain/action/action.ts';
import type { ExtraJob, OutwardJob } from '../../domain/outward/job.ts';
import type { LocalDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { channelOf, record, tellUndelivered } from '../record/record.ts';
import { stopRequest } from '../request/stop-request.ts';
import { refuseAction } from './settle-action.ts';

/**
 * Tells who waits for a job of an extra. False, changing nothing, where another run of the job has
 * done its work meanwhile; true where nobody waits for it by name.
 */
export type GiveUpOfExtra = (
  tx: StoreTransaction,
  job: ExtraJob,
  reference: string,
) => Promise<boolean>;

export interface GiveUpDeps {
  readonly giveUpOfExtra: GiveUpOfExtra;
}

/**
 * A job that failed again and again, for a reason of our own (a bug), or because Slack never took
 * it: nobody is left waiting without a word. The reference leads the operator to the log line.
 */
export async function giveUp(
  deps: GiveUpDeps &
    Pick<LocalDeps, 'store' | 'governance' | 'deliveredSteps' | 'limits' | 'settings'>,
  job: OutwardJob,
  reference: string,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    if (!(await tellWhoWaits(tx, deps, job, reference))) return;
    const posting = await postingOf(tx, job);
    if (posting !== null) await tellUndelivered(tx, deps, posting);
    await record(tx, {
      kind: 'job.failed',
      requestId: job.kind === 'create-task' ? job.requestId : (posting?.requestId ?? null),
      detail: { job, reference },
    });
  });
}

/** What was to be posted about a request, and where; null of another job. */
async function postingOf(tx: StoreTransaction, job: OutwardJob) {
  if ('cardId' in job) return tx.cards.find(job.cardId);
  const notice = 'noticeId' in job ? await tx.notices.find(job.noticeId) : null;
  if (notice === null) return null;
  return { requestId: notice.requestId, channel: channelOf(notice.target) };
}

/** False, changing nothing, where another run of the job has done its work meanwhile. */
async function tellWhoWaits(
  tx: StoreTransaction,
  deps: GiveUpDeps & Pick<LocalDeps, 'governance' | 'deliveredSteps' | 'limits'>,
  job: OutwardJob,
  reference: string,
): Promise<boolean> {
  switch (job.kind) {
    case 'create-task':
      return stopRequest(tx, job.requestId, { state: 'uncertain' });
    case 'sync-card':
      return giveUpCard(tx, job.cardId);
    case 'carry-out-action': {
      const action = await tx.actions.find(job.actionId);
      if (action === null || isOver(action)) return false;
      await refuseAction(tx, deps, action, { code: 'failed', reference });
      return true;
    }
    case 'give-back-held':
    case 'read-held':
    case 'read-work':
    case 'take-delivery':
    case 'tell-delivery':
    case 'deny-undecided':
    case 'show-draft':
      return deps.giveUpOfExtra(tx, job, reference);
    // What they would show or say comes with the next of their kind, or stays in the trail.
    case 'send-notice':
    case 'show-asking':
    case 'show-list':
    case 'tell-removed':
    case 'update-card':
    case 'sync-home':
    case 'retire-copy':
    case 'act-on-due':
    case 'refresh-tasks':
    case 'read-watched':
    case 'end-grants':
      return true;
  }
}

/** A card that was never posted: the requester is told that nobody sees it there. */
async function giveUpCard(tx: StoreTransaction, cardId: string): Promise<boolean> {
  const card = await tx.cards.find(cardId);
  const request = card === null || card.ts !== null ? null : await tx.subjects.find(card.requestId);
  if (card === null || request === null) return false;
  await tx.cards.save(card.id, { state: 'unreachable', postingSince: null });
  return true;
}
