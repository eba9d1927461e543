import { describe, expect, it } from 'vitest';
import { type NewReading, selfApprovedSteps } from '../../../src/domain/action/review.ts';
import type { PastDecision } from '../../../src/domain/task/task-snapshot.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';

const bot = person('user-bot');
const approval = (change: Partial<PastDecision> = {}): PastDecision => ({
  stepId: 'step-1',
  position: 0,
  verb: 'approve',
  identityUserId: 'user-bot',
  counts: true,
  ...change,
});
const allowed = (
  change: Partial<NewReading['allowed'][number]> = {},
): NewReading['allowed'][number] => ({
  stepId: 'step-1',
  occurrence: 'gen-1/0/2026-03-02T12:00:00Z',
  verb: 'approve',
  ...change,
});

function stepsOf(change: Partial<NewReading>): readonly string[] {
  const task = snapshot({ approvers: [bot], decisions: [approval()] });
  const lastStepId = change.before?.currentStepId ?? null;
  const reading = {
    before: null,
    task,
    lastStepId,
    botId: 'user-bot',
    allowed: [],
    mayHaveSkipped: false,
  };
  return selfApprovedSteps({ ...reading, ...change });
}

describe('a step approved with the bot’s account', () => {
  it('counts as self-approval when nobody approved it through the bot', () => {
    expect(stepsOf({})).toEqual(['step-1']);
    expect(stepsOf({ before: snapshot({ decisions: [] }) })).toEqual(['step-1']);
  });

  it('does not count when a decision through the bot may have reached the service', () => {
    expect(stepsOf({ allowed: [allowed()] })).toEqual([]);
    expect(stepsOf({ allowed: [allowed({ occurrence: '' })] })).toEqual([]);
  });

  it('counts when the decision through the bot was on another step, or a denial', () => {
    expect(stepsOf({ allowed: [allowed({ stepId: 'step-2' })] })).toEqual(['step-1']);
    expect(stepsOf({ allowed: [allowed({ verb: 'deny' })] })).toEqual(['step-1']);
  });

  it('counts after a restart of the step when only its first approval was a click', () => {
    const decisions = [approval({ counts: false }), approval({ position: 2 })];
    expect(stepsOf({ task: snapshot({ decisions }), allowed: [allowed()] })).toEqual(['step-1']);
  });

  it('is judged once, by the reading that shows it first', () => {
    expect(stepsOf({ before: snapshot({ decisions: [approval()] }) })).toEqual([]);
    expect(stepsOf({ before: snapshot({ approvers: [bot] }) })).toEqual([]);
  });

  it('does not count when a person decided, or the bot denied', () => {
    const others = [approval({ identityUserId: 'user-ana' }), approval({ verb: 'deny' })];
    for (const one of others)
      expect(stepsOf({ task: snapshot({ approvers: [bot], decisions: [one] }) })).toEqual([]);
  });
});

describe('without a history from the service', () => {
  const before = snapshot();

  it('the step before approved itself once the bot is among the approvers', () => {
    expect(stepsOf({ before, task: closedSnapshot() })).toEqual(['step-1']);
    expect(stepsOf({ task: closedSnapshot() })).toEqual(['']);
  });

  it('reports nothing when a click, a skipped step, a denial or a withdrawal may explain it', () => {
    expect(
      stepsOf({ before, task: closedSnapshot(), allowed: [allowed({ stepId: 'step-0' })] }),
    ).toEqual([]);
    expect(stepsOf({ before, task: closedSnapshot(), mayHaveSkipped: true })).toEqual([]);
    for (const outcome of ['denied', 'cancelled']) {
      expect(stepsOf({ before, task: closedSnapshot({ outcome }) })).toEqual([]);
    }
    expect(stepsOf({ before: snapshot({ approvers: [bot] }), task: closedSnapshot() })).toEqual([]);
  });
});
