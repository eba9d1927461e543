/** The lines in the thread of a card: what happened since it was posted, and who decides now. A line is posted once and never edited. */

import type { Action } from '../action/action.ts';
import { namedReviewers } from '../action/authorization.ts';
import type { CallMade } from '../due/calls.ts';
import type { StepWatch } from '../due/step-watch.ts';
import { accessOverPhrase } from '../message/kinds/access-messages.ts';
import { actedSentences } from '../message/kinds/action-messages.ts';
import { endOfRequestPhrase } from '../message/kinds/decision-messages.ts';
import { hadEmergency, hadEmergencyPhrase } from '../message/kinds/request-messages.ts';
import {
  calls,
  isNobody,
  remindedPhrase,
  wholeMinutes,
} from '../message/kinds/undecided-messages.ts';
import { checkedSentences, type Phrase, type Phrases, say } from '../message/phrase.ts';
import type { Subject } from '../request/subject.ts';
import { areReviewersUntold, isEmergency } from '../request/untold.ts';
import { isOpen, isStepOf, type TaskSnapshot } from '../task/task-snapshot.ts';
import { type Deeds, deedPhrase, type RequestPost } from './post-parts.ts';
import type { ToldGrant } from './told-request.ts';

/** What the lines are made from: what is stored, and nothing else. */
export interface ToldThread extends Omit<Deeds, 'readerId'> {
  /** As it was read last. */
  readonly task: TaskSnapshot;
  readonly grant: Pick<ToldGrant, 'startedAt' | 'endsAt' | 'endedAt' | 'endedBy'> | null;
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
  reached: [
    'It reached the reviewers[[: {people:reviewers}]].',
    'Sie ging an die Prüfenden[[: {people:reviewers}]].',
  ],
  calls: { reminded: calls.reminded },
  told: [
    'I told {people:called}, after {seconds:duration} without a decision.',
    'Ich habe {people:called} Bescheid gesagt, nach {seconds:duration} ohne Entscheidung.',
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
  const all = [...lines, ...reviewLines(told), ...callLines(told), endLine(told), accessLine(told)];
  return all.filter((one) => one !== null);
}

/** Names the turn of those who decide now: each is called for it once. */
export function stepKey({
  currentStepId,
  stepOccurrence = '',
}: Pick<TaskSnapshot, 'currentStepId' | 'stepOccurrence'>): string {
  return `step ${currentStepId ?? ''} ${stepOccurrence}`;
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
  const { id, verb, by, reason } = deed;
  const isDecision = verb === 'approve' || verb === 'deny';
  const isOnCard = (isDecision || verb === 'set-up') && reason === '';
  if (isOnCard || verb === 'give-back') return null;
  const kind = verb === 'ask' ? 'question' : isDecision ? 'reason' : 'words';
  const isAgain = verb === 'nudge' || verb === 'escalate';
  const isLeftOpen = verb === 'withdraw' && isOpen(told.task);
  const review = reviewLines(told);
  // A reading that lags shows the step before; on-call's card was not there before.
  const also = review.filter(({ callsOnCall }) =>
    callsOnCall ? verb === 'escalate' : !isStepOf(deed, told.task),
  );
  return {
    key: `deed ${id}`,
    by: by.userId,
    says: [
      deedPhrase(deed, { ...told, readerId: null }),
      isLeftOpen ? leftOpenPhrase(told) : null,
      isAgain ? reachedPhrase(told) : null,
    ],
    quote: reason === '' ? null : { kind, text: reason },
    callsReviewers: isAgain || isLeftOpen || verb === 'reassign',
    callsOnCall: also.some(({ callsOnCall }) => callsOnCall),
    alsoTells: verb === 'reassign' || verb === 'escalate' ? also.map(({ key }) => key) : [],
  };
}

/** A withdrawn request stayed open in the service. */
function leftOpenPhrase({ task, request }: ToldThread): Phrase | null {
  // While it works on the answer that ends the task, nobody can tell whether it closes it.
  if (task.otherStep?.kind === 'processing') return null;
  return say(actedSentences.leftOpen.toReviewers, { people: namedReviewers(task, request) });
}

/** Who is called to decide; null where nobody can, or nobody is known who does. */
function reachedPhrase({ request, task }: ToldThread): Phrase | null {
  if (!isOpen(task) || request.state === 'withdrawn' || task.otherStep !== undefined) return null;
  const people = namedReviewers(task, request);
  const isReached = people.length > 0 || areReviewersUntold(task);
  return isReached ? say(lineSentences.reached, { people }) : null;
}

/**
 * An edited card calls nobody: those who decide on the next step are called by a line. So is on-call,
 * whose card may have been posted before the service had the request.
 */
function reviewLines(told: ToldThread): readonly ThreadLine[] {
  const { request, task, deeds, onCall } = told;
  const reached = reachedPhrase(told);
  if (reached === null) return [];
  const { currentStepId } = task;
  const line = { ...calm, says: [reached], callsReviewers: true };
  // A reading that lags shows a step that is decided.
  const isDecided = deeds.some((one) => one.verb === 'approve' && isStepOf(one, task));
  const isStep = currentStepId !== null && !isDecided && namedReviewers(task, request).length > 0;
  const steps = isStep ? [{ ...line, key: stepKey(task) }] : [];
  if (onCall === null || approvalsOf(deeds).length > 0) return steps;
  const alsoTells = steps.map(({ key }) => key);
  return [{ ...line, key: 'arrived', callsOnCall: true, alsoTells }, ...steps];
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
  if (call.kind === 'told') {
    if (isNobody(call)) return null;
    const seconds = wholeMinutes(waitedSeconds);
    return { ...line, says: [say(lineSentences.told, { people: call, seconds })] };
  }
  const reminded = remindedPhrase({ count: call.times, waitedSeconds });
  return { ...line, says: [reminded], callsOnCall };
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
  const over = accessOverPhrase({ grant, isOverdue: false });
  if (isEmergency(task, request)) {
    const quote = { kind: 'justification' } as const;
    const had = hadEmergencyPhrase(startedAt, endedAt);
    const how = end === 'expired' ? null : over;
    return { ...calm, key, says: [had, how, approvedAfterPhrase(request, deeds)], quote };
  }
  return end === null ? null : { ...calm, key, says: [over] };
}

/** Who made an emergency possible, and how long that took; null where nobody did so here. */
function approvedAfterPhrase({ createdAt }: Subject, deeds: ToldThread['deeds']): Phrase | null {
  const approvals = approvalsOf(deeds);
  const last = approvals.at(-1);
  if (last === undefined) return null;
  const exact = Math.max(1, Math.round((last.at.getTime() - createdAt.getTime()) / 1_000));
  const seconds = exact < 120 ? exact : wholeMinutes(exact);
  const ids = new Set(approvals.map(({ by }) => by.userId));
  const people = [...ids].map((slackUserId) => ({ slackUserId }));
  return say(lineSentences.approvedAfter, { people, seconds });
}

/** Approvals of the present review: it began anew when it was restarted, or became an emergency. */
function approvalsOf(deeds: ToldThread['deeds']): readonly Action[] {
  const begun = deeds.findLastIndex(({ verb }) => verb === 'restart' || verb === 'escalate');
  return deeds.slice(begun + 1).filter(({ verb }) => verb === 'approve');
}
