import type { CardModel } from '../../domain/card.ts';
import { isOpen } from '../../domain/task-snapshot.ts';
import { askedEnd } from '../../domain/time-text.ts';
import type { Texts } from '../texts/texts.ts';
import { capitalised } from './notice-words.ts';
import { overWords } from './standing.ts';
import { known, peopleWords, riskWords, taskNumber } from './task-words.ts';
import { link, mention, moment, name } from './text.ts';

/** What a card says in one line below the justification, each part only where there is something to say. */
export function factWords(texts: Texts, card: CardModel): string {
  const { card: words } = texts;
  const { request, task, grant, heldUntil, inGroup, target } = card;
  const end = isOpen(task) ? askedEnd(request) : null;
  const parts: string[] = [];
  if (task.numericId !== '') parts.push(name(taskNumber(task), 40));
  if (inGroup !== null) parts.push(words.inGroup(inGroup));
  if (task.emergency && !isOpen(task)) parts.push(`🚨 ${words.emergency}`);
  if (grant !== null) parts.push(...grantWords(texts, grant));
  if (end !== null) parts.push(words.until({ when: moment(texts, end) }));
  const risk = task.entitlements[0]?.riskLevel ?? '';
  const riskName = riskWords(texts, risk, card.riskName);
  if (riskName !== '') parts.push(riskName);
  if (task.approvalStep !== undefined && task.approvalStep.of > 1) parts.push(words.step(task.approvalStep));
  const lastUsed = momentOf(texts, task.lastUsedAt);
  if (lastUsed !== null) parts.push(words.lastUsed({ when: lastUsed }));
  if (heldUntil !== null) parts.push(words.heldUntil({ when: moment(texts, heldUntil) }));
  if (target !== null) parts.push(words.onBehalfOf({ who: targetWords(texts, card) }));
  const message = quotedMessage(texts, card);
  if (message !== null) parts.push(message);
  return parts.join(' · ');
}

/** What is so of the access now; nothing where it does not end. */
function grantWords(texts: Texts, grant: NonNullable<CardModel['grant']>): string[] {
  const over = overWords(texts, grant, grant.isOverdue);
  if (over !== null) return [capitalised(over)];
  return grant.endsAt === null ? [] : [texts.card.until({ when: moment(texts, grant.endsAt) })];
}

/** null for what is no date. */
function momentOf(texts: Texts, at: string | null): string | null {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : moment(texts, date);
}

/** The person it is for: whom the service names, else whom the requester picked. */
function targetWords(texts: Texts, { task, request, mentions }: CardModel): string {
  if (task.target !== null) return peopleWords(texts, [task.target], mentions, 'and');
  return mention(request.targetSlackId ?? request.requester.userId);
}

/** Slack's links to a message end like this; those to a conversation do not. */
const messagePath = /^https:.*\/p\d{10,}(?:\?|$)/;

function quotedMessage({ card }: Texts, { request }: CardModel): string | null {
  if (!messagePath.test(request.conversationUrl)) return null;
  const message = link(request.conversationUrl, card.message);
  return request.messageAuthor === null
    ? card.aboutMessage({ message })
    : card.aboutMessageBy({ message, who: mention(request.messageAuthor) });
}

const adviceLength = 150;

/** What the service thinks of it, in a line: its recommendation and the first of its insights. Empty where it thinks nothing. */
export function adviceWords(texts: Texts, { task }: CardModel): string {
  const { card, lists } = texts;
  const insights = task.insights.filter((one) => one.trim() !== '');
  const parts = insights.slice(0, 1).map((one) => name(one, adviceLength));
  if (task.recommendation !== null) {
    parts.unshift(card.advice({ recommendation: recommendationWords(texts, task.recommendation) }));
  }
  if (insights.length > 1) parts.push(lists.moreLeftOut({ count: insights.length - 1 }));
  return parts.join(' · ');
}

/** A recommendation that nobody knows yet is shown as the service names it. */
export function recommendationWords({ card }: Texts, recommendation: string): string {
  return known(card.recommendations, recommendation) ?? name(recommendation);
}
