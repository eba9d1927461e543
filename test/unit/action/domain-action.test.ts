import { describe, expect, it } from 'vitest';
import {
  actionKinds,
  actionKindsOnce,
  actions,
  changeSeen,
  isDecision,
  isOver,
  refusedState,
} from '../../../src/domain/action/action.ts';
import type { DecidedField } from '../../../src/domain/refusals/refusals.ts';
import { newAction, snapshot } from '../../support/samples.ts';

describe('the table of actions', () => {
  it('sends again after a lost answer only what changes nothing the second time', () => {
    const resent = actionKinds.filter(
      (verb) => actions[verb].afterLostAnswer === 'look-and-resend',
    );
    expect(resent).toEqual([
      'approve',
      'deny',
      'escalate',
      'withdraw',
      'give-back',
      'set-up',
      'cannot-set-up',
      'close',
    ]);
  });

  // The partial unique indexes of the table name the same verbs.
  it('limits decisions by step, and what changes a request once by request', () => {
    expect(actionKindsOnce('for-a-step')).toEqual(['approve', 'deny']);
    expect(actionKindsOnce('for-a-request')).toEqual(['escalate', 'withdraw', 'give-back']);
  });

  it('names in the service’s trail everything that is sent', () => {
    const unnamed = actionKinds.filter((verb) => actions[verb].trail === null);
    expect(unnamed.map((verb) => actions[verb].call)).toEqual(['none']);
  });
});

describe('the state of an action that is not carried out', () => {
  it.each([
    [{ code: 'perhaps-sent', why: 'expired' }, 'uncertain'],
    [{ code: 'perhaps-decided' }, 'uncertain'],
    [{ code: 'uncertain' }, 'uncertain'],
    [{ code: 'expired' }, 'refused'],
    [{ code: 'decided-elsewhere' }, 'refused'],
  ] as const)('says what is known of it: %j', (refusal, state) => {
    expect(refusedState(refusal)).toBe(state);
    expect(isOver({ state })).toBe(true);
  });

  it.each(['accepted', 'sending'] as const)('is not over while it is %s', (state) => {
    expect(isOver({ state })).toBe(false);
  });
});

describe('a decision', () => {
  const action = {
    ...newAction(),
    state: 'accepted',
    refusal: null,
    identityUserId: null,
    answeredAt: null,
    renderedAt: null,
  } as const;

  it.each([
    ['approve', 'task-1', true],
    ['deny', 'task-1', true],
    ['approve', null, false],
    ['comment', 'task-1', false],
    ['withdraw', null, false],
  ] as const)('%s on task %s: %s', (verb, taskId, expected) => {
    expect(isDecision({ ...action, verb, taskId })).toBe(expected);
  });
});

describe('an approval that was refused because the request had changed', () => {
  const refused = (stepId: string, fields: readonly DecidedField[]) => ({
    ...newAction(),
    verb: 'approve' as const,
    taskId: 'task-1',
    stepId,
    occurrence: '',
    state: 'refused' as const,
    identityUserId: null,
    answeredAt: null,
    renderedAt: null,
    refusal: { code: 'changed' as const, fields },
  });

  it('counts for its own step, the last one first', () => {
    const task = snapshot({ currentStepId: 'step-2' });
    const two = [refused('step-2', ['app']), refused('step-2', ['duration'])];
    expect(changeSeen([...two, refused('step-1', ['target'])], task)).toEqual({
      code: 'changed',
      fields: ['duration'],
    });
    expect(changeSeen([refused('step-1', ['target'])], task)).toBeNull();
    expect(changeSeen([], task)).toBeNull();
  });

  it('counts for nothing where nobody can say what changed', () => {
    const untold = { ...refused('step-1', []), refusal: { code: 'changed' } } as const;
    expect(changeSeen([refused('step-1', []), untold], snapshot())).toBeNull();
  });

  it('counts where it ends later alone', () => {
    const late = { endsAt: '2026-03-02T16:00:00Z', seconds: 3_600 };
    const refusal = { code: 'changed', late } as const;
    expect(changeSeen([{ ...refused('step-1', []), refusal }], snapshot())).toEqual(refusal);
  });
});
