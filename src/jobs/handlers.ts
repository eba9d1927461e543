import type { JobKind, OutwardJob } from '../domain/job.ts';
import { actOnDue } from '../use-cases/act-on-due.ts';
import { carryOutAction } from '../use-cases/carry-out-action.ts';
import { createTask } from '../use-cases/create-task.ts';
import { denyUndecided, type UndecidedDeps } from '../use-cases/deny-undecided.ts';
import { findTasksElsewhere } from '../use-cases/find-tasks-elsewhere.ts';
import { tellFollowers } from '../use-cases/follow-elsewhere.ts';
import { followGrants, warnOfEnds } from '../use-cases/follow-grants.ts';
import { followProfiles } from '../use-cases/follow-profiles.ts';
import { giveBackHeld } from '../use-cases/give-back-held.ts';
import { giveUp } from '../use-cases/give-up.ts';
import { postAuditHead } from '../use-cases/keep-audit-trail.ts';
import { readHeld } from '../use-cases/read-held.ts';
import { readWatched } from '../use-cases/read-watched.ts';
import { readWork } from '../use-cases/read-work.ts';
import { refreshTasks } from '../use-cases/refresh-tasks.ts';
import { sendDigest } from '../use-cases/send-digest.ts';
import { sendNotice } from '../use-cases/send-notice.ts';
import { syncCard, updateCard } from '../use-cases/sync-card.ts';
import { type SyncHomeDeps, syncHome } from '../use-cases/sync-home.ts';
import { syncOverview } from '../use-cases/sync-overview.ts';
import { type DeliveryDeps, takeDelivery } from '../use-cases/take-delivery.ts';
import { tellUnreadable } from '../use-cases/unreadable-delivery.ts';
import type { EarlierRuns, JobHandlers } from './job-queue.ts';

type Jobs = { readonly [Kind in JobKind]: Extract<OutwardJob, { kind: Kind }> };
type Runs = {
  readonly [Kind in JobKind]: (
    job: Jobs[Kind],
    earlier: EarlierRuns,
  ) => ReturnType<JobHandlers['run']>;
};

export interface HandlerDeps extends SyncHomeDeps {
  /** null where the service hands no steps to the bot. */
  readonly webhooks: (Pick<DeliveryDeps, 'taskIn'> & Pick<UndecidedDeps, 'callbacks'>) | null;
}

/** Which use cases a job runs, one after the other. */
export function createHandlers(deps: HandlerDeps): JobHandlers {
  const { webhooks } = deps;
  const runs: Runs = {
    'create-task': ({ requestId }, { hasServiceFailed }) =>
      createTask(deps, requestId, { hasServiceFailed }),
    'sync-card': ({ cardId }) => syncCard(deps, cardId),
    'update-card': ({ cardId }) => updateCard(deps, cardId),
    'carry-out-action': ({ actionId }) => carryOutAction(deps, actionId),
    'send-notice': ({ noticeId }, { mayBeDone }) => sendNotice(deps, noticeId, mayBeDone),
    'sync-home': ({ slackUserId }) => syncHome(deps, slackUserId),
    'read-held': ({ slackUserId }) => readHeld(deps, slackUserId),
    'read-work': ({ slackUserId }) => readWork(deps, slackUserId),
    'give-back-held': ({ returnId }) => giveBackHeld(deps, returnId),
    async 'retire-copy'({ channel, ts }) {
      // A copy that is gone already, or cannot be deleted, is left: clicks on it are honoured.
      await deps.chat.deleteMessage({ channel, ts });
    },
    'sync-overview': ({ channel }) => syncOverview(deps, channel),
    'act-on-due': () => actOnDue(deps),
    async 'take-delivery'({ webhookId }) {
      // Those that were kept before webhooks were switched off wait until they are on again.
      if (webhooks === null) return 'not-yet';
      return takeDelivery({ ...deps, ...webhooks }, webhookId);
    },
    'tell-unreadable': (job) => tellUnreadable(deps, job),
    async 'deny-undecided'() {
      if (webhooks !== null) await denyUndecided({ ...deps, ...webhooks });
    },
    'send-digest': ({ day }) => sendDigest(deps, day),
    async 'refresh-tasks'() {
      await refreshTasks(deps);
      await findTasksElsewhere(deps);
      await tellFollowers(deps);
      await followProfiles(deps);
    },
    'read-watched': () => readWatched(deps),
    async 'end-grants'() {
      await warnOfEnds(deps);
      await followGrants(deps);
    },
    'post-audit-head': () => postAuditHead(deps),
  };
  const run = <Kind extends JobKind>(kind: Kind, job: Jobs[Kind], earlier: EarlierRuns) =>
    runs[kind](job, earlier);
  return {
    run: (job, earlier) => run(job.kind, job, earlier),
    giveUp: (job, reference) => giveUp(deps, job, reference),
  };
}
