/** Long because every line that a card shows above its buttons takes its words from here. */
import type { RichTextBlock, RichTextText } from '@slack/types';
import { askedEnd } from '../../domain/request/time-text.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { answerWords, decidedFieldWords } from '../action/decided-field-words.ts';
import { limits } from '../platform/limits.ts';
import {
  capitalised,
  cut,
  link,
  listed,
  mention,
  moment,
  name,
  oneLine,
  sound,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { overWords } from './standing-words.ts';
import {
  addedOnCard,
  durationWords,
  endWords,
  holderWords,
  known,
  outcomeWords,
  peopleWords,
  riskWords,
  taskNumber,
  whatOf,
} from './task-words.ts';

/** The most characters of a person's name: the requested access needs the rest of the header. */
const nameLength = 35;

/**
 * "⏳ Ben Okafor wants GitHub · Platform: write for 1 hour": in plain text, cut within what is asked
 * for, never the time.
 */
export function headerWords(texts: Texts, card: CardModel): string {
  const sentence = (what: string) => sentenceOf(texts, card, what);
  const what = oneLine(whatOf(card));
  return sentence(cut(what, limits.headerText - sentence('').length));
}

function sentenceOf(texts: Texts, card: CardModel, what: string): string {
  const { header } = texts.card;
  const { task, grant } = card;
  const requestParts = askedParts(texts, card, what, (text) => cut(oneLine(text), nameLength));
  if (task.takesAway === true) return removalWords(texts, card, what);
  if (isOpen(task))
    return isEmergency(task, card.request)
      ? `🚨 ${header.needs(requestParts)}`
      : `⏳ ${header.wants(requestParts)}`;
  if (task.outcome === 'granted') {
    const accessParts = {
      ...requestParts,
      what,
      who: cut(oneLine(decidedFieldWords.target(texts, card)), nameLength),
    };
    if (grant === null) return `✅ ${header.granted(accessParts)}`;
    return grant.endedAt === null
      ? `✅ ${header.has(accessParts)}`
      : `${over} ${header.had(accessParts)}`;
  }
  const symbol = known(symbols, task.outcome) ?? over;
  return `${symbol} ${header.wanted({ ...requestParts, outcome: endWordsOf(texts, card) })}`;
}

/** "⏳ Ben Okafor is to lose GitHub · Platform: write". */
function removalWords(texts: Texts, card: CardModel, what: string): string {
  const { header } = texts.card;
  const { task } = card;
  const target = task.target?.name ?? texts.card.somebodyElse;
  const who = cut(oneLine(target), nameLength);
  if (isOpen(task)) return `⏳ ${header.toLose({ who, what })}`;
  return `${over} ${header.keeps({ who, what, outcome: endWordsOf(texts, card) })}`;
}

/** How it ended. If the bot denied it because nobody decided, the words say so. */
function endWordsOf(texts: Texts, { task, request, isUndecided }: CardModel): string {
  const words = isUndecided ? texts.card.undecided : outcomeWords(texts, task.outcome, request);
  return cut(oneLine(words), nameLength);
}

const symbols = { denied: '⛔', error: '⚠️' };
/** Another hourglass would look like one that still runs. */
const over = '⚪';

function askedParts(texts: Texts, card: CardModel, what: string, shown: (text: string) => string) {
  const { target } = card;
  return {
    who: shown(card.requesterName || capitalised(texts.card.somebodyElse)),
    what:
      target === null
        ? what
        : texts.card.header.forSomebody({
            what,
            target: shown(decidedFieldWords.target(texts, card)),
          }),
    period: decidedFieldWords.duration(texts, card),
  };
}

/** The most answers on a card. */
const shownAnswers = 5;
const answerLength = 200;
const labelLength = 80;

/**
 * The justification as a quote, and the answers below it. In rich text what people typed is never
 * markup.
 */
export function whyBlock(
  texts: Texts,
  { task, answers }: CardModel,
  longest: number,
): RichTextBlock {
  const { card, lists } = texts;
  const typed = sound(task.justification);
  const lines: RichTextText[][] = [];
  if (typed.length > longest) lines.push([text(card.whyCut, { italic: true })]);
  for (const answer of answers.slice(0, shownAnswers))
    lines.push(answerLine(texts, answer, Math.min(longest, answerLength)));
  if (answers.length > shownAnswers)
    lines.push([text(lists.moreLeftOut({ count: answers.length - shownAnswers }))]);
  const below = lines.flatMap((line, index) => (index === 0 ? line : [text('\n'), ...line]));
  return {
    type: 'rich_text',
    block_id: 'card.why',
    elements: [
      typed.trim() === ''
        ? {
            type: 'rich_text_section',
            elements: [text(missingWhyWords(texts, task) || card.whyMissing, { italic: true })],
          }
        : { type: 'rich_text_quote', elements: [text(cut(typed, longest))] },
      ...(below.length === 0 ? [] : [{ type: 'rich_text_section' as const, elements: below }]),
    ],
  };
}

function answerLine(
  texts: Texts,
  { label, value }: CardModel['answers'][number],
  longest: number,
): RichTextText[] {
  const words = sound(answerWords(texts, value));
  return [
    text(`${cut(sound(label), labelLength)}: `, { bold: true }),
    text(words.trim() === '' ? '–' : cut(words, longest)),
  ];
}

function text(words: string, style?: RichTextText['style']): RichTextText {
  return { type: 'text', text: words, ...(style === undefined ? {} : { style }) };
}

/** The line below the justification. Parts without content are left out. */
export function factWords(texts: Texts, card: CardModel): string {
  const { card: words } = texts;
  const { request, task, target, profileName } = card;
  const end = isOpen(task) ? askedEnd(request, card.period) : null;
  const { approvalStep, lastUsedAt } = task;
  const account = decidedFieldWords.account(texts, card);
  const alsoTaken = decidedFieldWords.alsoTaken(texts, card);
  const isUrgent = isEmergency(task, request) && !isOpen(task);
  const parts = [
    task.numericId === '' ? '' : name(taskNumber(task), 40),
    isUrgent ? `🚨 ${words.emergency}` : '',
    capitalised(accessWords(texts, card)),
    end === null ? '' : words.askedEnd({ when: moment(end) }),
    riskWords(texts, task.entitlements[0]?.riskLevel ?? '', card.riskName),
    approvalStep !== undefined && approvalStep.of > 1 ? words.step(approvalStep) : '',
    lastUsedAt === null ? '' : words.lastUsed({ when: moment(new Date(lastUsedAt)) }),
    heldWords(texts, card),
    account === '' ? '' : words.account({ account: name(account, 100) }),
    // A removal says in its first line whose access it is.
    target === null || task.takesAway ? '' : words.onBehalfOf({ who: targetWords(texts, card) }),
    alsoTaken === '' ? '' : capitalised(words.alsoTaken({ names: name(alsoTaken, 300) })),
    profileName === null ? '' : texts.profile.partOf({ profile: name(profileName) }),
    quotedMessage(texts, card),
    asSentWords(texts, card),
  ];
  return parts.filter((one) => one !== '').join(' · ');
}

/**
 * What a request for more time adds, "Until Friday 18:00 (1 day 4 hours in all)", or until when the access
 * is there; and where that is over, that this would be new access.
 */
function heldWords(texts: Texts, card: CardModel): string {
  const { card: words } = texts;
  const { heldUntil, lapse, task, period } = card;
  if (!isOpen(task)) return '';
  if (lapse !== null) return words.newAccess;
  if (heldUntil === null) return '';
  const added = addedOnCard(card);
  if (added === null || period.kind !== 'lasts')
    return words.heldUntil({ when: moment(heldUntil) });
  const duration = durationWords(texts, period.seconds);
  return words.moreTime({ duration, when: moment(added.until) });
}

/** The parts that the card shows as sent: answers as long as no reading tells any. */
function asSentWords(texts: Texts, { task, answers }: CardModel): string {
  const { card } = texts;
  const areAnswersSent = task.answers === undefined && answers.length > 0;
  const sent = [...(task.asSent ?? []), ...(areAnswersSent ? (['answers'] as const) : [])];
  const named = sent.map((part) => card.sentParts[part]);
  return named.length === 0 ? '' : card.asSent({ parts: listed(texts, named, 'and') });
}

/** Replaces a missing justification; empty if there is one. */
export function missingWhyWords({ card }: Texts, task: CardModel['task']): string {
  if (task.justification.trim() !== '') return '';
  return task.hasNoJustification === true ? card.whyMissing : card.whyUntold;
}

/** The state of the access now; empty if it has no end, or was not granted. */
function accessWords(texts: Texts, { grant, at }: CardModel): string {
  if (grant === null) return '';
  const words = overWords(texts, grant, at);
  return words ?? (grant.endsAt === null ? '' : endWords(texts, grant.endsAt));
}

/** The target: the person that the service names, else the one that the requester picked. */
function targetWords(texts: Texts, { task, request, mentions }: CardModel): string {
  if (task.target !== null) return peopleWords(texts, [task.target], mentions, 'and');
  return holderWords(texts, request, task);
}

/** Warns a reviewer that the person could not use the access; empty if nothing says so. */
export function targetStatusWords(texts: Texts, card: CardModel): string {
  const { target, targetStatus } = card.task;
  if (target === null || targetStatus === undefined || !isOpen(card.task)) return '';
  const who = targetWords(texts, card);
  return texts.card.targetInactive({ who, status: name(targetStatus, 60) });
}

/** Slack's links to a message end like this; those to a conversation do not. */
const messagePath = /^https:.*\/p\d{10,}(?:\?|$)/;

function quotedMessage({ card }: Texts, { request }: CardModel): string {
  if (!messagePath.test(request.conversationUrl)) return '';
  const message = link(request.conversationUrl, card.message);
  return request.messageAuthor === null
    ? card.aboutMessage({ message })
    : card.aboutMessageBy({ message, who: mention(request.messageAuthor) });
}

/** Room for the insights together, and for a long one: many are shortened, and none is left out. */
const allInsights = 800;
const insightLength = 200;

/**
 * The service's advice in a line: its insights, which warn, before its recommendation to approve,
 * which nobody should stop reading at. Empty without any.
 */
export function adviceWords(texts: Texts, { task }: CardModel, room = allInsights): string {
  const { recommendation } = task;
  const insights = task.insights.filter((one) => one.trim() !== '');
  const length = Math.min(insightLength, Math.floor(room / insights.length));
  const warnings = insights.map((one) => name(one, length));
  if (recommendation === null) return warnings.join(' · ');
  const advice = texts.card.advice({ recommendation: recommendationWords(texts, recommendation) });
  return (recommendation === 'approve' ? [...warnings, advice] : [advice, ...warnings]).join(' · ');
}

/** A recommendation that nobody knows yet is shown as the service names it. */
export function recommendationWords({ card }: Texts, recommendation: string): string {
  return known(card.recommendations, recommendation) ?? name(recommendation);
}
