import type { NotYet, OutwardJob } from '../domain/job.ts';
import { actOnDue } from '../use-cases/act-on-due.ts';
import { carryOutHolderAction } from '../use-cases/carry-out-act.ts';
import { carryOutReview } from '../use-cases/carry-out-review.ts';
import { createTask } from '../use-cases/create-task.ts';
import { followGrants, warnOfEnds } from '../use-cases/follow-grants.ts';
import { giveUp } from '../use-cases/give-up.ts';
import { postAuditHead } from '../use-cases/keep-audit-trail.ts';
import { refreshTasks } from '../use-cases/refresh-tasks.ts';
import { sendDigest } from '../use-cases/send-digest.ts';
import { sendNotice } from '../use-cases/send-notice.ts';
import { syncCard } from '../use-cases/sync-card.ts';
import { type SyncHomeDeps, syncHome } from '../use-cases/sync-home.ts';
import { syncOverview } from '../use-cases/sync-overview.ts';
import type { JobHandlers } from './job-queue.ts';

/** Which use case a job calls: one each. */
export function createHandlers(deps: SyncHomeDeps): JobHandlers {
  return {
    async run(job: OutwardJob, isRepeated: boolean): Promise<NotYet | void> {
      switch (job.kind) {
        case 'create-task':
          return createTask(deps, job.requestId);
        case 'sync-card':
          return syncCard(deps, job.cardId);
        case 'carry-out-review':
          return carryOutReview(deps, job.reviewId);
        case 'carry-out-holder-action':
          return carryOutHolderAction(deps, job.holderActionId);
        case 'send-notice':
          return sendNotice(deps, job.noticeId, isRepeated);
        case 'sync-home':
          return syncHome(deps, job.slackUserId);
        case 'retire-copy':
          // A copy that is gone already, or cannot be deleted, is left: clicks on it are honoured.
          await deps.chat.deleteMessage({ channel: job.channel, ts: job.ts });
          return;
        case 'sync-overview':
          return syncOverview(deps, job.channel);
        case 'act-on-due':
          return actOnDue(deps);
        case 'send-digest':
          return sendDigest(deps, job.day);
        case 'refresh-tasks':
          return refreshTasks(deps);
        case 'end-grants':
          await warnOfEnds(deps);
          return followGrants(deps);
        case 'post-audit-head':
          return postAuditHead(deps);
      }
    },
    giveUp: (job, reference) => giveUp(deps, job, reference),
  };
}
