import { namedReviewers } from '../../domain/authorization.ts';
import type { CardModel } from '../../domain/card.ts';
import type { OtherStep } from '../../domain/other-step.ts';
import type { Texts } from '../texts/texts.ts';
import { awayWords, decisionOfStep, peopleWords } from './task-words.ts';
import { mention, moment, name } from './text.ts';

/** What a step waits for that is no review, in a sentence; the same for the requester and for reviewers. */
export function stepWords(texts: Texts, step: OtherStep, mentions: ReadonlyMap<string, string> = new Map()): string {
  const { steps } = texts;
  switch (step.kind) {
    case 'form': {
      return steps.form({ people: peopleWords(texts, step.people, mentions, 'or') || steps.somebody });
    }
    case 'set-up-by-hand': {
      const people = peopleWords(texts, step.people, mentions, 'or');
      return ['', steps.somebody].includes(people) ? steps.setUpBySomebody : steps.setUpBy({ people });
    }
    case 'wait':
      if (step.until !== null) return steps.waitUntil({ when: moment(texts, new Date(step.until)) });
      return step.what.trim() === '' ? steps.waiting : steps.waitFor({ what: name(step.what, 150) });
    case 'set-up':
      return steps.setUp;
    case 'set-up-elsewhere':
      return steps.setUpElsewhere;
    case 'decided-elsewhere':
      return steps.decidedElsewhere;
    case 'automation':
      return steps.automation;
    case 'accepted':
      return steps.accepted;
    case 'rejected':
      return steps.rejected;
    case 'processing':
      return steps.processing;
    case 'unknown':
      return steps.unknown;
  }
}

/** Who decides, or what is happening, while the task is open. */
export function stateWords(texts: Texts, card: CardModel): string {
  const { state } = texts.card;
  const { task } = card;
  const decision = decisionOfStep(card);
  if (decision !== undefined) {
    const by = { who: mention(decision.by.userId) };
    if (decision.state === 'done') return decision.verb === 'approve' ? state.approvedBy(by) : state.deniedBy(by);
    return decision.verb === 'approve' ? state.beingApprovedBy(by) : state.beingDeniedBy(by);
  }
  if (task.outcome === 'error') return state.failing;
  const { otherStep } = task;
  const wasApproved = task.approvers.length > 0 || card.reviews.some((one) => one.state === 'done');
  if (otherStep !== undefined && !(otherStep.kind === 'set-up' && wasApproved)) {
    return stepWords(texts, otherStep, card.mentions);
  }
  if (task.stepApprovers.length > 0) {
    const people = namedReviewers(task, card.request);
    if (people.length === 0) return state.nobody;
    const waiting = state.waitingFor({ people: peopleWords(texts, people, card.mentions, 'or') });
    return [waiting, handoverWords(texts, card), awayWords(texts, people, card)]
      .filter((words) => words !== '')
      .join('. ');
  }
  const last = card.reviews.findLast((one) => one.state === 'done');
  if (last !== undefined) return state.approvedBy({ who: mention(last.by.userId) });
  if (task.approvers.length > 0) return state.approved;
  return state.nobody;
}

/** Who had the review before, and who has it now. */
function handoverWords(texts: Texts, { task, request, mentions }: CardModel): string {
  const { handedOver } = task;
  const from = handedOver === undefined ? '' : peopleWords(texts, [handedOver.from], mentions, 'and');
  if (handedOver === undefined || from === '') return '';
  const people = peopleWords(texts, namedReviewers(task, request), mentions, 'or');
  return texts.steps[handedOver.how === 'delegated' ? 'inPlaceOf' : 'passedOn']({ people, from });
}
