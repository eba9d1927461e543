import type { ActionsBlock, Button, KnownBlock, Overflow } from '@slack/types';
import type { CardModel } from '../../domain/card.ts';
import { cardUrlLength, limits, namedPeople } from '../limits.ts';
import { textsFor } from '../texts/texts.ts';
import { actionWords } from './action-words.ts';
import { writeCardValue } from './card-value.ts';
import { durationWords } from './duration-words.ts';
import {
  accessName,
  decisionOfStep,
  outcomeWords,
  peopleWords,
  reviewWords,
  stateWords,
  taskNumber,
} from './task-words.ts';
import { cut, cutMarked, link, marked, mention, moment, name, plain } from './text.ts';

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

const shownEntitlements = 5;
const entitlementLength = 200;
const shownInsights = 3;
const insightLength = 150;

/** The card of a task: who, for whom, what, why, how long, where it stands, and what can be done. */
export function taskCard(given: CardModel): RenderedMessage {
  const tooLong = given.consoleUrl !== null && given.consoleUrl.length > cardUrlLength;
  const card = tooLong ? { ...given, consoleUrl: null } : given;
  let blocks: KnownBlock[] = [];
  for (const room of rooms) {
    blocks = cardBlocks(card, room);
    if (JSON.stringify(blocks).length <= limits.blocksPayload) break;
  }
  const { request, task } = card;
  const status = task.state === 'closed' ? name(outcomeWords(task.outcome)) : 'Open';
  const what = name(accessName(task) || request.entitlementName, 200);
  return {
    text: cutMarked(`${name(title(card))}: ${name(request.requester.userName)} asks for ${what}. ${status}.`, 600),
    blocks,
  };
}

function title({ task }: CardModel): string {
  return `${task.emergency ? '🚨 EMERGENCY access request' : 'Access request'} ${taskNumber(task)}`.trim();
}

function cardBlocks(card: CardModel, room: Room): KnownBlock[] {
  const { request, task } = card;
  const what = accessName(task) || request.entitlementName;
  return [
    { type: 'header', block_id: 'card.title', text: plain(`${title(card)}: ${what}`, limits.headerText) },
    {
      type: 'section',
      block_id: 'card.facts',
      fields: facts(card).map((field) => marked(field, limits.fieldText)),
    },
    {
      type: 'section',
      block_id: 'card.why',
      text: plain(whyWords(task.justification, room), limits.sectionText),
    },
    { type: 'section', block_id: 'card.state', text: marked(stateWords(card)) },
    ...decisions(card, room),
    ...outsideReviewers(card),
    ...actions(card, room),
    { type: 'context', block_id: 'card.foot', elements: [marked(footWords(card))] },
  ];
}

function facts({ request, task, mentions }: CardModel): string[] {
  const [entitlement] = task.entitlements;
  const access = lines(task.entitlements.map((one) => one.name).filter(notEmpty), shownEntitlements, entitlementLength);
  const seconds = task.grantDurationSeconds ?? request.durationSeconds;
  const fields = [
    `*Asked by*\n${mention(request.requester.userId)}`,
    `*For*\n${task.target === null ? mention(request.requester.userId) : peopleWords([task.target], mentions, 'and')}`,
    `*App*\n${name(task.appName.trim() || request.appName)}`,
    `*Access*\n${access || name(request.entitlementName, entitlementLength)}`,
    `*How long*\n${durationWords(textsFor('en'), seconds)}`,
  ];
  if (entitlement !== undefined && entitlement.riskLevel !== '') fields.push(`*Risk*\n${name(entitlement.riskLevel)}`);
  if (task.emergency) fields.push('*Emergency*\nYes, through the emergency policy');
  const lastUsed = task.lastUsedAt === null ? null : new Date(task.lastUsedAt);
  if (lastUsed !== null && !Number.isNaN(lastUsed.getTime()))
    fields.push(`*Last used*\n${moment(textsFor('en'), lastUsed)}`);
  if (task.recommendation !== null) fields.push(`*Recommendation*\n${name(task.recommendation)}`);
  const insights = lines(task.insights.filter(notEmpty), shownInsights, insightLength);
  if (insights !== '') fields.push(`*Insights*\n${insights}`);
  return fields;
}

function notEmpty(text: string): boolean {
  return text.trim() !== '';
}

/** One a line; what is over is counted. */
function lines(texts: readonly string[], most: number, limit: number): string {
  const more = texts.length - most;
  const shown = texts.slice(0, most).map((text) => name(text, limit));
  return [...shown, ...(more > 0 ? [`… ${more} more`] : [])].join('\n');
}

function whyWords(justification: string, room: Room): string {
  if (justification.trim() === '') return 'Why: no justification was given.';
  const more = justification.length > room.text ? '\n(cut; “Show everything” has the whole text)' : '';
  return `Why: ${cut(justification, room.text)}${more}`;
}

/** What was decided through the bot, oldest first; the oldest go where there are many. */
function decisions(card: CardModel, room: Room): KnownBlock[] {
  const done = card.reviews.filter((review) => review.state === 'done');
  const shown = done.slice(-room.reviews);
  const hidden = done.length - shown.length;
  return shown.map((review, index) => ({
    type: 'context',
    block_id: `card.review.${index}`,
    elements: [
      ...(index === 0 && hidden > 0 ? [marked(`… ${hidden} earlier ${hidden === 1 ? 'decision' : 'decisions'}`)] : []),
      marked(reviewWords(review)),
      // Whole in the message to the requester and in the thread.
      ...(review.reason.trim() === '' ? [] : [plain(cut(`Reason: ${review.reason}`, room.text), limits.sectionText)]),
    ],
  }));
}

/** Who decided elsewhere, by the service's account: with the bot's own decisions it names only the bot's credentials. */
function outsideReviewers({ task, reviews, mentions }: CardModel): KnownBlock[] {
  if (task.approvers.length === 0 || reviews.some((review) => review.state === 'done')) return [];
  const words = `Decided by ${peopleWords(task.approvers, mentions, 'and')} in the governance console`;
  return [{ type: 'context', block_id: 'card.reviewers', elements: [marked(words)] }];
}

function actions(card: CardModel, room: Room): ActionsBlock[] {
  const elements = [...decisionButtons(card), ...detailsButton(card, room), ...moreActions(card)];
  return elements.length === 0 ? [] : [{ type: 'actions', block_id: 'card.actions', elements }];
}

function decisionButtons(card: CardModel): Button[] {
  const step = card.task.currentStepId;
  if (step === null || decisionOfStep(card) !== undefined) return [];
  const value = writeCardValue({ card: card.cardId, step });
  if (value.length > limits.buttonValue) return [];
  return card.offered.buttons.map((button) => ({
    type: 'button',
    action_id: cardActions[button],
    style: button === 'approve' ? 'primary' : 'danger',
    text: plain(actionWords[button === 'approve' ? 'APPROVE' : 'DENY'], limits.buttonText),
    value,
  }));
}

function fits(text: string, limit: number): boolean {
  return name(text, limit) === name(text, 2 * limit);
}

/** There where the card had to leave something out. */
function detailsButton({ cardId, task }: CardModel, room: Room): Button[] {
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
      text: plain('Show everything', limits.buttonText),
      value: writeCardValue({ card: cardId, step: '' }),
    },
  ];
}

/** What the task offers and the bot does not do itself: on the service's own page. */
function moreActions({ offered, consoleUrl }: CardModel): Overflow[] {
  const labels = offered.links.map((action) => actionWords[action]);
  if (offered.unknownCount > 0) labels.push('More in the governance console');
  if (labels.length === 0) return [];
  const shown = labels.length > limits.overflowOptions ? labels.slice(0, limits.overflowOptions - 1) : labels;
  if (shown.length < labels.length) shown.push('More in the governance console');
  const url = consoleUrl === null ? {} : { url: consoleUrl };
  const options = shown.map((label, index) => ({
    text: plain(label, limits.optionText),
    value: `more-${index}`,
    ...url,
  }));
  return [{ type: 'overflow', action_id: cardActions.more, options }];
}

function footWords({ task, request, consoleUrl }: CardModel): string {
  const parts = [`Asked ${moment(textsFor('en'), request.createdAt)}`];
  if (consoleUrl !== null) parts.push(link(consoleUrl, 'Open in the governance console'));
  else if (taskNumber(task) !== '') parts.push(`Number ${name(task.numericId)} in the governance console`);
  return parts.join(' · ');
}
