/**
 * What the audit trail keeps, and how it says it. The kinds and the names in their details are fixed:
 * the chain's hash covers them. Long because every kind of fact stands here.
 */

import type { GrantEnd } from '../access/grant.ts';
import type { HeldKey } from '../access/held-access.ts';
import type { ActionKind } from '../action/action.ts';
import type { ActionDetail } from '../action/holder-action.ts';
import type { NoticeTarget } from '../message/place.ts';
import type { OutwardJob } from '../outward/job.ts';
import type { ProfileOutcome } from '../profiles/access-profile.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { Drafter, RequestedAccess } from '../request/access-request.ts';
import type { GrantOutcome, GrantPart, TaskSnapshot } from '../task/task-snapshot.ts';

interface FactObject<Detail extends object> {
  readonly words: string;
  /** Only for the compiler: what the trail keeps. */
  readonly detail?: Detail;
}

/**
 * A kind of fact. `words`: its sentence, with `{who}` acted and `{request}` it is about; any other
 * place is a field of the detail, and what stands in `[[...]]` is said where its places have values.
 * Who acted and is not named follows: "by Ana". Then comes the reason, or why it was refused.
 */
function entry<Detail extends object = Readonly<Record<never, never>>>(
  words: string,
): FactObject<Detail> {
  return { words };
}

type DecisionDetail = {
  stepId: string;
  identityUserId: string | null;
  reason: string;
  durationSeconds: number | null;
};

type TaskDetail = {
  state: TaskSnapshot['state'];
  outcome: GrantOutcome;
  stepId: string | null;
};

/** When access began and ends, in ISO 8601; absent where none was granted. */
export interface GrantedDetail {
  readonly startedAt?: string;
  readonly endsAt?: string;
}

/** Access that was not granted through the bot. */
interface HeldDetail extends HeldKey {
  readonly identityUserId: string;
}

const doneEntry = (deed: string, more = '') =>
  entry<{ reason: string } & Partial<ActionDetail>>(`{who} ${deed} {request}${more}`);

/** What became of a message, a post or a line. `notice`: its kind, or the headline of the post. */
export interface NoticeDetail {
  readonly noticeId: string;
  readonly notice: string;
  readonly target: NoticeTarget;
  readonly refusal: object | null;
}

type DraftDetail = { draftId: string; draftedBy: Drafter };
type ConnectionDetail = { tokenId: string; clientName: string };
type StepDetail = { stepId: string };

export const facts = {
  'request.asked': entry<
    Omit<RequestedAccess, 'requester' | 'account' | 'draftedBy'> &
      Partial<Pick<RequestedAccess, 'account' | 'draftedBy'>>
  >('{who} requested {asked}'),
  'request.created': entry<{ identityUserId: string | null; numericId: string; origin: string }>(
    '{request} was created in the service',
  ),
  /** `was`, `is`: the identities of a Slack account with which this was asked for. */
  'account.passed-on': entry<{ account: string; was: string; is: string }>(
    '{request} was asked for with a Slack account that somebody else has now',
  ),
  'request.refused': entry<{ refusal: Refusal }>('{request} was refused by the service'),
  'request.uncertain': entry('{request} was sent, and the service did not answer'),
  'request.sent-again': entry('{who} sent {request} again'),
  'request.abandoned': entry('{request} was given up'),
  /** The service told of a task about something else than was asked for; `told`: what it said. */
  'request.answer-disagrees': entry<{ parts: readonly GrantPart[]; told: object }>(
    '{request} was answered by the service with something else',
  ),
  'review.approved': entry<DecisionDetail>('{who} approved {request}'),
  'review.denied': entry<DecisionDetail>('{who} denied {request}'),
  'review.self-approved': entry<{ stepId: string; identityUserId: string }>(
    '{request} has a step that the bot’s own account approved, and nobody in Slack',
  ),
  /** A request that was made elsewhere is shown from now on. */
  'task.found': entry<{ origin: string; appId: string; entitlementId: string }>(
    '{request} was made elsewhere and is shown from now on',
  ),
  'task.closed': entry<TaskDetail & GrantedDetail>(
    '{request} was closed[[ ({outcome})]][[: access began {startedAt}, end: {endsAt}]]',
  ),
  'task.reopened': entry<TaskDetail>('{request} was opened again'),
  'task.step-advanced': entry<TaskDetail>('{request} moved on'),
  'ask.done': doneEntry('asked the requester about'),
  'answer.done': doneEntry('answered about'),
  'comment.done': doneEntry('commented on'),
  'reassign.done': doneEntry('reassigned', '[[ to {people}]]'),
  'shorten.done': doneEntry('shortened', '[[ to {duration}]]'),
  'nudge.done': doneEntry('asked again for a decision on'),
  'withdraw.done': doneEntry('withdrew'),
  'escalate.done': doneEntry('escalated'),
  'give-back.done': doneEntry('gave back the access of'),
  'fill-in.done': doneEntry('filled in the form of'),
  'set-up.done': doneEntry('set up', ' by hand'),
  'cannot-set-up.done': doneEntry('could not set up'),
  'skip-step.done': doneEntry('skipped a step of'),
  'restart.done': doneEntry('restarted'),
  'retry-provisioning.done': doneEntry('tried the set-up again of'),
  'close.done': doneEntry('closed'),
  'click.refused': entry<
    { verb: ActionKind | 'settlement'; refusal: Refusal; stepId?: string } & Partial<HeldDetail>
  >('{who}’s “{verb}” on {request} {was} carried out'),
  /** Times in ISO 8601. */
  'grant.ended': entry<{
    end: GrantEnd;
    endsAt: string | null;
    startedAt: string;
    endedAt: string;
  }>('The access of {request} ended[[ ({end})]]'),
  /** A later request goes on with the access. Times in ISO 8601. */
  'grant.carried-on': entry<{ startedAt: string; endedAt: string }>(
    '{request} goes on with a later request',
  ),
  'grant.not-ended': entry<{ occasion: string; outcome: GrantOutcome | 'still-held' }>(
    'The access of {request} should have ended, and has not',
  ),
  /** Every item of an access profile is settled, or nobody looks any more. */
  'profile.settled': entry<ProfileOutcome>(
    '{request} has an access profile whose items are not followed any more',
  ),
  'held.given-back': entry<HeldDetail>('{who} gave back access that was granted elsewhere'),
  'card.delivered': entry<{ cardId: string; channel: string; ts: string }>(
    '{request} has its card posted',
  ),
  'card.unreachable': entry<{ cardId: string; channel: string; code: string; reviewers: number }>(
    '{request} has a card that could not be posted',
  ),
  'notice.delivered': entry<NoticeDetail>('{request} has a message delivered'),
  'notice.undeliverable': entry<NoticeDetail>(
    '{request} has a message that could not be delivered',
  ),
  'job.failed': entry<{ job: OutwardJob; reference: string }>(
    '{request} has a job that failed for good',
  ),
  'requests.pruned': entry<{ requests: number }>('Old requests were removed'),
  'admin-command': entry<Readonly<Record<string, unknown>>>('{who} ran {command}[[ ({outcome})]]'),
  /** The service handed a step to the bot. `people`: who is asked for the answer, and why they. */
  'delivery.opened': entry<{
    stepId: string;
    event: string;
    receivedAt: string;
    people: readonly { readonly identityUserId: string; readonly by: string }[];
  }>('{request} has a step that the access service handed over'),
  'delivery.denied-undecided': entry<StepDetail>(
    '{request} was denied because nobody decided in time',
  ),
  /** Its request was withdrawn, so the bot ended it. */
  'delivery.ended-withdrawn': entry<StepDetail>(
    '{request} had a step denied because it was withdrawn',
  ),
  /** It tells no task, or no step, that can be read. `deniedAt`: in ISO 8601. */
  'delivery.unreadable': entry<{ webhookId: string; event: string; deniedAt: string | null }>(
    'The access service handed over a step that cannot be read',
  ),
  /** Nobody was found who may answer it, or a list could not be read. */
  'delivery.nobody-found': entry<StepDetail>(
    '{request} has a step that nobody was found to answer',
  ),
  'delivery.answer-refused': entry<StepDetail>(
    '{request} has a step to which the access service takes no answer any more',
  ),
  'draft.prepared': entry<
    DraftDetail & { slackUserId: string; appName: string; entitlementName: string }
  >('A draft[[ of {access}]] was prepared[[ for {slackUserId}]][[ by {drafter}]]'),
  'draft.sent': entry<DraftDetail>('{who} sent a draft for {request}'),
  'draft.discarded': entry<DraftDetail>('A draft was discarded'),
  /**
   * Many calls of a tool, also of one that writes: what it wrote is a fact of its own. `client`: by
   * which way it calls; `clientName`: how the person calls it.
   */
  'agent.looked-up': entry<{
    client: 'slackbot' | 'token';
    clientName: string;
    tool: string;
    calls: number;
    startedAt: string;
  }>('{who}’s agent “{clientName}” called {tool}[[ ({calls} in all)]]'),
  'agent.connected': entry<ConnectionDetail & { endsAt: string }>(
    '{who} connected the agent “{clientName}”',
  ),
  'agent.disconnected': entry<ConnectionDetail & { end: string }>(
    '{who}’s agent “{clientName}” was disconnected[[ ({end})]]',
  ),
};

type Facts = typeof facts;
export type FactKind = keyof Facts;

type DetailOf<Kind extends FactKind> =
  Facts[Kind] extends FactObject<infer Detail> ? Detail : never;

/** A fact of one kind, or of any kind. The detail is left out where nothing is kept. */
export type Fact<Kind extends FactKind = FactKind> = {
  [One in Kind]: {
    readonly kind: One;
    readonly requestId?: string | null;
    readonly taskId?: string | null;
    /** Slack id; absent for what the bot did by itself. */
    readonly actor?: string | null;
    /** Absent = the moment of the transaction. */
    readonly at?: Date;
  } & (keyof DetailOf<One> extends never
    ? { readonly detail?: never }
    : { readonly detail: Readonly<DetailOf<One>> });
}[Kind];
