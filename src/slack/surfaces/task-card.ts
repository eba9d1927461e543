import type { ActionsBlock, Button, KnownBlock, Overflow } from '@slack/types';
import type { CardModel } from '../../domain/card.ts';
import { cardTextLength, limits } from '../limits.ts';
import { actionWords } from './action-words.ts';
import { writeCardValue } from './card-value.ts';
import { durationWords } from './duration-words.ts';
import { accessName, outcomeWords, peopleWords, reviewWords, stateWords, taskNumber } from './task-words.ts';
import { cut, link, marked, mention, moment, name, plain } from './text.ts';

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

/** The card of a task: who, for whom, what, why, how long, where it stands, and what can be done. */
export function taskCard(card: CardModel): RenderedMessage {
  const { request, task } = card;
  const kind = task.emergency ? 'EMERGENCY access request' : 'Access request';
  const title = `${task.emergency ? '🚨 ' : ''}${kind} ${taskNumber(task)}`.trim();
  const blocks: KnownBlock[] = [
    {
      type: 'header',
      block_id: 'card.title',
      text: plain(cut(`${title}: ${accessName(task)}`, limits.headerText), limits.headerText),
    },
    {
      type: 'section',
      block_id: 'card.facts',
      fields: facts(card).map((field) => marked(cut(field, limits.fieldText))),
    },
    { type: 'section', block_id: 'card.why', text: plain(whyWords(task.justification), limits.sectionText) },
    { type: 'section', block_id: 'card.state', text: marked(stateWords(card)) },
    ...card.reviews
      .filter((review) => review.state === 'done')
      .slice(-5)
      .flatMap(reviewBlocks),
    ...outsideReviewers(card),
    ...actions(card),
    { type: 'context', block_id: 'card.foot', elements: [marked(footWords(card))] },
  ];
  const status = task.state === 'closed' ? outcomeWords(task.outcome) : 'Open';
  return {
    text: cut(`${title}: ${name(request.requester.userName)} asks for ${name(accessName(task), 200)}. ${status}.`, 600),
    blocks,
  };
}

function facts(card: CardModel): string[] {
  const { request, task } = card;
  const target = task.target === null ? null : peopleWords([task.target], card.mentions, 'and');
  const entitlement = task.entitlements[0];
  const fields = [
    `*Asked by*\n${mention(request.requester.userId)}`,
    `*For*\n${target ?? mention(request.requester.userId)}`,
    `*App*\n${name(task.appName)}`,
    `*Access*\n${
      task.entitlements
        .slice(0, 5)
        .map((one) => name(one.name, 300))
        .join('\n') || name(request.entitlementName, 300)
    }`,
    `*How long*\n${durationWords(task.grantDurationSeconds ?? request.durationSeconds)}`,
  ];
  if (entitlement !== undefined && entitlement.riskLevel !== '') fields.push(`*Risk*\n${name(entitlement.riskLevel)}`);
  if (task.emergency) fields.push('*Emergency*\nYes, through the emergency policy');
  if (task.lastUsedAt !== null) fields.push(`*Last used*\n${moment(new Date(task.lastUsedAt))}`);
  if (task.recommendation !== null) fields.push(`*Recommendation*\n${name(task.recommendation)}`);
  const [insight] = task.insights;
  if (insight !== undefined) fields.push(`*Insight*\n${name(insight, 300)}`);
  return fields.slice(0, limits.fields);
}

function whyWords(justification: string): string {
  if (justification.trim() === '') return 'Why: no justification was given.';
  const shown = cut(justification, cardTextLength);
  const more = justification.length > cardTextLength ? '\n(cut; “Show everything” has the whole text)' : '';
  return `Why: ${shown}${more}`;
}

function reviewBlocks(review: CardModel['reviews'][number], index: number): KnownBlock[] {
  const elements = [marked(reviewWords(review))];
  return [
    {
      type: 'context',
      block_id: `card.review.${index}`,
      elements: review.reason === '' ? elements : [...elements, plain(`Reason: ${cut(review.reason, 500)}`, 600)],
    },
  ];
}

/** Who decided elsewhere, by the service's account: with the bot's own decisions it names only the bot's credentials. */
function outsideReviewers(card: CardModel): KnownBlock[] {
  const { approvers } = card.task;
  if (approvers.length === 0 || card.reviews.some((review) => review.state === 'done')) return [];
  return [
    {
      type: 'context',
      block_id: 'card.reviewers',
      elements: [marked(`Decided by ${peopleWords(approvers, card.mentions, 'and')} in the governance console`)],
    },
  ];
}

function actions(card: CardModel): ActionsBlock[] {
  const { offered, task } = card;
  const step = task.currentStepId;
  // While somebody is at it, a second click could only lose.
  const busy = card.reviews.some((review) => review.state !== 'done' && review.stepId === step);
  const elements: (Button | Overflow)[] = [];
  if (step !== null && !busy) {
    const value = writeCardValue({ card: card.cardId, step });
    for (const button of offered.buttons) {
      elements.push({
        type: 'button',
        action_id: cardActions[button],
        style: button === 'approve' ? 'primary' : 'danger',
        text: plain(actionWords[button === 'approve' ? 'APPROVE' : 'DENY'], limits.buttonText),
        value,
      });
    }
  }
  if (task.justification.length > cardTextLength || task.stepApprovers.length > 10) {
    elements.push({
      type: 'button',
      action_id: cardActions.details,
      text: plain('Show everything', limits.buttonText),
      value: writeCardValue({ card: card.cardId, step: step ?? '' }),
    });
  }
  elements.push(...moreActions(card));
  return elements.length === 0 ? [] : [{ type: 'actions', block_id: 'card.actions', elements }];
}

/** What the task offers and the bot does not do itself: on the service's own page. */
function moreActions(card: CardModel): (Button | Overflow)[] {
  const { offered, consoleUrl } = card;
  const labels = offered.links.map((action) => actionWords[action]);
  if (offered.unknownCount > 0) labels.push('More in the governance console');
  if (labels.length === 0) return [];
  const url = consoleUrl === null ? {} : { url: cut(consoleUrl, limits.buttonUrl) };
  const shown = labels.length > limits.overflowOptions ? labels.slice(0, limits.overflowOptions - 1) : labels;
  if (shown.length < labels.length) shown.push('More in the governance console');
  return [
    {
      type: 'overflow',
      action_id: cardActions.more,
      options: shown.map((label, index) => ({ text: plain(label, limits.optionText), value: `more-${index}`, ...url })),
    },
  ];
}

function footWords(card: CardModel): string {
  const parts: string[] = [];
  const { task, request } = card;
  parts.push(`Asked ${moment(request.createdAt)}`);
  if (card.consoleUrl !== null) parts.push(link(card.consoleUrl, 'Open in the governance console'));
  else if (taskNumber(task) !== '') parts.push(`Number ${name(task.numericId)} in the governance console`);
  return parts.join(' · ');
}
