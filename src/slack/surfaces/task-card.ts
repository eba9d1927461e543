import type { ActionsBlock, Button, KnownBlock, Overflow } from '@slack/types';
import type { CardModel } from '../../domain/card.ts';
import { cardUrlLength, limits, namedPeople } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { cardFacts, entitlementLength, insightLength, shownEntitlements, shownInsights } from './card-facts.ts';
import { writeCardValue } from './card-value.ts';
import { periodWords } from './duration-words.ts';
import {
  accessName,
  decisionOfStep,
  outcomeWords,
  peopleWords,
  reviewWords,
  stateWords,
  taskNumber,
} from './task-words.ts';
import { cut, cutMarked, groupMention, link, marked, moment, name, plain } from './text.ts';

export interface RenderedMessage {
  /** For notifications and screen readers: says the whole thing in a line. */
  readonly text: string;
  readonly blocks: KnownBlock[];
}

export const cardActions = {
  approve: 'review.approve',
  deny: 'review.deny',
  details: 'card.details',
  more: 'card.more',
} as const;

/** How much a card shows before it says that there is more. */
interface Room {
  /** Characters of a justification, and of a reason. */
  readonly text: number;
  readonly reviews: number;
}

/** From what nearly every card has to what fits whatever the texts are made of. */
const rooms: readonly [Room, ...Room[]] = [
  { text: 1_500, reviews: 5 },
  { text: 700, reviews: 5 },
  { text: 300, reviews: 3 },
  { text: 80, reviews: 1 },
];

/** The card of a task: who, for whom, what, why, how long, where it stands, and what can be done. */
export function taskCard(texts: Texts, given: CardModel): RenderedMessage {
  const tooLong = given.consoleUrl !== null && given.consoleUrl.length > cardUrlLength;
  const card = tooLong ? { ...given, consoleUrl: null } : given;
  let blocks: KnownBlock[] = [];
  for (const room of rooms) {
    blocks = cardBlocks(texts, card, room);
    if (JSON.stringify(blocks).length <= limits.blocksPayload) break;
  }
  return { text: spokenWords(texts, card), blocks };
}

/** How much of the justification is in the text for screen readers and notifications. */
const spokenLength = 300;

/** The card in a few sentences, without mentions: in a text they would call people once more. */
function spokenWords(texts: Texts, { request, task }: CardModel): string {
  const parts = {
    title: name(title(texts, task)),
    who: name(request.requester.userName),
    what: name(accessName(task) || request.entitlementName, 200),
    period: periodWords(texts, task.grantDurationSeconds ?? request.durationSeconds),
  };
  const target = task.target === null ? texts.card.somebodyElse : name(task.target.name);
  const asks = request.targetSlackId === null ? texts.card.asks(parts) : texts.card.asksFor({ target, ...parts });
  const why =
    task.justification.trim() === ''
      ? texts.card.whyMissing
      : texts.card.why({ justification: name(task.justification, spokenLength) });
  const status = task.state === 'closed' ? name(outcomeWords(texts, task.outcome)) : texts.card.open;
  return cutMarked(`${asks} ${status}.\n${why}`, 1_000);
}

function title({ card }: Texts, task: CardModel['task']): string {
  const number = { number: taskNumber(task) };
  return (task.emergency ? card.emergencyTitle(number) : card.title(number)).trim();
}

function cardBlocks(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  const { request, task } = card;
  const what = accessName(task) || request.entitlementName;
  return [
    { type: 'header', block_id: 'card.title', text: plain(`${title(texts, task)}: ${what}`, limits.headerText) },
    ...onCall(texts, card),
    {
      type: 'section',
      block_id: 'card.facts',
      fields: cardFacts(texts, card).map((field) => marked(field, limits.fieldText)),
    },
    {
      type: 'section',
      block_id: 'card.why',
      text: plain(whyWords(texts, task.justification, room), limits.sectionText),
    },
    { type: 'section', block_id: 'card.state', text: marked(stateWords(texts, card)) },
    ...decisions(texts, card, room),
    ...outsideReviewers(texts, card),
    ...actions(texts, card, room),
    { type: 'context', block_id: 'card.foot', elements: [marked(footWords(texts, card))] },
  ];
}

/** Calls the people on call; Slack does so once, when the card is posted. */
function onCall({ card: words }: Texts, { onCall: group }: CardModel): KnownBlock[] {
  if (group === null) return [];
  const text = marked(words.onCall({ group: groupMention(group) }));
  return [{ type: 'section', block_id: 'card.on-call', text }];
}

function whyWords({ card }: Texts, justification: string, room: Room): string {
  if (justification.trim() === '') return card.whyMissing;
  const more = justification.length > room.text ? `\n${card.whyCut}` : '';
  return `${card.why({ justification: cut(justification, room.text) })}${more}`;
}

/** What was decided through the bot, oldest first; the oldest go where there are many. */
function decisions(texts: Texts, card: CardModel, room: Room): KnownBlock[] {
  const done = card.reviews.filter((review) => review.state === 'done');
  const shown = done.slice(-room.reviews);
  const hidden = done.length - shown.length;
  return shown.map((review, index) => ({
    type: 'context',
    block_id: `card.review.${index}`,
    elements: [
      ...(index === 0 && hidden > 0 ? [marked(texts.card.earlierDecisions({ count: hidden }))] : []),
      marked(reviewWords(texts, review)),
      // Whole in the message to the requester and in the thread.
      ...(review.reason.trim() === ''
        ? []
        : [plain(cut(texts.card.reason({ reason: review.reason }), room.text), limits.sectionText)]),
    ],
  }));
}

/** Who decided elsewhere, by the service's account: with the bot's own decisions it names only the bot's credentials. */
function outsideReviewers(texts: Texts, { task, reviews, mentions }: CardModel): KnownBlock[] {
  if (task.approvers.length === 0 || reviews.some((review) => review.state === 'done')) return [];
  const people = peopleWords(texts, task.approvers, mentions, 'and');
  const words = texts.card.decidedOutside({ people });
  return [{ type: 'context', block_id: 'card.reviewers', elements: [marked(words)] }];
}

function actions(texts: Texts, card: CardModel, room: Room): ActionsBlock[] {
  const elements = [...decisionButtons(texts, card), ...detailsButton(texts, card, room), ...moreActions(texts, card)];
  return elements.length === 0 ? [] : [{ type: 'actions', block_id: 'card.actions', elements }];
}

function decisionButtons(texts: Texts, card: CardModel): Button[] {
  const step = card.task.currentStepId;
  if (step === null || decisionOfStep(card) !== undefined) return [];
  const value = writeCardValue({ card: card.cardId, step });
  if (value.length > limits.buttonValue) return [];
  return card.offered.buttons.map((button) => ({
    type: 'button',
    action_id: cardActions[button],
    style: button === 'approve' ? 'primary' : 'danger',
    text: plain(texts.actions[button === 'approve' ? 'APPROVE' : 'DENY'], limits.buttonText),
    value,
  }));
}

function fits(text: string, limit: number): boolean {
  return name(text, limit) === name(text, 2 * limit);
}

/** There where the card had to leave something out. */
function detailsButton({ card }: Texts, { cardId, task }: CardModel, room: Room): Button[] {
  const isWhole =
    task.justification.length <= room.text &&
    task.stepApprovers.length <= namedPeople &&
    task.entitlements.length <= shownEntitlements &&
    task.entitlements.every((one) => fits(one.name, entitlementLength)) &&
    task.insights.length <= shownInsights &&
    task.insights.every((insight) => fits(insight, insightLength));
  if (isWhole) return [];
  return [
    {
      type: 'button',
      action_id: cardActions.details,
      text: plain(card.showEverything, limits.buttonText),
      value: writeCardValue({ card: cardId, step: '' }),
    },
  ];
}

/** What the task offers and the bot does not do itself: on the service's own page. */
function moreActions(texts: Texts, { offered, consoleUrl }: CardModel): Overflow[] {
  const labels = offered.links.map((action) => texts.actions[action]);
  if (offered.unknownCount > 0) labels.push(texts.card.moreInConsole);
  if (labels.length === 0) return [];
  const shown = labels.length > limits.overflowOptions ? labels.slice(0, limits.overflowOptions - 1) : labels;
  if (shown.length < labels.length) shown.push(texts.card.moreInConsole);
  const url = consoleUrl === null ? {} : { url: consoleUrl };
  const options = shown.map((label, index) => ({
    text: plain(label, limits.optionText),
    value: `more-${index}`,
    ...url,
  }));
  return [{ type: 'overflow', action_id: cardActions.more, options }];
}

function footWords(texts: Texts, { task, request, isFollowed, consoleUrl }: CardModel): string {
  const parts = [texts.card.askedAt({ when: moment(texts, request.createdAt) })];
  if (!isFollowed && task.state !== 'closed') parts.push(texts.card.asItWasThen);
  if (consoleUrl !== null) parts.push(link(consoleUrl, texts.card.openInConsole));
  else if (taskNumber(task) !== '') parts.push(texts.card.numberInConsole({ number: name(task.numericId) }));
  return parts.join(' · ');
}
