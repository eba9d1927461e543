/** The card of a task in a channel. */
import type { KnownBlock } from '@slack/types';
import { isToCome } from '../../domain/request/subject.ts';
import { isOpen, isUnread } from '../../domain/task/task-snapshot.ts';
import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { actionsInConsoleWords } from '../action/decided-field-words.ts';
import { refusalWords } from '../action/refusal-words.ts';
import { cardUrlLength, limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import {
  cut,
  cutMarked,
  groupMention,
  line,
  link,
  marked,
  mention,
  moment,
  name,
  paragraph,
  plain,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { type ButtonWords, cardButtons } from './card-buttons.ts';
import {
  adviceWords,
  factWords,
  headerWords,
  missingWhyWords,
  targetStatusWords,
  whyBlock,
} from './card-words.ts';
import {
  callsWords,
  confidentialWords,
  deadlineWords,
  decisionOfStep,
  standsWords,
} from './standing-words.ts';
import {
  cannotTellWords,
  confidentialSubject,
  draftedWords,
  peopleWords,
  requesterWords,
  stepWords,
  subjectWords,
} from './task-words.ts';

/**
 * How much a card shows, from the room that nearly every card needs to one that fits any text.
 * `text`: characters of a justification, and of a reason. `advice`: of all insights together.
 */
const rooms = [
  { text: 1_500, advice: 1_500, reviews: 5 },
  { text: 700, advice: 800, reviews: 5 },
  { text: 300, advice: 800, reviews: 3 },
  { text: 60, advice: 300, reviews: 1 },
] as const;

type Room = (typeof rooms)[number];

/**
 * The card of a task, read in two seconds: state, who, what, how long; why; the facts; who decides;
 * what can be done.
 */
export function taskCard(texts: Texts, model: CardModel): RenderedMessage {
  const tooLong = model.consoleUrl !== null && model.consoleUrl.length > cardUrlLength;
  const card = tooLong ? { ...model, consoleUrl: null } : model;
  let blocks: KnownBlock[] = [];
  for (const room of rooms) {
    blocks = cardBlocks(texts, card, room);
    if (JSON.stringify(blocks).length <= limits.blocksPayload) break;
  }
  return { text: spokenWords(texts, card), blocks };
}

/**
 * In a channel, of a confidential app. Its buttons check the person; the rest of it is behind one
 * of them.
 */
export function confidentialCard(texts: Texts, card: CardModel): RenderedMessage {
  const isActing = isOpen(card.task) && decisionOfStep(card) !== undefined;
  const words = `${confidentialWords(texts, card)}${isActing ? ` · ${texts.card.confidential.deciding}` : ''}`;
  const { onCall, task } = card;
  const call = onCall === null || !isOpen(task) ? '' : groupMention(onCall);
  const header = {
    type: 'header' as const,
    block_id: 'card.title',
    text: plain(words, limits.headerText),
  };
  // Labels and dialogs are in the posted blocks: they tell a channel no more than the header does.
  const about = confidentialSubject(card);
  const buttons = buttonsOf(texts, card, {
    details: texts.card.showDetails,
    about,
    isHidden: true,
  });
  return {
    text: name(words),
    blocks: [header, ...paragraph('card.on-call', call), ...buttons],
  };
}

/** Nothing can be done before the service has the request. */
function buttonsOf(texts: Texts, card: CardModel, words: ButtonWords): KnownBlock[] {
  return isToCome(card.task) ? [] : [cardButtons(texts, card, words)];
}

/** How much of the justification is in the text for screen readers and notifications. */
const spokenLength = 300;

/**
 * The header and the justification, without mentions: in a text they would call people once more.
 */
function spokenWords(texts: Texts, card: CardModel): string {
  const why = missingWhyWords(texts, card.task) || name(card.task.justification, spokenLength);
  return cutMarked(`${name(headerWords(texts, card), 600)}\n${why}`, 1_000);
}

function cardBlocks(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  const { task, onCall } = card;
  const { otherStep } = task;
  return [
    {
      type: 'header',
      block_id: 'card.title',
      text: plain(headerWords(texts, card), limits.headerText),
    },
    ...paragraph('card.on-call', onCall === null || !isOpen(task) ? '' : groupMention(onCall)),
    whyBlock(texts, card, room.text),
    ...line('card.drafted', draftedWords(texts, card.request.draftedBy)),
    ...line('card.facts', factWords(texts, card)),
    ...line('card.target-status', targetStatusWords(texts, card)),
    ...line('card.advice', isOpen(task) ? adviceWords(texts, card, room.advice) : ''),
    ...paragraph('card.state', isOpen(task) ? standsWords(texts, card) : ''),
    ...line('card.calls', callsWords(texts, card)),
    ...line('card.deadline', deadlineWords(texts, card)),
    ...line('card.policy', isOpen(task) || !otherStep ? '' : stepWords(texts, otherStep)),
    ...line('card.in-console', inConsole(texts, card)),
    ...buttonsOf(texts, card, {
      details: texts.card.showEverything,
      about: subjectWords(texts, card),
    }),
    ...decisions(texts, card, room),
    ...remarks(texts, card, room),
    ...outsideReviewers(texts, card),
    ...line('card.foot', footWords(texts, card)),
  ];
}

/** The decisions made through the bot, oldest first; if there are many, only the newest. */
function decisions(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  const doneReviews = card.reviews.filter((review) => review.state === 'done');
  const lastReviews = doneReviews.slice(-room.reviews);
  const hidden = doneReviews.length - lastReviews.length;
  return lastReviews.map((review, index) => ({
    type: 'context',
    block_id: `card.review.${index}`,
    elements: [
      ...(index === 0 && hidden > 0 ? [marked(texts.lists.moreLeftOut({ count: hidden }))] : []),
      marked(reviewWords(texts, review)),
      // The message to the requester and the thread have it whole.
      ...(review.reason.trim() === ''
        ? []
        : [
            plain(cut(texts.card.reason({ reason: review.reason }), room.text), limits.sectionText),
          ]),
    ],
  }));
}

/** "Approved by Ana, today at 10:14". */
function reviewWords({ card }: Texts, { verb, by, at }: CardModel['reviews'][number]): string {
  const parts = { who: mention(by.userId), when: moment(at) };
  return verb === 'approve' ? card.approvedBy(parts) : card.deniedBy(parts);
}

/** Questions, answers and comments, as they were typed. */
function remarks(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  return card.remarks.slice(-room.reviews).map(({ by, reason }, index) => ({
    type: 'context',
    block_id: `card.remark.${index}`,
    elements: [
      marked(texts.card.wrote({ who: mention(by.userId) })),
      plain(cut(reason, room.text), limits.sectionText),
    ],
  }));
}

/** The people who decided outside of Slack. */
function outsideReviewers(texts: Texts, { decidedOutside, mentions }: CardModel): KnownBlock[] {
  const people = peopleWords(texts, decidedOutside, mentions, 'and');
  return line('card.reviewers', people === '' ? '' : texts.card.decidedOutside({ people }));
}

/**
 * Why the step is decided in the console; empty if every request is, or the button says so. Where no
 * link leads there, the actions that it offers. It is read by a channel, so it mentions nobody.
 */
function inConsole(texts: Texts, card: CardModel): string {
  const { consoleUrl, offered } = card;
  if (consoleUrl === null && isOpen(card.task) && offered.elsewhere.length > 0)
    return actionsInConsoleWords(texts, offered.elsewhere);
  const why = card.offered.decisions.find(({ link: one }) => one !== null)?.link ?? null;
  return why === null || why === 'mode' || why === 'step-up' || decisionOfStep(card) !== undefined
    ? ''
    : why === 'unclear'
      ? cannotTellWords(texts, consoleUrl)
      : refusalWords(texts, { code: why }, consoleUrl);
}

function footWords(texts: Texts, { task, request, consoleUrl }: CardModel): string {
  const requestParts = { who: requesterWords(texts, request), when: moment(request.createdAt) };
  const parts = [texts.card.askedAt(requestParts)];
  if (request.requester === null) parts.push(texts.card.madeElsewhere);
  const { delivered } = task;
  if (delivered?.isOnlySource === true)
    parts.push(texts.card.asReceived({ when: moment(new Date(delivered.receivedAt)) }));
  else if (isUnread(task)) parts.push(texts.card.asItWasThen);
  const { deniedAt = null } = delivered ?? {};
  if (deniedAt !== null) parts.push(texts.card.deniedAt({ when: moment(new Date(deniedAt)) }));
  if (consoleUrl !== null) parts.push(link(consoleUrl, texts.card.openInConsole));
  return parts.join(' · ');
}
