/** What a post says while a request is with its reviewers, or at another step. */

import type { Action, ActionKind } from '../action/action.ts';
import { shortenedPhrase } from '../message/kinds/action-messages.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import { emergencyPhrase } from '../message/kinds/emergency-messages.ts';
import {
  decidersPhrase,
  denialAheadPhrase,
  formPhrases,
  notFollowed,
  stepPhrase,
} from '../message/kinds/request-messages.ts';
import { emergencyOffer, isNobody, nextCallPhrase } from '../message/kinds/undecided-messages.ts';
import { inLines, inOneLine, type Phrase, type Phrases, say } from '../message/phrase.ts';
import { isDecisionUntold } from '../request/awaited-decision.ts';
import { isStepOf, isUnread, type TaskSnapshot } from '../task/task-snapshot.ts';
import { isOneOf } from '../text/sentence.ts';
import { deedPhrase } from './post-deeds.ts';
import {
  after,
  emptyPost,
  type Headline,
  type PostButton,
  type SeenRequest,
  type Shown,
  soonest,
} from './post-parts.ts';
import { postSentences } from './post-sentences.ts';
import { isAnswered, type Stage, type ToldRequest } from './told-request.ts';

/** A decision is told together with what comes of it, where that shows within this time. */
const outcomeMs = 7_000;

/** The first post waits at most so long for the card that it links to. */
const cardMs = 10_000;

const shownRemarks = 3;

const whileOpen: readonly PostButton[] = ['escalate', 'withdraw', 'correct', 'nudge'];

/** With its reviewers, or at another step. */
export function openShown(
  stage: Extract<Stage, { kind: 'in-review' | 'other-step' | 'approved' }>,
  seen: SeenRequest,
): Shown {
  const { task, request, hasCard } = seen;
  if (stage.kind === 'other-step' && stage.step.kind === 'form' && seen.fillers.has(seen.readerId))
    return formDue(stage.step.inConsole, seen);
  const newest = seen.deeds.findLast(isTold(seen));
  const question =
    seen.deeds.findLast((one) => one.verb === 'ask' && !isAnswered(seen, one)) ?? null;
  // An answered question gives way to one that is still open.
  const isDone = newest?.verb === 'ask' && isAnswered(seen, newest);
  const deed = isDone && question !== null ? question : newest;
  const sentBy = hasCard ? null : after(request.createdAt, cardMs);
  const isWaiting = stage.kind === 'in-review' && !isEnding(seen);
  const late = isWaiting ? lateHeadline(seen) : null;
  const isLate = late !== null && (newest === undefined || newest.at <= (late.since ?? newest.at));
  const first = newest === undefined ? openHeadline(sentBy, seen) : deedHeadline(newest, seen);
  const headline = isLate ? late : first;
  const isMissed = isLate && seen.reachedDirectly === null;
  const opening = isMissed ? latePhrase(seen) : openPhrase(stage, seen);
  // What was done before that is not what it says.
  const spoken = isLate ? undefined : deed;
  const says = [
    spoken === undefined ? opening : deedPhrase(spoken, seen),
    emergencyPhrase(seen),
    ...nextPhrases(stage, spoken, seen),
    stage.kind === 'in-review' ? nudgedPhrase([seen], deed?.at) : null,
    isUnread(task) ? say(notFollowed) : null,
  ];
  const calls = isWaiting ? callsPhrase(seen) : null;
  const nudgeAt = nudgeAgainAt(seen);
  const open = nudgeAt === null ? whileOpen : whileOpen.filter((one) => one !== 'nudge');
  return {
    headline,
    says: calls === null ? says : [inLines(inOneLine(...says), calls)],
    ...quotedOf(spoken, seen),
    buttons: isEnding(seen) ? [] : question === null ? open : ['answer', ...open],
    question: question?.id ?? null,
    lookAt: soonest([headline.notBefore, nudgeAt, isWaiting ? lateLookAt(seen) : null], seen.now),
  };
}

/** What had to wait is told when it is there, together with what waited beside it. */
function openHeadline(
  notBefore: Date | null,
  { hasWaited, changedAt }: Pick<ToldRequest, 'hasWaited' | 'changedAt'>,
): Headline {
  return { kind: 'in-review', occurrence: '', notBefore, since: hasWaited ? changedAt : null };
}

/** The reader has to fill in a form before it goes on. */
function formDue(isInConsole: boolean, { task }: SeenRequest): Shown {
  const occurrence = `${task?.currentStepId ?? ''}:${task?.stepOccurrence ?? ''}`;
  return {
    ...emptyPost,
    headline: { kind: 'form', occurrence, notBefore: null, since: null },
    says: formPhrases(task),
    buttons: isInConsole ? whileOpen : ['fill-in', ...whileOpen],
  };
}

/** Whether the reader is to learn of it: not of what they did, nor of what only calls others. */
function isTold({ readerId }: SeenRequest): (deed: Action) => boolean {
  const untold: readonly ActionKind[] = ['nudge', 'give-back'];
  return ({ by, verb }) => by.userId !== readerId && !untold.includes(verb);
}

function deedHeadline(deed: Action, seen: SeenRequest): Headline {
  const { verb, id, at: when } = deed;
  const isDecision = verb === 'approve' || verb === 'deny';
  const waits = isDecision && !showsNext(seen, deed) ? after(when, outcomeMs) : null;
  if (verb === 'close')
    return { kind: 'over', occurrence: 'cancelled', notBefore: null, since: when };
  // Told as the denial it is, whether the service shows the end yet or not.
  if (verb === 'deny') return { kind: 'over', occurrence: 'denied', notBefore: waits, since: when };
  return { kind: isDecision ? 'decided' : 'acted', occurrence: id, notBefore: waits, since: when };
}

/** Whether the reading shows the step after this decision. */
function showsNext({ task }: ToldRequest, decision: Action): boolean {
  if (task === null || isStepOf(decision, task)) return false;
  const { otherStep } = task;
  return task.stepApprovers.length > 0 || (otherStep !== undefined && otherStep.kind !== 'set-up');
}

function openPhrase(stage: Stage, { task, reachedDirectly }: ToldRequest): Phrase {
  if (reachedDirectly !== null)
    return say(reachedDirectly > 0 ? postSentences.sentDirectly : postSentences.noReviewerKnown);
  const isReview = stage.kind === 'in-review' && (task === null || !isDecisionUntold(task));
  return say(isReview ? postSentences.inReview : postSentences.sent);
}

/** What it waits for. */
function nextPhrases(stage: Stage, deed: Action | undefined, seen: SeenRequest): Phrases {
  const { task } = seen;
  if (isEnding(seen)) return [];
  if (stage.kind === 'other-step')
    return [shorterPhrase(deed), isSetUpNow(deed, task) ? null : stepPhrase(stage.step)];
  if (stage.kind === 'approved') return [shorterPhrase(deed), stepPhrase({ kind: 'set-up' })];
  const isMore = deed?.verb === 'approve' && task !== null && showsNext(seen, deed);
  const isKnown = deed === undefined || task === null || showsHandover(deed, task, seen.handedTo);
  return [
    shorterPhrase(deed),
    isMore ? say(decidedSentences.oneMoreStep) : null,
    isKnown && (seen.reachedDirectly === null || deed !== undefined) ? decidersPhrase(seen) : null,
    denialAheadPhrase(seen),
  ];
}

/** Whether somebody has ended it, and the service does not show that yet. */
function isEnding({ deeds }: Pick<ToldRequest, 'deeds'>): boolean {
  const last = deeds.findLast(
    ({ verb }) => verb === 'close' || verb === 'deny' || verb === 'restart',
  );
  return last !== undefined && last.verb !== 'restart';
}

/** Whether somebody has set it up, or could not, and the reading still waits for them. */
function isSetUpNow(deed: Action | undefined, task: TaskSnapshot | null): boolean {
  const isDone = deed?.verb === 'set-up' || deed?.verb === 'cannot-set-up';
  return isDone && task !== null && isStepOf(deed, task);
}

/** Whether the reading shows who decides since; one that lags would name those who did before. */
function showsHandover(
  { verb, ...step }: Action,
  task: TaskSnapshot,
  handedTo: ReadonlySet<string>,
): boolean {
  if (verb === 'reassign')
    return !isStepOf(step, task) || task.stepApprovers.some(({ id }) => handedTo.has(id));
  const isMoved = verb === 'fill-in' || verb === 'skip-step' || verb === 'restart';
  return !isMoved || !isStepOf(step, task);
}

/** When the reviewers were called again, if nothing happened since then. */
export function nudgedPhrase(
  all: readonly Pick<ToldRequest, 'deeds'>[],
  since: Date | undefined,
): Phrase | null {
  const times = all.flatMap(({ deeds }) =>
    deeds.flatMap(({ verb, at: when }) => (verb === 'nudge' ? [when.getTime()] : [])),
  );
  const last = Math.max(0, ...times);
  if (last === 0 || (since !== undefined && last < since.getTime())) return null;
  return say(postSentences.nudged, { when: new Date(last) });
}

/** Reviewers are nudged once a working day: until then the button would be refused. */
const nudgeMs = 8 * 3_600_000;

/** When they may be nudged again; null where they may be now. */
function nudgeAgainAt({ deeds, now }: ToldRequest): Date | null {
  const last = deeds.findLast(({ verb }) => verb === 'nudge');
  const again = last === undefined ? now : after(last.at, nudgeMs);
  return again > now ? again : null;
}

function shorterPhrase(deed: Action | undefined): Phrase | null {
  return shortenedPhrase(deed?.durationSeconds ?? null);
}

/** What was typed with the last deed, and what was said before it. */
function quotedOf(
  deed: Action | undefined,
  { deeds }: ToldRequest,
): Pick<Shown, 'quote' | 'remarks'> {
  const remarks = deeds.filter(
    ({ verb, reason, id }) => isRemark(verb) && reason !== '' && id !== deed?.id,
  );
  const text = deed?.reason ?? '';
  const isDecision = deed?.verb === 'approve' || deed?.verb === 'deny';
  const kind = deed?.verb === 'ask' ? 'question' : isDecision ? 'reason' : 'words';
  return { quote: text === '' ? null : { kind, text }, remarks: remarks.slice(-shownRemarks) };
}

function isRemark(verb: ActionKind): boolean {
  return isOneOf({ ask: true, answer: true, comment: true }, verb);
}

const hourMs = 3_600_000;
/** Hours after which the requester of a waiting emergency is told again. */
const toldAfterHours = [1, 12] as const;

/** Why a decision is missing, as a piece of news; null while it is not late. */
function lateHeadline({ watch, reader, now }: SeenRequest): Headline | null {
  if (watch === null || reader !== 'requester') return null;
  const { stepId, occurrence: begun, emergency, beganMs, tiersTold, calls } = watch;
  const headline = { kind: 'late', notBefore: null } as const;
  if (emergency) {
    const hours = toldAfterHours.findLast((one) => now.getTime() >= beganMs + one * hourMs);
    if (hours === undefined) return null;
    const since = new Date(beganMs + hours * hourMs);
    return { ...headline, occurrence: `${stepId}:${begun}:${hours}h`, since };
  }
  if (tiersTold === 0) return null;
  const last = calls?.made.findLast(({ kind }) => kind === 'told');
  const since = last === undefined ? null : new Date(last.atMs);
  return { ...headline, occurrence: `${stepId}:${begun}:${tiersTold}`, since };
}

/** When the passing of time alone makes it late; null if never. */
function lateLookAt({ watch, reader, now }: SeenRequest): Date | null {
  if (watch === null || !watch.emergency || reader !== 'requester') return null;
  const hours = toldAfterHours.find((one) => now.getTime() < watch.beganMs + one * hourMs);
  return hours === undefined ? null : new Date(watch.beganMs + hours * hourMs);
}

/** The opening once it is late, in place of "is with the reviewers". */
function latePhrase({ task }: SeenRequest): Phrase {
  const isUntold = task !== null && isDecisionUntold(task);
  return say(isUntold ? postSentences.late.untold : postSentences.late.undecided);
}

/** Who was called, a line each, and what its requester can do meanwhile. */
export function callsPhrase(seen: SeenRequest): Phrase | null {
  const { watch, reader } = seen;
  const calls = watch?.calls;
  if (watch === null || calls === undefined || reader !== 'requester') return null;
  const { late } = postSentences;
  const { emergency, tiersTold } = watch;
  // The last of the reminders says enough.
  const last = emergency ? calls.made.findLast(({ kind }) => kind === 'reminded') : undefined;
  const visible = calls.made.filter(
    (one) => one === last || (one.kind === 'told' && !isNobody(one)),
  );
  const lines = visible.map((one) =>
    say(late.called[one.kind], { when: new Date(one.atMs), people: one }),
  );
  if (emergency) {
    const next = nextCallPhrase(calls.next);
    const then = next === null ? say(late.nobodyNext) : inOneLine(next, say(late.meanwhile));
    const isSilent = lines.length === 0 && lateHeadline(seen) === null;
    return isSilent ? null : inLines(...lines, then);
  }
  if (tiersTold === 0) return null;
  const { offersEmergency } = calls;
  const nobody = lines.length > 0 || offersEmergency ? null : say(late.nobodyToTell);
  return inLines(...lines, nobody, offersEmergency ? say(emergencyOffer) : null);
}
