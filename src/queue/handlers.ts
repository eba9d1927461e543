import type { ExtraJobKind, JobKind, NotYet, OutwardJob } from '../domain/outward/job.ts';
import { followGrants, warnOfEnds } from '../use-cases/access/follow-grants.ts';
import { tellRemoved } from '../use-cases/access/removed-access.ts';
import { carryOutAction } from '../use-cases/action/carry-out-action.ts';
import { type GiveUpDeps, giveUp } from '../use-cases/action/give-up.ts';
import { syncCard, updateCard } from '../use-cases/card/sync-card.ts';
import type { UseCaseDeps } from '../use-cases/deps.ts';
import { actOnDue } from '../use-cases/due/act-on-due.ts';
import { type SyncHomeDeps, syncHome } from '../use-cases/home/sync-home.ts';
import { sendNotice } from '../use-cases/message/send-notice.ts';
import { createTask } from '../use-cases/request/create-task.ts';
import { showAsking } from '../use-cases/show/show-asking.ts';
import { showList } from '../use-cases/show/show-list.ts';
import { readWatched } from '../use-cases/task/read-watched.ts';
import { refreshTasks } from '../use-cases/task/refresh-tasks.ts';
import type { EarlierRuns, JobHandlers } from './job-queue.ts';

type Jobs = { readonly [Kind in JobKind]: Extract<OutwardJob, { kind: Kind }> };
type Runs = {
  readonly [Kind in JobKind]: (
    job: Jobs[Kind],
    earlier: EarlierRuns,
  ) => ReturnType<JobHandlers['run']>;
};

/** How extras carry out jobs of their kinds; absent of an extra that is not mounted. */
export type ExtraRuns = Partial<Pick<Runs, ExtraJobKind>>;

/** What extras read each time open tasks are read again. */
export type ReadAgain = (deps: UseCaseDeps) => Promise<void>;

/** A job of an extra that is not mounted waits until it is. */
const waiting: Readonly<Record<ExtraJobKind, () => Promise<NotYet>>> = {
  'take-delivery': async () => 'not-yet',
  'tell-delivery': async () => 'not-yet',
  'deny-undecided': async () => 'not-yet',
  'read-work': async () => 'not-yet',
  'read-held': async () => 'not-yet',
  'give-back-held': async () => 'not-yet',
  'show-draft': async () => 'not-yet',
};

export interface HandlerDeps<Shown> extends SyncHomeDeps<Shown>, GiveUpDeps {
  /** What the mounted extras carry out. */
  readonly ofExtras: ExtraRuns;
  readonly readAgain: ReadAgain;
}

/** Which use cases a job runs, one after the other. */
export function createHandlers<Shown>(deps: HandlerDeps<Shown>): JobHandlers {
  const runs: Runs = {
    ...waiting,
    ...deps.ofExtras,
    'create-task': ({ requestId }, { hasServiceFailed }) =>
      createTask(deps, requestId, { hasServiceFailed }),
    'sync-card': ({ cardId }, { slackFailedForMs }) => syncCard(deps, cardId, slackFailedForMs),
    'update-card': ({ cardId }) => updateCard(deps, cardId),
    'carry-out-action': ({ actionId }) => carryOutAction(deps, actionId),
    'send-notice': ({ noticeId }, { mayBeDone }) => sendNotice(deps, noticeId, mayBeDone),
    'show-list': ({ slackUserId }, { slackFailedForMs }) =>
      showList(deps, slackUserId, slackFailedForMs),
    'show-asking': ({ askingId }, { slackFailedForMs }) =>
      showAsking(deps, askingId, slackFailedForMs),
    'tell-removed': ({ requestId }) => tellRemoved(deps, requestId),
    'sync-home': ({ slackUserId }) => syncHome(deps, slackUserId),
    async 'retire-copy'({ channel, ts }) {
      // A copy that is gone already, or cannot be deleted, is left: clicks on it are honoured.
      await deps.chat.deleteMessage({ channel, ts });
    },
    'act-on-due': () => actOnDue(deps),
    async 'refresh-tasks'() {
      await refreshTasks(deps);
      await deps.readAgain(deps);
    },
    'read-watched': () => readWatched(deps),
    async 'end-grants'() {
      await warnOfEnds(deps);
      await followGrants(deps);
    },
  };
  const run = <Kind extends JobKind>(kind: Kind, job: Jobs[Kind], earlier: EarlierRuns) =>
    runs[kind](job, earlier);
  return {
    run: (job, earlier) => run(job.kind, job, earlier),
    giveUp: (job, reference) => giveUp(deps, job, reference),
  };
}
