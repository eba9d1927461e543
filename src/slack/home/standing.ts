import type { KnownBlock } from '@slack/types';
import { type GrantEnd, isEndUnreadable, isRemovalMissed } from '../../domain/access/grant.ts';
import { namedReviewers } from '../../domain/action/authorization.ts';
import { standings } from '../../domain/action/holder-action.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { areReviewersUntold } from '../../domain/request/untold.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { CardGrant } from '../../use-cases/ports/card-contents.ts';
import type { HomeRequest, HomeRequests } from '../../use-cases/ports/home-contents.ts';
import { refusalWords } from '../action/refusal-words.ts';
import { durationWords, endWords } from '../card/duration-words.ts';
import {
  cannotTellWords,
  consoleWords,
  countedNames,
  known,
  numbered,
  outcomeWords,
  stepWords,
} from '../card/task-words.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { cutMarked, mention, moment, name, section } from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** A request and its state at that moment, in two lines. */
export function standingWords(
  texts: Texts,
  readerId: string,
  entry: HomeRequest,
  at: Date,
): string {
  const { request, task } = entry;
  const what = `*${name(`${request.appName} · ${request.entitlementName}`, 200)}*`;
  const requestTime = texts.home.asked({ when: moment(request.createdAt) });
  const parts = [
    ...(entry.isForMoreTime ? [texts.home.moreTime] : []),
    ...stateWords(texts, entry, at),
    ...nudgeWords(texts, entry),
    ...peopleInvolvedWords(texts, readerId, entry),
    ...accountWords(texts, entry),
    ...(entry.isUndelivered ? [texts.home.undelivered] : []),
    requestTime,
  ];
  return `${what}${task === null ? '' : numbered(task)}\n${parts.join(' · ')}`;
}

/**
 * The outcome of the last *Nudge*. It was clicked on Home, so Home answers, with times that stay
 * true.
 */
function nudgeWords(texts: Texts, { nudge, task }: HomeRequest): string[] {
  if (nudge === null || task === null || !isOpen(task)) return [];
  const { being, done, already, refused } = texts.home.nudged;
  const { state, refusal, at, doneAt } = nudge;
  if (state === 'done') return [done({ when: moment(at) })];
  if (state !== 'refused' || refusal === null) return [being];
  if (refusal.code === 'nudged-already' && doneAt !== null)
    return [already({ when: moment(doneAt) })];
  return [refused({ when: moment(at), why: refusalWords(texts, refusal) })];
}

/** Two requests for the same may differ by their accounts alone. */
function accountWords({ home }: Texts, { request: { account } }: HomeRequest): string[] {
  return account === null ? [] : [home.account({ account: name(account.name, 100) })];
}

function peopleInvolvedWords(
  { home }: Texts,
  readerId: string,
  { request }: HomeRequest,
): string[] {
  const { requester, targetSlackId } = request;
  if (requester.userId !== readerId) return [home.bySomebody({ who: mention(requester.userId) })];
  if (targetSlackId === null || targetSlackId === readerId) return [];
  return [home.forSomebody({ who: mention(targetSlackId) })];
}

function stateWords(texts: Texts, entry: HomeRequest, at: Date): string[] {
  const { home } = texts;
  const { request, task, grant, standing, isCorrected } = entry;
  if (isCorrected && standing === 'ended') return [home.corrected];
  if (grant !== null) return [grantWords(texts, entry, grant, at)];
  if (task !== null) {
    if (isOpen(task) && request.state === 'withdrawn') return leftOpenWords(texts, entry);
    if (standing === 'sent')
      return [home.seeConsole({ console: consoleWords(texts, entry.consoleUrl) })];
    if (!isOpen(task)) return [name(outcomeWords(texts, task.outcome, request))];
    return [openTaskWords(texts, task, request, entry.consoleUrl)];
  }
  return [untaskedWords(texts, request)];
}

/** What an open task waits for. */
export function openTaskWords(
  texts: Texts,
  task: TaskSnapshot,
  subject: Subject,
  consoleUrl: string | null,
): string {
  if (task.otherStep !== undefined) return stepWords(texts, task.otherStep);
  if (areReviewersUntold(task)) return cannotTellWords(texts, consoleUrl);
  if (task.stepApprovers.length === 0) return texts.home.beingSetUp;
  const reviewers = namedReviewers(task, subject);
  if (reviewers.length === 0) return texts.card.state.nobody;
  // Reviewers with an id alone cannot be named, but somebody decides.
  const people = countedNames(texts, namesOf(reviewers), 'or') || texts.steps.somebody;
  return texts.home.waitingFor({ people });
}

/**
 * The status of a request without a task. A request that may have arrived in the service is not
 * called unsent.
 */
function untaskedWords(
  { home: { states, untasked } }: Texts,
  request: HomeRequest['request'],
): string {
  const { state, refusal } = request;
  if (refusal?.code === 'answer-disagrees') return states.disagreed;
  if (refusal?.isPerhapsThere) return states.uncertain;
  return known(states, state) ?? untasked;
}

/** Says that a request is withdrawn but the service could not close it, and where to close it. */
function leftOpenWords(texts: Texts, { request, consoleUrl, standing }: HomeRequest): string[] {
  // If tasks are not read again, nobody knows whether it is still open.
  if (standing !== 'open') return [name(outcomeWords(texts, 'cancelled', request))];
  const console = consoleWords(texts, consoleUrl);
  return [name(outcomeWords(texts, 'left-open', request)), texts.home.seeConsole({ console })];
}

/** The end, which stays true, and the time left at this moment; never more than there is. */
function grantWords(
  texts: Texts,
  { task, consoleUrl }: Pick<HomeRequest, 'task' | 'consoleUrl'>,
  grant: NonNullable<HomeRequest['grant']>,
  at: Date,
): string {
  const { home } = texts;
  const { endsAt } = grant;
  const over = overWords(texts, {
    ...grant,
    isOverdue: endsAt !== null && endsAt <= at,
    isMissed: isRemovalMissed(grant, at),
  });
  if (over !== null) return over;
  if (isEndUnreadable(grant, task)) return cannotTellWords(texts, consoleUrl);
  const seconds = endsAt === null ? 0 : Math.floor((endsAt.getTime() - at.getTime()) / 1_000);
  const unit = [86_400, 3_600].find((one) => seconds >= 2 * one) ?? 60;
  // Right after a grant of 4 hours nobody wants to read that 3 are left.
  const nearly = unit === 60 ? 0 : unit / 12;
  const whole = seconds + nearly - ((seconds + nearly) % unit);
  if (endsAt === null || whole <= 0) return endWords(texts, endsAt);
  return home.untilWithLeft({ when: moment(endsAt), left: durationWords(texts, whole) });
}

/**
 * How access ended or is being taken away, or that its time is over; null while it is simply there.
 */
export function overWords(
  texts: Texts,
  {
    endsAt,
    endedAt,
    endedBy,
    revocationPending,
    isOverdue,
    isMissed,
  }: Omit<CardGrant, 'startedAt'>,
): string | null {
  const { ended, beingTakenAway, notTakenAway } = texts.home;
  if (endedAt !== null) return endingWords(texts, endedBy, endedAt);
  if (revocationPending !== null) return isMissed ? notTakenAway : beingTakenAway;
  return endsAt !== null && isOverdue ? ended.unconfirmed({ when: moment(endsAt) }) : null;
}

/** How and when access ended; null: a later request goes on with it. */
export function endingWords({ home }: Texts, end: GrantEnd | null, at: Date): string {
  return (end === null ? home.goesOnLater : home.ended[end])({ when: moment(at) });
}

/** The answer to `status` (what is under way) or `list` (everything), which only the asker sees. */
export function standingMessage(
  texts: Texts,
  readerId: string,
  { at, shown, left }: HomeRequests,
  which: 'status' | 'list',
): RenderedMessage {
  const nothing = which === 'list' ? texts.home.nothingYet : texts.home.nothingOpen;
  const lines =
    shown.length === 0
      ? [nothing]
      : shown.map((entry) => standingWords(texts, readerId, entry, at));
  const more = standings.reduce((sum, standing) => sum + left[standing], 0);
  return {
    text: cutMarked(lines.join('\n'), limits.sectionText),
    blocks: fitting(texts, lines, more),
  };
}

/** As many lines as a message takes, and how many more there are. */
function fitting(texts: Texts, lines: readonly string[], more: number): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  const room = limits.blocksPayload - roomForTheRest;
  let used = 0;
  for (const words of lines) {
    const block = section(words);
    used += JSON.stringify(block).length + 1;
    if (used > room || blocks.length === limits.messageBlocks - 1) break;
    blocks.push(block);
  }
  const count = lines.length - blocks.length + more;
  if (count > 0) blocks.push(section(texts.lists.moreLeftOut({ count })));
  return blocks;
}

/** Characters that the last line, which counts what is left out, and the list's own signs take. */
const roomForTheRest = 200;

/** What somebody can type, in a sentence. */
export type HelpLine = (texts: Texts) => string;

/** The answer to `help`. @param more what extras add */
export function helpMessage(texts: Texts, more: readonly HelpLine[]): RenderedMessage {
  const { questions, ...ways } = texts.help;
  const ofExtras = more.map((line) => line(texts));
  const words = [...Object.values(ways), ...ofExtras, questions].join('\n');
  return { text: words, blocks: [section(words)] };
}
