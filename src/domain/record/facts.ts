import type { GrantEnd } from '../access/grant.ts';
import type { HeldKey, HeldReturnRefusal } from '../access/held-access.ts';
import type { ActionKind } from '../action/action.ts';
import type { ActionDetail, HolderActionRefusal } from '../action/holder-action.ts';
import type { DecisionKind } from '../action/review.ts';
import type { NoticeBody, WaitingBody } from '../message/notice.ts';
import type { NoticeTarget } from '../message/place.ts';
import type { OutwardJob } from '../outward/job.ts';
import type { OutwardFailure } from '../outward/outward-failure.ts';
import type { LimitedUse } from '../people/person-limit.ts';
import type { ProfileOutcome } from '../profiles/profile-progress.ts';
import type { RequestedAccess, RequestRefusal, SlackActor } from '../request/access-request.ts';
import type { GrantOutcome, GrantPart, TaskSnapshot } from '../task/task-snapshot.ts';

type Nothing = Readonly<Record<never, never>>;

/** Who or what a fact names to be told. */
export interface Addressees {
  /** Slack ids. */
  readonly people: readonly string[];
  /** Slack ids. */
  readonly administrators: readonly string[];
  /** The id of a channel. */
  readonly channel: string;
  readonly place: NoticeTarget;
}

/** What there is to know of one kind of fact. */
interface Shape<
  Detail extends object = Nothing,
  Context extends object = Nothing,
  Named extends keyof Addressees = never,
> {
  /** What the trail keeps. */
  readonly detail: Readonly<Detail>;
  /** What messages need beyond it. */
  readonly context: Readonly<Context>;
  readonly named: Pick<Addressees, Named>;
}

type BodyOf<Kind extends NoticeBody['kind']> = Extract<NoticeBody, { kind: Kind }>;

/** A message whose words a use case chose, with its dedupe key. */
interface Message<Body extends NoticeBody> {
  readonly key: string;
  readonly message: Body;
}

interface DecisionDetail {
  readonly stepId: string;
  readonly identityUserId: string | null;
  readonly reason: string;
  readonly durationSeconds: number | null;
}

interface DecisionContext {
  readonly actionId: string;
  readonly by: SlackActor;
}

interface RefusalDetail {
  readonly refusal: HolderActionRefusal;
  readonly verb?: string;
  readonly stepId?: string;
}

interface HeldDetail extends HeldKey {
  readonly identityUserId: string;
}

interface TaskDetail {
  readonly state: TaskSnapshot['state'];
  readonly outcome: GrantOutcome;
  readonly stepId: string | null;
}

/**
 * Facts that the trail keeps. Their kinds and the names in their details are fixed: the chain's
 * hash covers them.
 */
export type TrailFacts = {
  'request.asked': Shape<
    Omit<RequestedAccess, 'requester' | 'account'> & Partial<Pick<RequestedAccess, 'account'>>
  >;
  'request.created': Shape<{ identityUserId: string | null; numericId: string; origin: string }>;
  'request.refused': Shape<{ refusal: RequestRefusal }>;
  'request.uncertain': Shape;
  'request.sent-again': Shape;
  'request.abandoned': Shape;
  /** The service told of a task about something else than was asked for; `told`: what it said. */
  'request.answer-disagrees': Shape<{ parts: readonly GrantPart[]; told: object }>;
  /** The service accepted what the tenant's catalogs hide from the person that it is for. */
  'request.accepted-though-hidden': Shape<{ appId: string; entitlementId: string }>;
  'settlement.refused': Shape<{ refusal: { readonly kind: 'not-yours' } }>;
  'review.approved': Shape<DecisionDetail, DecisionContext>;
  'review.denied': Shape<DecisionDetail, DecisionContext>;
  'review.refused': Shape<RefusalDetail>;
  'review.self-approved': Shape<
    { stepId: string; identityUserId: string },
    Nothing,
    'administrators'
  >;
  /** A request that was made elsewhere is shown from now on. */
  'task.found': Shape<{ origin: string; appId: string; entitlementId: string }, Nothing, 'people'>;
  /** The service handed a step to the bot. `people`: who is asked for the answer, and why they. */
  'delivery.opened': Shape<
    {
      stepId: string;
      event: string;
      receivedAt: string;
      people: readonly { readonly identityUserId: string; readonly by: string }[];
    },
    Nothing,
    'people'
  >;
  /** Nobody decided it in time, so the bot denied it. */
  'delivery.denied-undecided': Shape<{ stepId: string }>;
  /** Its request was withdrawn, so the bot ended it. */
  'delivery.ended-withdrawn': Shape<{ stepId: string }>;
  /** It tells no task that can be read. `deniedAt`: in ISO 8601; null = it is left. */
  'delivery.unreadable': Shape<{ webhookId: string; event: string; deniedAt: string | null }>;
  /** Nobody was found who may answer it, or a list could not be read. */
  'delivery.nobody-found': Shape<{ stepId: string }, Nothing, 'administrators'>;
  /** The service takes no answer to it any more. */
  'delivery.answer-refused': Shape<{ stepId: string }, Nothing, 'administrators'>;
  'let-end.done': Shape;
  /** Every item of an access profile is settled, or nobody looks any more. */
  'profile.settled': Shape<ProfileOutcome>;
  /** Of access that was not granted through the bot. */
  'held.given-back': Shape<HeldDetail>;
  'held.refused': Shape<HeldDetail & { verb: string; refusal: HeldReturnRefusal }>;
  'task.closed': Shape<TaskDetail>;
  'task.reopened': Shape<TaskDetail>;
  'task.step-advanced': Shape<TaskDetail>;
  /** Times in ISO 8601. `occasion`: of grants that end on one, each person is told once. */
  'grant.ended': Shape<
    { end: GrantEnd; endsAt: string | null; startedAt: string; endedAt: string },
    { occasion: string; isEmergency: boolean }
  >;
  'grant.not-ended': Shape<
    { occasion: string; outcome: BodyOf<'not-gone'>['outcome'] },
    Nothing,
    'administrators'
  >;
  'card.delivered': Shape<{ cardId: string; channel: string; ts: string }>;
  'card.unreachable': Shape<{ cardId: string; channel: string; code: string; reviewers: number }>;
  'notice.delivered': Shape<NoticeDetail>;
  'notice.undeliverable': Shape<NoticeDetail>;
  'digest.delivered': Shape<{ day: string; channel: string }>;
  'digest.undeliverable': Shape<{ day: string; channel: string }>;
  'job.failed': Shape<{ job: OutwardJob; reference: string }>;
  'limit.reached': Shape<{ limit: LimitedUse; waitSeconds: number }>;
  'requests.pruned': Shape<{ requests: number }>;
  'audit.pruned': Shape<{ entries: number }>;
  'admin-command': Shape<Readonly<Record<string, unknown>>>;
  'database.backed-up': Shape<Readonly<Record<string, unknown>>>;
  'audit.head-undeliverable': Shape<{ channel: string; refusal: object }>;
} & {
  [Kind in `${Exclude<ActionKind, DecisionKind>}.done`]: Shape<
    { reason: string } & Partial<ActionDetail>
  >;
} & {
  [Kind in `${Exclude<ActionKind, DecisionKind>}.refused`]: Shape<RefusalDetail>;
};

interface NoticeDetail {
  readonly noticeId: string;
  readonly notice: NoticeBody['kind'];
  readonly target: NoticeTarget;
  readonly refusal: object | null;
}

/** Facts that people hear of, and that the trail need not keep. */
interface PassingFacts {
  /** Nothing is sent for this person. */
  'request.stopped': Shape<Nothing, Pick<BodyOf<'grant-stopped'>, 'refusal'>, 'administrators'>;
  /** `asked`: the request, or the group that it was asked for in. */
  'request.waiting': Shape<
    Nothing,
    { asked: string; system: OutwardFailure['system']; isBotRefused: boolean }
  >;
  /** The service does not answer or refuses the bot; those who answer emergencies hear of it. */
  'emergency.waiting': Shape<Nothing, { asked: string; isBotRefused: boolean }, 'channel'>;
  /** A corrected request waits for the end of the first. `numericId`: of the first. */
  'correction.waiting': Shape<Nothing, { numericId: string }>;
  'request.open': Shape<Nothing, { asked: string }>;
  'group.open': Shape<Nothing, { asked: string }>;
  'request.ended': Shape<Nothing, { message: BodyOf<'ended' | 'acted'> }>;
  /** A request that was made elsewhere is over; `people`: one who asked for the same here. */
  'elsewhere.ended': Shape<Nothing, { message: BodyOf<'ended'> }, 'people'>;
  'request.withdrawn': Shape<Nothing, { by: SlackActor }>;
  'request.escalated': Shape<Nothing, { by: SlackActor }>;
  /** `day`: the working day on which the reviewers are called. */
  'request.nudged': Shape<Nothing, { by: SlackActor; day: string }, 'people'>;
  'act.carried-out': Shape<Nothing, Message<BodyOf<'acted'>>, 'people'>;
  /** `place`: where the person clicked, or where they surely see it. */
  'act.refused': Shape<Nothing, Message<BodyOf<'action-refused'>>, 'place'>;
  'act.waiting': Shape<Nothing, Message<BodyOf<'action-waiting'>>>;
  /** Its call got no answer and was given up, but it was carried out after all. */
  'decision.arrived': Shape<Nothing, { actionId: string }>;
  /** The calls of several people got no answer, and nobody can tell whose was carried out. */
  'decision.unclear': Shape<Nothing, { actionId: string }>;
  /** The service refuses something that it offers. */
  'right.missing': Shape<Nothing, Pick<BodyOf<'missing-right'>, 'verb'>, 'administrators'>;
  'form.due': Shape<Nothing, { step: string }, 'people'>;
  /** A card in a channel that names nobody calls nobody, so its reviewers are told directly. */
  'reviewers.called': Shape<Nothing, { stepId: string }, 'people'>;
  /** The requester is told where the card is instead. */
  'card.elsewhere': Shape<Nothing, { card: string; reviewers: number }>;
  /** The channel of emergencies may be shared with another company. */
  'emergency.hidden': Shape<Nothing, { asked: string }, 'channel'>;
  /** `endsAt`: in ISO 8601. */
  'access.ending': Shape<Nothing, { endsAt: string }, 'people'>;
  /** `order`: the id of the task that takes it away. */
  'access.taking-away': Shape<
    Nothing,
    { order: string; by: Pick<SlackActor, 'userId'> | null; reason: string },
    'people'
  >;
  /** A removal of access is decided. `people`: who had the access, and who had requested it. */
  'access.removed': Shape<
    Nothing,
    { occasion: string; message: BodyOf<'access-removed'> },
    'people'
  >;
  /** What is due by the clock. */
  'step.waiting': Shape<Nothing, Message<WaitingBody>, 'place'>;
  /**
   * A request is about to be sent, so messages about the same access no longer offer to ask for it.
   */
  'request.sending': Shape;
  /** A reading differs from the one before. */
  'task.read': Shape<Nothing, Nothing, 'people'>;
  /** Somebody who probably may decide does so. */
  'decision.kept': Shape;
  /** They may, and nobody was faster. */
  'decision.begun': Shape;
  /** A decision or an act is over without being carried out, so others may be made. */
  'decision.released': Shape;
  'act.released': Shape;
  /**
   * Access ends at another time than was known before, or is being taken away, or stays after all.
   */
  'access.changed': Shape;
  /** The card, of which the requester heard before, is in its channel now. */
  'card.linked': Shape;
  /** A person acted on a card that shows something else than the request is now. */
  'card.outdated': Shape;
  /** The bot started, perhaps with other settings, which decide what a card offers. */
  'card.settings-read': Shape;
  /** What came of an access profile was read again. */
  'profile.read': Shape;
  /** What the actor holds was read again. */
  'held.read': Shape;
  /** What waits for somebody in the service was read anew. */
  'work.read': Shape;
  /** Somebody acted on their Home, so they are looking at it. */
  'home.clicked': Shape;
  /** A message for a thread that cannot show it, or that calls nobody there. */
  'thread.unseen': Shape<Nothing, Message<NoticeBody>, 'people'>;
}

export type Facts = TrailFacts & PassingFacts;
export type FactKind = keyof Facts;

/** The request and the task that a fact is about, and the person who acted. */
export interface FactAbout {
  readonly requestId?: string | null;
  readonly taskId?: string | null;
  /** Slack id; absent for what the bot did by itself. */
  readonly actor?: string | null;
  /** Absent = the moment of the transaction. */
  readonly at?: Date;
}

/** A fact of one kind, or of any kind. A part that the kind does not have is left out. */
export type Fact<Kind extends FactKind = FactKind> = {
  [One in Kind]: FactAbout & { readonly kind: One } & Part<'detail', Facts[One]['detail']> &
    Part<'context', Facts[One]['context']> &
    Part<'named', Facts[One]['named']>;
}[Kind];

type Part<Name extends string, Value> = keyof Value extends never
  ? { readonly [One in Name]?: never }
  : { readonly [One in Name]: Value };
