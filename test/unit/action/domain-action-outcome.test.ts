import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action/action.ts';
import { actionOutcome, isActionSettled } from '../../../src/domain/action/action-outcome.ts';
import { closedSnapshot, newAction, snapshot } from '../../support/samples.ts';

function action(change: Partial<Action>): Action {
  const kept = { ...newAction(), state: 'accepted', refusal: null, identityUserId: null } as const;
  return { ...kept, takenBack: false, answeredAt: null, renderedAt: null, ...change };
}

const perhapsSent = { code: 'perhaps-sent', why: 'withdrawn' } as const;

it.each<[string, Partial<Action>, string, string]>([
  ['waits', { state: 'accepted' }, 'open', 'overtaken-unsent'],
  ['got no answer', { state: 'sending' }, 'open', 'overtaken'],
  ['was taken back', { state: 'sending', takenBack: true }, 'perhaps-sent', 'overtaken'],
  [
    'was given up',
    { state: 'uncertain', refusal: perhapsSent },
    'perhaps-sent',
    'overtaken-unknown',
  ],
  ['is done', { state: 'done' }, 'done', 'done'],
  ['was refused', { state: 'refused', refusal: { code: 'closed' } }, 'refused', 'refused'],
  ['came to nothing', { state: 'refused', refusal: perhapsSent }, 'refused', 'refused'],
])('a decision that %s, before and after its step', (_what, change, before, after) => {
  const decision = action(change);
  expect(actionOutcome(decision, null)).toBe(before);
  expect(actionOutcome(decision, snapshot())).toBe(before);
  expect(actionOutcome(decision, closedSnapshot())).toBe(after);
  expect(actionOutcome(decision, snapshot({ currentStepId: 'step-2' }))).toBe(after);
});

it.each([
  ['withdraw', 'overtaken'],
  ['close', 'overtaken'],
  // Access that somebody holds is given back after its task is closed.
  ['give-back', 'open'],
  ['comment', 'open'],
] as const)('%s without an answer, when the task is closed', (verb, outcome) => {
  const sent = action({ verb, state: 'sending' });
  expect(actionOutcome(sent, snapshot({ currentStepId: 'step-2' }))).toBe('open');
  expect(actionOutcome(sent, closedSnapshot())).toBe(outcome);
});

it.each([
  ['open', false],
  ['overtaken', false],
  ['overtaken-unsent', false],
  ['overtaken-unknown', true],
  ['perhaps-sent', true],
  ['done', true],
] as const)('%s leaves nothing to wait for: %s', (outcome, settled) => {
  expect(isActionSettled(outcome)).toBe(settled);
});
