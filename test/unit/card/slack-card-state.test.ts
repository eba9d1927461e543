import { describe, expect, it } from 'vitest';
import { taskToCome } from '../../../src/domain/request/subject.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { CardModel } from '../../../src/use-cases/ports/card-contents.ts';
import { wordsOfCard } from '../../support/cards.ts';
import {
  accessRequest,
  actor,
  cardModel,
  closedSnapshot,
  people,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const texts = textsFor('en', ['U0HANA']);

/** A block's words by its id; `''` where the card has no such block. */
const partOf = (id: string, change: Partial<CardModel>) =>
  textsIn(
    taskCard(texts, cardModel(change)).blocks.filter((block) => block.block_id === `card.${id}`),
  ).join('\n');

describe('where a request stands', () => {
  const stateOf = (change: Partial<CardModel>) => partOf('state', change);

  it('names the people it waits for, by mention when they are known in Slack', () => {
    expect(stateOf({})).toBe('*Waiting for* <@U0ANA> or Cho');
  });

  it.each([
    ['governance', /^The access service is not answering, so nobody can approve it yet\./],
    ['refused', /^The access service refuses me, .* Tell <@U0HANA>\.$/],
    ['slack', /^Waiting for the access service$/],
  ] as const)('says why nobody can decide on an emergency yet: %s', (waitCause, words) => {
    const request = accessRequest({ state: 'submitted', emergency: true });
    expect(stateOf({ request, task: taskToCome(request), waitCause })).toMatch(words);
  });

  it('waits for those who are there, and says who is away, never why', () => {
    const state = (...away: readonly string[]) => stateOf({ away: new Set(away) });
    expect(state('user-ana')).toBe('*Waiting for* Cho. Away: <@U0ANA>');
    expect(state('user-ana', 'user-cho')).toBe(
      '*Waiting for* <@U0ANA> or Cho. Away: <@U0ANA> and Cho, so nobody can decide now',
    );
    expect(state('user-dee')).toBe('*Waiting for* <@U0ANA> or Cho');
  });

  it.each([
    ['approve', 'sending', '*Being approved* by <@U0ANA> …'],
    ['deny', 'accepted', '*Being denied* by <@U0ANA> …'],
  ] as const)('while somebody is at it (%s, %s) it says who', (verb, state, words) => {
    expect(stateOf({ reviews: [reviewRecord({ verb, state })] })).toBe(words);
  });

  it('the one who is carried out is named before those who are being checked', () => {
    const reviews = [
      reviewRecord({ by: actor('U0CHO'), state: 'accepted' }),
      reviewRecord({ by: actor('U0ANA'), state: 'sending' }),
    ];
    expect(stateOf({ reviews })).toBe('*Being approved* by <@U0ANA> …');
  });

  it('a decision that the service has not shown yet is said', () => {
    expect(stateOf({ reviews: [reviewRecord()] })).toBe(
      '*Approved* by <@U0ANA>. Access is being set up.',
    );
    expect(stateOf({ reviews: [reviewRecord({ verb: 'deny' })] })).toBe('*Denied* by <@U0ANA>.');
  });

  it('after the last step the access is being set up, unless somebody denied it', () => {
    const task = snapshot({ currentStepId: null, stepApprovers: [] });
    expect(stateOf({ task, reviews: [reviewRecord()] })).toBe(
      '*Approved* by <@U0ANA>. Access is being set up.',
    );
    expect(stateOf({ task, reviews: [reviewRecord({ verb: 'deny' })] })).toBe(
      '*Denied* by <@U0ANA>.',
    );
    expect(stateOf({ task: { ...task, approvers: people(1) } })).toBe(
      '*Approved*. Access is being set up.',
    );
    expect(stateOf({ task })).toMatch(/^\*Waiting\*\. Nobody is named to decide yet/);
    expect(stateOf({ task: { ...task, outcome: 'error' } })).toMatch(
      /^\*Could not be set up yet\.\*/,
    );
  });

  it('treats an unknown state as open', () => {
    expect(stateOf({ task: snapshot({ state: 'TASK_STATE_ON_HOLD' }) })).toMatch(
      /^\*Waiting for\* <@U0ANA>/,
    );
  });

  it('closed cards keep who decided, when and with what reason', () => {
    const reviews = [
      reviewRecord(),
      reviewRecord({ stepId: 'step-2', verb: 'deny', reason: 'Use *staging* <!here>' }),
    ];
    const words = wordsOfCard(
      taskCard(texts, cardModel({ task: closedSnapshot({ outcome: 'denied' }), reviews })),
    );
    expect(words).toContain('Approved by <@U0ANA>, <!date^1772452800^');
    expect(words).toContain('Denied by <@U0ANA>, <!date^1772452800^');
    expect(words).toContain('Reason: Use *staging* <!here>');
  });

  it('shows only the latest of many decisions, and counts the others', () => {
    const reviews = Array.from({ length: 8 }, (_, index) =>
      reviewRecord({ stepId: `s${index}`, by: actor(`U0R${index}`) }),
    );
    const words = wordsOfCard(taskCard(texts, cardModel({ reviews, task: closedSnapshot() })));
    expect(words).toContain('… 3 more');
    expect(words).not.toContain('<@U0R2>');
    expect(words).toContain('<@U0R3>');
  });

  it('names who decided outside of Slack', () => {
    const decidedOutside = [person('user-ana'), person('user-zoe')];
    expect(wordsOfCard(taskCard(texts, cardModel({ decidedOutside })))).toContain(
      'Decided by <@U0ANA> and Zoe in the governance console',
    );
    expect(wordsOfCard(taskCard(texts, cardModel()))).not.toContain('Decided by');
  });
});
