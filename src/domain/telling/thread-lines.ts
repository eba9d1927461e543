/** The lines in the thread of a card: what happened since it was posted, and who decides now. A line is posted once and never edited. */

import type { Lapse } from '../access/grant.ts';
import type { Action } from '../action/action.ts';
import { namedReviewers } from '../action/authorization.ts';
import type { CallMade } from '../due/calls.ts';
import { lastReminder, type StepWatch } from '../due/step-watch.ts';
import { accessOverPhrase } from '../message/kinds/access-messages.ts';
import {
  actedSentences,
  leftOpenPhrase,
  shortenedPhrase,
} from '../message/kinds/action-messages.ts';
import { decidedSentences, endOfRequestPhrase } from '../message/kinds/decision-messages.ts';
import { hadEmergency, hadEmergencyPhrase } from '../message/kinds/emergency-messages.ts';
import { decidersPhrase, denialAheadPhrase } from '../message/kinds/request-messages.ts';
import {
  calls,
  isNobody,
  remindedPhrase,
  wholeMinutes,
} from '../message/kinds/undecided-messages.ts';
import { messageReader } from '../message/message-context.ts';
import { checkedSentences, type Phrase, type Phrases, say } from '../message/phrase.ts';
import type { Subject } from '../request/subject.ts';
import { areReviewersUntold, isEmergency } from '../request/untold.ts';
import { isOpen, isStepOf, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { RequestPost } from './post-parts.ts';
import type { ToldGrant } from './told-request.ts';

/** What the lines are made from: what is stored, and nothing else. */
export interface ToldThread {
  readonly request: Subject;
  /** As it was read last. */
  readonly task: TaskSnapshot;
  readonly grant: Pick<ToldGrant, 'startedAt' | 'endsAt' | 'endedAt' | 'endedBy'> | null;
  readonly lapse: Lapse | null;
  /** It was withdrawn because a corrected request follows. */
  readonly isCorrected: boolean;
  /** The bot denied it, because nobody decided in time. */
  readonly isUndecided: boolean;
  /** What people did with it, as far as it was carried out; oldest first. */
  readonly deeds: readonly Action[];
  /** Below the card that calls on-call; null below any other. */
  readonly onCall: ToldOnCall | null;
}

interface ToldOnCall {
  readonly channel: string;
  /** Who was called because nobody decides on its step; null where nobody was. */
  readonly watch: StepWatch | null;
}

export interface ThreadLine {
  /** Names what happened: it is told once. */
  readonly key: string;
  readonly says: Phrases;
  readonly quote: RequestPost['quote'] | { readonly kind: 'justification' };
  /** Whether those who decide now are called by it. */
  readonly callsReviewers: boolean;
  /** Whether the group is called that answers emergencies, where it answers them. */
  readonly callsOnCall: boolean;
  /** Slack id of who did it; null where nobody did. */
  readonly by: string | null;
  /** Keys of what it says as well: it called those who decide now. */
  readonly alsoTells: readonly string[];
}

export const lineSentences = checkedSentences({
  decidable: ['It can be approved now.', 'Jetzt kann darüber entschieden werden.'],
  calls,
  told: [
    'I told {people:called}, after {seconds:duration} without a decision.',
    'Ich habe {people:called} Bescheid gesagt, nach {seconds:duration} ohne Entscheidung.',
  ],
  handedOn: [
    '{who:mention} handed {request} to {people:everybody}.',
    '{who:mention} hat {request} an {people:everybody} übergeben.',
  ],
  hadEmergency,
  approvedAfter: [
    'Approved by {people:everybody} after {seconds:duration}.',
    'Genehmigt von {people:everybody} nach {seconds:duration}.',
  ],
});

/** In the order in which they are posted. */
export function threadLines(told: ToldThread): readonly ThreadLine[] {
  const lines = told.deeds.map((deed) => deedLine(told, deed));
  const all = [
    ...lines,
    arrivedLine(told),
    stepLine(told),
    ...callLines(told),
    endLine(told),
    accessLine(told),
  ];
  return all.filter((one) => one !== null);
}

/** Whether the thread has this line. A step's key may have grown since, because the service tells more of its occurrence. */
export function isLineTold({ key }: Pick<ThreadLine, 'key'>, told: readonly string[]): boolean {
  return told.includes(key) || (key.startsWith('step ') && told.some((one) => key.startsWith(one)));
}

const calm = {
  quote: null,
  callsReviewers: false,
  callsOnCall: false,
  by: null,
  alsoTells: [],
} as const;

/** The line of a deed; null if the card says all of it. */
function deedLine(told: ToldThread, deed: Action): ThreadLine | null {
  const { id, verb, by, reason, durationSeconds } = deed;
  const key = `deed ${id}`;
  const who = by.userId;
  const line = { ...calm, key, by: who };
  const time = shortenedPhrase(durationSeconds);
  if (verb === 'approve' || verb === 'deny') {
    if (reason === '') return null;
    const decided = say(verb === 'approve' ? decidedSentences.approved : decidedSentences.denied, {
      who,
    });
    return { ...line, says: [decided, time], quote: { kind: 'reason', text: reason } };
  }
  if (verb === 'give-back' || (verb === 'set-up' && reason === '')) return null;
  const kind = verb === 'ask' ? 'question' : 'words';
  const quote = reason === '' ? null : ({ kind, text: reason } as const);
  if (verb === 'withdraw')
    return { ...line, says: withdrawnPhrases(told, deed), callsReviewers: isOpen(told.task) };
  if (verb === 'reassign')
    return {
      ...line,
      says: [handedOnPhrase(deed)],
      quote,
      callsReviewers: true,
      alsoTells: stepsCalled(told, deed),
    };
  const callsReviewers = verb === 'nudge' || verb === 'escalate';
  const isWaiting = isOpen(told.task) && told.request.state !== 'withdrawn';
  const deciders = callsReviewers && isWaiting ? decidersPhrase(told) : null;
  const act = say(actedSentences.acts[verb], { who }, ownRequestOf(told, who));
  const says = [act, time, deciders];
  if (verb !== 'escalate') return { ...line, says, quote, callsReviewers };
  // Below a card that was not on-call's before.
  const arrived = arrivedLine(told);
  const alsoTells = [...stepsCalled(told, deed), ...(arrived === null ? [] : [arrived.key])];
  return { ...line, says, quote, callsReviewers, callsOnCall: arrived !== null, alsoTells };
}

/** The step that a deed led to; none where the reading lags and shows the one before. */
function stepsCalled(told: ToldThread, deed: Action): readonly string[] {
  const step = isStepOf(deed, told.task) ? null : stepLine(told);
  return step === null ? [] : [step.key];
}

function handedOnPhrase({ by, input }: Action): Phrase {
  const who = by.userId;
  const people = (input?.people ?? []).map((slackUserId) => ({ slackUserId }));
  return people.length === 0
    ? say(actedSentences.acts.reassign, { who })
    : say(lineSentences.handedOn, { who, people });
}

function withdrawnPhrases(told: ToldThread, { by }: Action): Phrases {
  const { insteadOfWithdrawn, acts } = actedSentences;
  const who = by.userId;
  const isGivenBack = told.lapse === 'given-back';
  const instead = told.isCorrected
    ? insteadOfWithdrawn.corrected.others
    : isGivenBack
      ? insteadOfWithdrawn.givenBack.others
      : acts.withdraw;
  const open = isOpen(told.task) ? leftOpenPhrase({ ...told, reader: 'anybody' }) : null;
  return [say(instead, { who }, ownRequestOf(told, who)), open];
}

/** "@ben withdrew the request by @ben" would name them twice. */
function ownRequestOf({ request }: ToldThread, who: string): { readonly request?: 'ownRequest' } {
  return messageReader(request, who) === 'requester' ? { request: 'ownRequest' } : {};
}

/** An edited card calls nobody: those who decide on the next step are called by a line. */
function stepLine(told: ToldThread): ThreadLine | null {
  const { request, task, deeds } = told;
  const { currentStepId, stepOccurrence = '', otherStep } = task;
  if (!isOpen(task) || request.state === 'withdrawn') return null;
  if (currentStepId === null || otherStep !== undefined) return null;
  // A reading that lags shows a step that is decided.
  const isDecided = deeds.some((one) => one.verb === 'approve' && isStepOf(one, task));
  if (isDecided || namedReviewers(task, request).length === 0) return null;
  const more = approvalsOf(deeds).length > 0 ? say(decidedSentences.oneMoreStep) : null;
  const says = [more, decidersPhrase(told), denialAheadPhrase(told)];
  return { ...calm, key: `step ${currentStepId} ${stepOccurrence}`, says, callsReviewers: true };
}

/**
 * Somebody can decide on an emergency: the card says so, unless it was posted before the service had
 * the request.
 */
function arrivedLine(told: ToldThread): ThreadLine | null {
  const { request, task, deeds, onCall } = told;
  const isReview = task.stepApprovers.length > 0 || areReviewersUntold(task);
  if (onCall === null || !isReview || !isOpen(task) || request.state === 'withdrawn') return null;
  if (approvalsOf(deeds).length > 0) return null;
  const says = [say(lineSentences.decidable), decidersPhrase(told), denialAheadPhrase(told)];
  const step = stepLine(told);
  const alsoTells = step === null ? [] : [step.key];
  return { ...calm, key: 'arrived', says, callsReviewers: true, callsOnCall: true, alsoTells };
}

/** Who was called because nobody decides. Of several reminders the last says enough. */
function callLines({ onCall }: ToldThread): readonly (ThreadLine | null)[] {
  if (onCall === null || onCall.watch === null) return [];
  const { channel, watch } = onCall;
  const { made: all = [] } = watch.calls ?? {};
  // A tier that is told in this channel calls its group there.
  const calledMs = all.flatMap(({ channels, atMs }) => (channels.includes(channel) ? [atMs] : []));
  return all.map((call) => callLine(call, watch, !calledMs.includes(call.atMs)));
}

function callLine(call: CallMade, watch: StepWatch, callsOnCall: boolean): ThreadLine | null {
  const { kind, atMs } = call;
  const line = { ...calm, key: `call ${atMs} ${kind}` };
  const waitedSeconds = (atMs - watch.beganMs) / 1_000;
  if (kind === 'told') {
    if (isNobody(call)) return null;
    const seconds = wholeMinutes(waitedSeconds);
    return { ...line, says: [say(lineSentences.told, { people: call, seconds })] };
  }
  const { count = 1 } = lastReminder(watch) ?? {};
  const isLast = Object.values(watch.reviewers).every(({ dueMs }) => dueMs === null);
  const next = watch.calls?.next ?? null;
  return {
    ...line,
    says: [remindedPhrase({ count, waitedSeconds, isLast, next })],
    callsOnCall,
  };
}

/** What there is to know beyond the card, which says that it was granted or denied. */
function endLine({ task, deeds, isUndecided }: ToldThread): ThreadLine | null {
  if (isOpen(task)) return null;
  const { outcome } = task;
  const isByPerson = deeds.some(({ verb }) => verb === 'withdraw' || verb === 'close');
  const isOnCard = outcome === 'granted' || (outcome === 'denied' && !isUndecided);
  if (isOnCard || (isByPerson && outcome === 'cancelled')) return null;
  const says = endOfRequestPhrase(task, isUndecided);
  return { ...calm, key: `over ${outcome}`, says };
}

function accessLine({ request, task, grant, deeds }: ToldThread): ThreadLine | null {
  if (grant === null || grant.endedAt === null) return null;
  const key = 'access-ended';
  const { endedAt, endedBy: end, startedAt } = grant;
  if (isEmergency(task, request)) {
    const quote = { kind: 'justification' } as const;
    const had = hadEmergencyPhrase({ end, startedAt, endedAt });
    return { ...calm, key, says: [had, approvedAfterPhrase(request, deeds)], quote };
  }
  if (end === null) return null;
  return { ...calm, key, says: [accessOverPhrase({ grant, isOverdue: false })] };
}

/** Who made an emergency possible, and how long that took; null where nobody did so here. */
function approvedAfterPhrase({ createdAt }: Subject, deeds: ToldThread['deeds']): Phrase | null {
  const approvals = approvalsOf(deeds);
  const last = approvals.at(-1);
  if (last === undefined) return null;
  const seconds = Math.max(1, Math.round((last.at.getTime() - createdAt.getTime()) / 1_000));
  const ids = new Set(approvals.map(({ by }) => by.userId));
  const people = [...ids].map((slackUserId) => ({ slackUserId }));
  return say(lineSentences.approvedAfter, { people, seconds });
}

/** Approvals of the present review: it began anew when it was restarted, or became an emergency. */
function approvalsOf(deeds: ToldThread['deeds']): readonly Action[] {
  const begun = deeds.findLastIndex(({ verb }) => verb === 'restart' || verb === 'escalate');
  return deeds.slice(begun + 1).filter(({ verb }) => verb === 'approve');
}
