import type { CardModel } from '../../domain/card.ts';
import type { Texts } from '../texts/texts.ts';
import { durationWords } from './duration-words.ts';
import { riskName } from './risk-name.ts';
import { peopleWords } from './task-words.ts';
import { mention, moment, name } from './text.ts';

/** How many of them a card shows, and how much of each. */
export const shownEntitlements = 5;
export const entitlementLength = 200;
export const shownInsights = 3;
export const insightLength = 150;

/** The fields of a card: each a label and, below it, what it says. */
export function cardFacts(texts: Texts, { request, task, mentions }: CardModel): string[] {
  const words = texts.card;
  const fact = (label: string, value: string) => `*${label}*\n${value}`;
  const [entitlement] = task.entitlements;
  const access = lines(
    texts,
    task.entitlements.map((one) => one.name),
    shownEntitlements,
    entitlementLength,
  );
  const seconds = task.grantDurationSeconds ?? request.durationSeconds;
  const target =
    task.target === null ? mention(request.requester.userId) : peopleWords(texts, [task.target], mentions, 'and');
  const fields = [
    fact(words.askedBy, mention(request.requester.userId)),
    fact(words.target, target),
    fact(words.app, name(task.appName.trim() || request.appName)),
    fact(words.access, access || name(request.entitlementName, entitlementLength)),
    fact(words.howLong, durationWords(texts, seconds)),
  ];
  if (entitlement !== undefined && entitlement.riskLevel !== '') {
    fields.push(fact(words.risk, riskName(entitlement.riskLevel)));
  }
  if (task.emergency) fields.push(fact(words.emergency, words.emergencyYes));
  const lastUsed = task.lastUsedAt === null ? null : new Date(task.lastUsedAt);
  if (lastUsed !== null && !Number.isNaN(lastUsed.getTime())) {
    fields.push(fact(words.lastUsed, moment(texts, lastUsed)));
  }
  if (task.recommendation !== null) fields.push(fact(words.recommendation, name(task.recommendation)));
  const insights = lines(texts, task.insights, shownInsights, insightLength);
  if (insights !== '') fields.push(fact(words.insights, insights));
  return fields;
}

/** One a line, the empty ones left out; what is over is counted. */
function lines({ lists }: Texts, given: readonly string[], most: number, limit: number): string {
  const said = given.filter((one) => one.trim() !== '');
  const count = said.length - most;
  const shown = said.slice(0, most).map((one) => name(one, limit));
  return [...shown, ...(count > 0 ? [lists.moreLeftOut({ count })] : [])].join('\n');
}
