/** Long because it names every message that the bot sends, and what each offers. */

import type { GrantEnd } from '../access/grant.ts';
import type { ActionKind } from '../action/action.ts';
import type { TaskActionKind } from '../action/action-form.ts';
import type { HolderActionRefusal, HolderButton } from '../action/holder-action.ts';
import type { DecisionKind } from '../action/review.ts';
import type { CallMade, NextCall, Reminded } from '../due/unanswered.ts';
import type { OutwardFailure } from '../outward/outward-failure.ts';
import type { ProfileOutcome } from '../profiles/profile-progress.ts';
import type { RequestRefusal, SlackActor } from '../request/access-request.ts';
import {
  type GrantOutcome,
  isOpen,
  type OtherStep,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';

/** Where a message goes. */
export type NoticeTarget =
  | { readonly kind: 'direct'; readonly slackUserId: string }
  /**
   * Only in rows of earlier versions. Slack does not guarantee ephemeral messages, so these go to
   * the person directly.
   */
  | { readonly kind: 'ephemeral'; readonly channel: string; readonly slackUserId: string }
  /**
   * Beside the card that was clicked, for one person alone. Slack does not guarantee that they see
   * it, so only for what changes nothing.
   */
  | { readonly kind: 'beside-card'; readonly channel: string; readonly slackUserId: string }
  /** Right in a channel, where there is no card to hang it on. */
  | { readonly kind: 'channel'; readonly channel: string }
  /** In the thread of a card; waits for the card. */
  | { readonly kind: 'thread'; readonly cardId: string };

/**
 * What comes of a decision: another step, the access being set up, or the end of the request.
 * `pending`: not known yet; it is settled before the message is sent.
 */
export type DecisionNext =
  | { readonly kind: 'step' | 'set-up' | 'pending' }
  /** The request waits for something that is no review. */
  | { readonly kind: 'other-step'; readonly step: OtherStep }
  | { readonly kind: 'ended'; readonly outcome: GrantOutcome };

/**
 * A request, with the step that waited when the message was made: where it was decided since, the
 * message leaves it out.
 */
export interface StepSeen {
  readonly requestId: string;
  /** Empty where the service tells no step. */
  readonly stepId: string;
  /** Only in reminders of an emergency. */
  readonly reminded?: Reminded;
}

/** What a message says. Data only: the words are made when it is sent. */
export type NoticeBody =
  | {
      readonly kind:
        | 'request-open'
        /** Those asked for in one go: one message for all of them. */
        | 'group-open'
        /**
         * To on-call, in a channel that may be shared with another company: says that an emergency
         * waits, and nothing else about it.
         */
        | 'emergency-elsewhere'
        | 'request-uncertain'
        /** To those who have to fill in a form before it goes on. */
        | 'form-due';
    }
  /**
   * The service does not answer, or refuses the bot (`isBotRefused`), or Slack refuses what the bot
   * needs.
   */
  | {
      readonly kind: 'request-waiting';
      readonly system?: OutwardFailure['system'];
      readonly isBotRefused?: boolean;
    }
  /**
   * To those who answer emergencies: the service does not answer, or refuses the bot, so there is
   * nothing to decide on yet.
   */
  | { readonly kind: 'emergency-waiting'; readonly isBotRefused?: boolean }
  /**
   * A corrected request waits until the service has closed the one that it replaces. `numericId`:
   * of that one.
   */
  | { readonly kind: 'correction-waiting'; readonly numericId: string }
  | { readonly kind: 'request-refused'; readonly refusal: RequestRefusal }
  /** To the administrators: why a request was not sent, or how the service answered it wrongly. */
  | {
      readonly kind: 'grant-stopped';
      readonly refusal: Extract<RequestRefusal, { kind: 'identity' | 'answer-disagrees' }>;
    }
  | {
      readonly kind: 'decided';
      readonly verb: DecisionKind;
      readonly by: SlackActor;
      readonly reason: string;
      readonly next: DecisionNext;
      /** For how long it was approved, where that is less than was asked for. */
      readonly durationSeconds?: number | null;
    }
  /**
   * `isUndecided`: the bot denied it, because nobody decided in time. `follower`: only of a request
   * made elsewhere, to one who asked for the same here: whether they made it, and are to have it.
   */
  | {
      readonly kind: 'ended';
      readonly outcome: GrantOutcome;
      readonly byNames: readonly string[];
      readonly isUndecided?: true;
      readonly follower?: { readonly isCreator: boolean; readonly isTarget: boolean };
    }
  /**
   * To the person who clicked: why it is not done. `typed`: what they typed, given back if they
   * have to repeat the act.
   */
  | {
      readonly kind: 'action-refused';
      readonly refusal: HolderActionRefusal;
      readonly typed?: string;
    }
  /**
   * To the person who clicked: what it waits for. `canBeTakenBack`: it is a decision, which is not
   * sent if its person takes it back while it waits.
   */
  | {
      readonly kind: 'action-waiting';
      readonly actionId: string;
      readonly canBeTakenBack?: boolean;
      readonly system?: OutwardFailure['system'];
      /** The service refuses the bot's credentials. */
      readonly isBotRefused?: boolean;
      /** Checked several times; each check was too old before the call could be sent. */
      readonly isLate?: boolean;
      /** The service said yes, and its readings do not show it. */
      readonly isUnshown?: boolean;
      /** Somebody else's answer to the step is under way. */
      readonly isBehind?: boolean;
      /** The callback of the step cannot be opened with the keys that are set. */
      readonly isUnopened?: boolean;
    }
  /** To the administrators, once: the service refused what it offers. */
  | { readonly kind: 'missing-right'; readonly verb: ActionKind }
  /**
   * To the reviewer who decided: the call got no answer and was given up, but it was carried out
   * after all.
   */
  | { readonly kind: 'decision-arrived' }
  /**
   * To the administrators: a step approved itself, because the bot's account is one of its
   * reviewers.
   */
  | { readonly kind: 'self-approved' }
  /** To the administrators: the service takes no answer to a delivered step any more. */
  | { readonly kind: 'answer-refused' }
  /** To the administrators: nobody was found who may answer a delivered step. */
  | { readonly kind: 'nobody-answers' }
  /**
   * Somebody did this; a question has a button to answer it. `by`: null = an administrator on the
   * command line.
   */
  | {
      readonly kind: 'acted';
      readonly act: TaskActionKind | 'withdraw' | 'nudge' | 'escalate' | 'take-away';
      readonly by: Pick<SlackActor, 'userId'> | null;
      readonly text: string;
      /** Of the act itself, by which an answer names its question; none in older messages. */
      readonly actionId?: string;
      /** Of a request that was shortened: its time since. */
      readonly durationSeconds?: number | null;
      /** Others decide since: they are called, and the message names them. */
      readonly isHandedOn?: boolean;
    }
  /** To those who had it; `extended` in threads alone. */
  | { readonly kind: 'access-ended'; readonly end: GrantEnd }
  /**
   * To those who had access that reviewers removed. `by`: Slack ids of those who approved that here;
   * `byNames`: of those who did elsewhere. `removedAt`: in ISO 8601; null = the bot does not learn
   * when. `taken`: the access with what goes as well.
   */
  | {
      readonly kind: 'access-removed';
      readonly by: readonly string[];
      readonly byNames: readonly string[];
      readonly removedAt: string | null;
      readonly taken: readonly { readonly id: string; readonly name: string }[];
    }
  /** To the holder, before the end, which is in ISO 8601. */
  | { readonly kind: 'ending-soon'; readonly endsAt: string }
  /** To the holders of an access profile: what came of its items. */
  | ({ readonly kind: 'profile-settled' } & ProfileOutcome)
  /**
   * To holders and administrators: what should take the access away ended otherwise; `still-held`:
   * it did not take it away.
   */
  | { readonly kind: 'not-gone'; readonly outcome: GrantOutcome | 'still-held' }
  /**
   * The follow-up in the thread of an emergency: who had what, why, how long. Times in ISO 8601.
   */
  | {
      readonly kind: 'emergency-ended';
      readonly end: GrantEnd;
      readonly startedAt: string;
      readonly endedAt: string;
    }
  /**
   * To a reviewer: these wait for them. To whom a tier of the escalation names: nobody has decided
   * on these; `group` is mentioned.
   */
  | {
      readonly kind: 'reminder' | 'overdue';
      readonly about: readonly StepSeen[];
      readonly group: string | null;
    }
  /** To the requester: who was told that nobody has decided. Slack ids of people and channels. */
  | {
      readonly kind: 'overdue-told';
      readonly about: readonly StepSeen[];
      readonly people: readonly string[];
      readonly channels: readonly string[];
      readonly offersEmergency: boolean;
    }
  /**
   * To the requester of an emergency, brought up to date: who was called, and what happens next.
   */
  | {
      readonly kind: 'unanswered';
      readonly about: readonly StepSeen[];
      readonly sinceMs: number;
      readonly asOfMs: number;
      readonly calls: readonly CallMade[];
      /** The channel of emergencies, where the card calls on-call; null where it is not posted. */
      readonly calledIn: string | null;
      readonly next: NextCall | null;
      /** When it is brought up to date at the latest; null = when somebody decides. */
      readonly updateMs: number | null;
    }
  /** To the requester: the card's channel cannot be used; so many reviewers got it directly. */
  | { readonly kind: 'card-elsewhere'; readonly reviewers: number };

/** Messages that somebody did something beside deciding. */
export type ActedBody = Extract<NoticeBody, { kind: 'acted' }>;

/** Messages about requests that wait for a decision. */
export type WaitingBody = Extract<NoticeBody, { about: unknown }>;

/**
 * A message that is sent once. `key` names the occasion: a second notice with the same key is not
 * made.
 */
export interface Notice {
  readonly id: string;
  readonly key: string;
  readonly requestId: string;
  readonly target: NoticeTarget;
  readonly body: NoticeBody;
}

type OtherButton =
  | 'settle'
  | 'answer'
  | 'mend'
  | 'see'
  | 'fill-in'
  | 'take-back'
  | 'snooze'
  | ReminderButton;
/** For each request in a reminder: whether it can be decided, or somebody is deciding it. */
type ReminderButton = 'decide' | 'deciding';
/** What can be done with all that was asked for in one go. */
const withAll = ['withdraw-all', 'nudge-all'] as const;

/** What a message has buttons for. */
export type MessageButton = HolderButton | OtherButton | (typeof withAll)[number];

const whileOpen: readonly MessageButton[] = ['escalate', 'withdraw', 'correct', 'nudge'];

/** What is the same for every message of a kind. */
interface NoticeTraits {
  /** Unless its body says otherwise (`offersOf`). */
  readonly buttons?: readonly MessageButton[];
  /** It ends with links to the request and the console. */
  readonly hasLinks?: true;
  /** It says that something waits until the service takes it. */
  readonly waitsForService?: true;
  readonly saysWhoIsAway?: true;
  /** It is sent once for all that was requested in one go. */
  readonly isOncePerGroup?: true;
}

/** Every kind of message has a row. */
export const noticeTraits: Readonly<Record<NoticeBody['kind'], NoticeTraits>> = {
  'request-open': { buttons: whileOpen, hasLinks: true, saysWhoIsAway: true },
  'group-open': { buttons: withAll, saysWhoIsAway: true, isOncePerGroup: true },
  'emergency-waiting': { waitsForService: true, isOncePerGroup: true },
  'emergency-elsewhere': {},
  'request-uncertain': { buttons: ['settle'] },
  'form-due': { buttons: ['fill-in'], hasLinks: true },
  'request-waiting': {
    buttons: ['withdraw', 'withdraw-all'],
    waitsForService: true,
    isOncePerGroup: true,
  },
  'correction-waiting': { waitsForService: true },
  'request-refused': {},
  'grant-stopped': {},
  decided: { hasLinks: true },
  ended: { hasLinks: true },
  'action-refused': { hasLinks: true },
  'action-waiting': { buttons: ['take-back'], hasLinks: true },
  'missing-right': {},
  'decision-arrived': {},
  'self-approved': {},
  'answer-refused': {},
  'nobody-answers': {},
  acted: { hasLinks: true },
  'access-ended': { buttons: ['again', 'see'] },
  'access-removed': { buttons: ['again', 'see'] },
  'ending-soon': { buttons: ['extend', 'see'] },
  'profile-settled': { hasLinks: true },
  'not-gone': { hasLinks: true },
  'emergency-ended': {},
  reminder: { buttons: ['snooze'] },
  overdue: {},
  'overdue-told': { buttons: ['escalate'], hasLinks: true, saysWhoIsAway: true },
  unanswered: { buttons: ['nudge'], hasLinks: true, saysWhoIsAway: true },
  'card-elsewhere': { buttons: [...whileOpen, ...withAll], hasLinks: true, isOncePerGroup: true },
};

/** Ends after which the same can be asked for again, perhaps for less or with a better reason. */
const repeatableOutcomes: readonly GrantOutcome[] = ['denied', 'wait-timed-out', 'deleted'];

/** Whether this denial ends the request, as far as the bot knows. */
function isDenial(body: NoticeBody): boolean {
  if (body.kind !== 'decided' || body.verb !== 'deny') return false;
  const { next } = body;
  if (next.kind === 'ended') return repeatableOutcomes.includes(next.outcome);
  return next.kind !== 'step' && next.kind !== 'other-step';
}

/** In the order of the buttons; empty where the message has none. */
export function offersOf(body: NoticeBody): readonly MessageButton[] {
  const ended = body.kind === 'decided' && body.verb === 'approve' ? body.next : body;
  const isRepeatable = ended.kind === 'ended' && repeatableOutcomes.includes(ended.outcome);
  const isUndecided = body.kind === 'ended' && body.isUndecided === true;
  if (isUndecided || isRepeatable || isDenial(body)) return ['again'];
  if (ended.kind === 'ended') return ended.outcome === 'granted' ? ['give-back'] : [];
  if (body.kind === 'acted') return body.act === 'ask' ? ['answer'] : [];
  if (body.kind === 'action-refused')
    return body.refusal.kind === 'granted-first' ? ['give-back'] : [];
  if (body.kind === 'overdue-told' && !body.offersEmergency) return [];
  if (body.kind !== 'request-refused') return noticeTraits[body.kind].buttons ?? [];
  const { refusal } = body;
  // What may already be in the service must not be requested again with one click.
  if (
    refusal.kind === 'answer-disagrees' ||
    (refusal.kind === 'identity' && refusal.isPerhapsThere)
  )
    return [];
  return refusal.kind === 'service' && refusal.refusal.kind === 'duplicate' ? ['see'] : ['mend'];
}

/**
 * What comes of a decision by this reading. `isStepDecided`: the step it shows is decided already,
 * because readings lag.
 */
export function decisionNext(task: TaskSnapshot, isStepDecided: boolean): DecisionNext {
  if (!isOpen(task)) return { kind: 'ended', outcome: task.outcome };
  const { otherStep } = task;
  if (otherStep !== undefined && otherStep.kind !== 'set-up')
    return { kind: 'other-step', step: otherStep };
  return { kind: task.stepApprovers.length > 0 && !isStepDecided ? 'step' : 'pending' };
}
