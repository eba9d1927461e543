/** What a post says while a request is with its reviewers, or at another step. */

import type { Action, ActionKind } from '../action/action.ts';
import { decidedSentences } from '../message/kinds/decision-messages.ts';
import {
  decidersPhrase,
  denialAheadPhrase,
  emergencyPhrase,
  formPhrases,
  notFollowed,
  stepPhrase,
} from '../message/kinds/request-messages.ts';
import { emergencyOffer, isNobody, nextCallPhrase } from '../message/kinds/undecided-messages.ts';
import { hasIt } from '../message/message-context.ts';
import { inLines, inOneLine, type Phrase, type Phrases, say } from '../message/phrase.ts';
import { isDecisionUntold } from '../request/untold.ts';
import { isStepOf, isUnread, type OtherStep } from '../task/task-snapshot.ts';
import { isOneOf } from '../text/sentence.ts';
import {
  after,
  deedPhrase,
  emptyPost,
  endsOf,
  type Headline,
  headlineOf,
  type PostButton,
  postSentences,
  type SeenRequest,
  type Shown,
  soonest,
} from './post-parts.ts';
import type { Stage, ToldRequest } from './told-request.ts';

/** A decision is told together with what comes of it, where that shows within this time. */
const outcomeMs = 7_000;

/** The first post waits at most so long for the card that it links to. */
const cardMs = 10_000;

const shownRemarks = 3;

const whileOpen: readonly PostButton[] = ['escalate', 'withdraw', 'correct', 'nudge'];

/** With its reviewers, or at another step. */
export function openShown(
  stage: Extract<Stage, { kind: 'in-review' | 'other-step' }>,
  seen: SeenRequest,
): Shown {
  const { task, deeds, now, isUnreachable } = seen;
  if (stage.kind === 'other-step' && isFiller(stage.step, seen)) return formDue(stage.step, seen);
  const isWaiting = stage.kind === 'in-review' && !isEnding(seen);
  const late = isWaiting ? lateHeadline(seen) : null;
  const newest = deeds.findLast(isTold(seen));
  // What was done before it was late is not what it says.
  const isBefore = newest !== undefined && late !== null && newest.at <= (late.since ?? newest.at);
  const deed = isBefore ? undefined : newest;
  const headline = deed === undefined ? (late ?? openHeadline(seen)) : deedHeadline(deed, seen);
  const question = deeds.findLast((one) => one.verb === 'ask' && !isAnswered(seen, one));
  const says = [
    deed === undefined ? openPhrase(stage, late !== null, seen) : deedPhrase(deed, seen),
    emergencyPhrase(seen),
    ...(isEnding(seen) ? [] : nextPhrases(stage, deed, seen)),
    stage.kind === 'in-review' ? nudgedPhrase([seen], deed?.at) : null,
    isUnread(task) ? say(notFollowed) : null,
  ];
  const calls = isWaiting ? callsPhrase(late !== null, seen) : null;
  const nudgeAt = nudgeAgainAt(seen);
  const open = nudgeAt === null ? whileOpen : whileOpen.filter((one) => one !== 'nudge');
  const isPlain = headline.kind === 'in-review' && calls === null && !isUnreachable;
  // A reading that lags lists those who decided before.
  const isRead = stage.kind === 'in-review' || task?.otherStep !== undefined;
  return {
    headline,
    alike: isPlain && isRead ? 'open' : null,
    says: calls === null ? says : [inLines(inOneLine(...says), calls)],
    ...quotedOf(deed, seen),
    buttons: isEnding(seen) ? [] : question === undefined ? open : ['answer', ...open],
    question: question?.id ?? null,
    lookAt: soonest([headline.notBefore, nudgeAt, ...(isWaiting ? lateTimes(seen) : [])], now),
  };
}

/** Whether the form waits for the reader: it names them, or nobody. */
function isFiller(
  step: OtherStep,
  seen: SeenRequest,
): step is Extract<OtherStep, { kind: 'form' }> {
  const { identityUserId, requesterIdentityId } = seen.request;
  const readerId = hasIt(seen) ? identityUserId : requesterIdentityId;
  if (step.kind !== 'form') return false;
  return step.people.length === 0 || step.people.some(({ id }) => id === readerId);
}

/** The reader has to fill in a form before it goes on. */
function formDue(
  { inConsole }: Extract<OtherStep, { kind: 'form' }>,
  { task }: SeenRequest,
): Shown {
  return {
    ...emptyPost,
    headline: headlineOf('form', `${task?.currentStepId ?? ''}:${task?.stepOccurrence ?? ''}`),
    says: formPhrases(task),
    buttons: inConsole ? whileOpen : ['fill-in', ...whileOpen],
  };
}

/** Whether the reader is to learn of it: not of what they did, nor of what only calls others. */
function isTold({ readerId }: SeenRequest): (deed: Action) => boolean {
  const untold: readonly ActionKind[] = ['nudge', 'give-back'];
  return ({ by, verb }) => by.userId !== readerId && !untold.includes(verb);
}

/** Whether somebody answered this question. */
export function isAnswered({ deeds }: Pick<ToldRequest, 'deeds'>, { id }: Action): boolean {
  return deeds.some(({ verb, input }) => verb === 'answer' && input?.asked === id);
}

/** What had to wait is told when it is there, together with what waited beside it. */
function openHeadline({ hasCard, hasWaited, changedAt, request }: SeenRequest): Headline {
  const notBefore = hasCard ? null : after(request.createdAt, cardMs);
  return headlineOf('in-review', '', hasWaited ? changedAt : null, notBefore);
}

/** An end is told as the end it is, whether the service shows it yet or not. */
function deedHeadline(deed: Action, seen: SeenRequest): Headline {
  const { verb, id, at } = deed;
  const isDecision = verb === 'approve' || verb === 'deny';
  const notBefore = isDecision && !showsNext(seen, deed) ? after(at, outcomeMs) : null;
  const end = endsOf[verb];
  if (end !== undefined) return headlineOf('over', end, at, notBefore);
  return headlineOf(isDecision ? 'decided' : 'acted', id, at, notBefore);
}

/** Whether the reading shows the step after this decision. */
function showsNext({ task }: ToldRequest, decision: Action): boolean {
  if (task === null || isStepOf(decision, task)) return false;
  const { otherStep } = task;
  return task.stepApprovers.length > 0 || (otherStep !== undefined && otherStep.kind !== 'set-up');
}

function openPhrase(stage: Stage, isLate: boolean, { task, isUnreachable }: SeenRequest): Phrase {
  const { noReviewerKnown, sent, undecided, inReview } = postSentences;
  if (isUnreachable) return say(noReviewerKnown);
  if (stage.kind !== 'in-review' || (task !== null && isDecisionUntold(task))) return say(sent);
  return say(isLate ? undecided : inReview);
}

/** What it waits for. */
function nextPhrases(stage: Stage, deed: Action | undefined, seen: SeenRequest): Phrases {
  const { task, isUnreachable } = seen;
  const isSame = deed !== undefined && task !== null && isStepOf(deed, task);
  if (task?.outcome === 'error') return [say(postSentences.failing)];
  if (stage.kind === 'other-step')
    return [isSame && deed.verb === 'set-up' ? null : stepPhrase(stage.step)];
  const isMore = deed?.verb === 'approve' && showsNext(seen, deed);
  // A reading that lags would name those who decided before.
  const isBehind = isSame && movedBy.includes(deed.verb);
  return [
    isMore ? say(decidedSentences.oneMoreStep) : null,
    isBehind || isUnreachable ? null : decidersPhrase(seen),
    denialAheadPhrase(seen),
  ];
}

/** What changes who decides. */
const movedBy: readonly ActionKind[] = ['reassign', 'fill-in', 'skip-step', 'restart'];

/** Whether somebody has ended it, and the service does not show that yet. */
function isEnding({ deeds }: ToldRequest): boolean {
  const last = deeds.findLast(({ verb }) => verb === 'restart' || endsOf[verb] !== undefined);
  return last !== undefined && last.verb !== 'restart';
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
export const nudgeMs = 8 * 3_600_000;

/** When they may be nudged again; null where they may be now. */
function nudgeAgainAt({ deeds, now }: ToldRequest): Date | null {
  const last = deeds.findLast(({ verb }) => verb === 'nudge');
  const again = last === undefined ? now : after(last.at, nudgeMs);
  return again > now ? again : null;
}

/** What was typed with the last deed, and what was said before it. */
function quotedOf(
  deed: Action | undefined,
  { deeds }: ToldRequest,
): Pick<Shown, 'quote' | 'remarks'> {
  const remarks = deeds.filter(
    ({ verb, reason, id }) =>
      isOneOf({ ask: true, answer: true, comment: true }, verb) && reason !== '' && id !== deed?.id,
  );
  const text = deed?.reason ?? '';
  const isDecision = deed?.verb === 'approve' || deed?.verb === 'deny';
  const kind = deed?.verb === 'ask' ? 'question' : isDecision ? 'reason' : 'words';
  return { quote: text === '' ? null : { kind, text }, remarks: remarks.slice(-shownRemarks) };
}

const hourMs = 3_600_000;
/** Hours after which the requester of a waiting emergency is told again. */
const toldAfterHours = [1, 12] as const;

/** Why a decision is missing, as a piece of news; null while it is not late. */
function lateHeadline({ watch, reader, now }: SeenRequest): Headline | null {
  if (watch === null || reader !== 'requester') return null;
  const { stepId, occurrence, emergency, beganMs, tiersTold, calls } = watch;
  const step = `${stepId}:${occurrence}`;
  if (emergency) {
    const hours = toldAfterHours.findLast((one) => now.getTime() >= beganMs + one * hourMs);
    if (hours === undefined) return null;
    return headlineOf('late', `${step}:${hours}h`, new Date(beganMs + hours * hourMs));
  }
  if (tiersTold === 0) return null;
  const last = calls?.made.findLast(({ kind }) => kind === 'told');
  return headlineOf(
    'late',
    `${step}:${tiersTold}`,
    last === undefined ? null : new Date(last.atMs),
  );
}

/** When the passing of time alone makes it late. */
function lateTimes({ watch, reader }: SeenRequest): readonly Date[] {
  if (watch === null || !watch.emergency || reader !== 'requester') return [];
  return toldAfterHours.map((one) => new Date(watch.beganMs + one * hourMs));
}

/** Who was called, a line each, and what its requester can do meanwhile; null before that. */
function callsPhrase(isLate: boolean, { watch, reader }: SeenRequest): Phrase | null {
  const calls = watch?.calls;
  if (watch === null || calls === undefined || reader !== 'requester') return null;
  const { made, next, offersEmergency } = calls;
  // The last of the reminders says enough.
  const last = watch.emergency ? made.findLast(({ kind }) => kind === 'reminded') : undefined;
  const lines = made
    .filter((one) => one === last || (one.kind === 'told' && !isNobody(one)))
    .map((one) => say(postSentences.called[one.kind], { when: new Date(one.atMs), people: one }));
  if (!isLate && (lines.length === 0 || !watch.emergency)) return null;
  const isLast = watch.emergency || lines.length === 0;
  const help = offersEmergency
    ? say(emergencyOffer)
    : isLast
      ? say(postSentences.nobodyNext[watch.emergency ? 'emergency' : 'other'])
      : null;
  return inLines(...lines, nextCallPhrase(next) ?? help);
}
