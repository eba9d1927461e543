import type { CardModel } from '../../use-cases/ports/card-contents.ts';
import { moment } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { decisionOfStep, peopleWords } from './task-words.ts';

/**
 * When the service takes the step out of the reviewers' hands, and what follows; empty where no
 * such time is ahead, and once somebody has decided.
 */
export function deadlineWords(texts: Texts, card: CardModel): string {
  const { deadline, mentions } = card;
  if (deadline === null || decisionOfStep(card) !== undefined) return '';
  const { result } = deadline;
  const when = moment(new Date(deadline.at));
  const words = texts.steps.deadline;
  if (result.kind !== 'goes-to') return words[result.kind]({ when });
  const named = peopleWords(texts, result.people, mentions, 'or');
  const people = ['', texts.steps.somebody].includes(named) ? texts.card.somebodyElse : named;
  return words['goes-to']({ when, people });
}
