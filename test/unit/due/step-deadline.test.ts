import { describe, expect, it } from 'vitest';
import {
  type AfterDeadline,
  deadlineAhead,
  type StepDeadline,
} from '../../../src/domain/task/step-of-task.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { reviewBlocks } from '../../../src/slack/card/waiting-review.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { grantAnswerWith } from '../../support/governance-fixtures.ts';
import {
  cardModel,
  homeReview,
  noon,
  person,
  reviewRecord,
  snapshot,
} from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const expiresAt = '2026-03-02T15:00:00Z';
const at = '2026-03-02T15:00:00.000Z';
const toAna = { reassignToApprovers: { approverIds: ['user-ana'] } };

describe('the deadline of a step, as it is read', () => {
  const readIn = (policy: object, task: object = {}) => {
    const { taskView, expanded } = taskAnswer.parse(grantAnswerWith({ task: { ...task, policy } }));
    return taskSnapshot(taskView, expanded).stepDeadline;
  };
  const stepWith = (escalationInstance: unknown, approval: object = {}) => ({
    current: {
      id: 'step-1',
      approval: { approval: { users: {} }, escalationInstance, ...approval },
    },
  });
  const read = (escalationInstance: unknown, approval: object = {}) =>
    readIn(stepWith(escalationInstance, approval));

  it('says when, and what then', () => {
    const resultOf = (told: object) => read({ expiresAt, alreadyEscalated: false, ...told });
    expect(resultOf(toAna)).toMatchObject({
      at,
      result: { kind: 'goes-to', people: [{ id: 'user-ana' }] },
    });
    expect(resultOf({ cancelTicket: {} })).toEqual({ at, result: { kind: 'cancelled' } });
    expect(resultOf({ skipStep: {}, cancelTicket: null })).toEqual({
      at,
      result: { kind: 'skipped' },
    });
    expect(resultOf({ replacePolicy: { policyId: 'policy-2' } })).toEqual({
      at,
      result: { kind: 'other-policy' },
    });
    expect(resultOf({ reassignToApprovers: { approverIds: null } })).toEqual({
      at,
      result: { kind: 'goes-to', people: [] },
    });
  });

  it('does not guess what follows where nothing is told, or two things are', () => {
    const unknown = { at, result: { kind: 'unknown' } };
    expect(read({ expiresAt })).toEqual(unknown);
    expect(read({ expiresAt, callTheCaptain: {} })).toEqual(unknown);
    expect(read({ expiresAt, skipStep: {}, cancelTicket: {} })).toEqual(unknown);
  });

  it('takes what follows from the configuration where the running step does not repeat it', () => {
    const configured = {
      approval: { users: {}, escalation: { expiration: '7200', skipStep: {} } },
    };
    expect(read({ expiresAt }, configured)).toEqual({ at, result: { kind: 'skipped' } });
    expect(read(null, configured)).toBeUndefined();
  });

  it.each([
    ['is missing', { ...toAna }],
    ['is no instance', null],
    ['cannot be read', { expiresAt: 'tomorrow', ...toAna }],
    ['is a number', { expiresAt: 1_772_463_600, ...toAna }],
    ['lies before there were any', { expiresAt: '0001-01-01T00:00:00Z', ...toAna }],
    ['is no day', { expiresAt: '2026-13-45T00:00:00Z', ...toAna }],
    ['was acted on', { expiresAt, alreadyEscalated: true, ...toAna }],
    ['was perhaps acted on', { expiresAt, alreadyEscalated: 'yes', ...toAna }],
  ])('is none where it %s', (_what, escalationInstance) => {
    expect(read(escalationInstance)).toBeUndefined();
  });

  it('is none of a step that is over, of another step, or of a closed task', () => {
    const deadline = { expiresAt, skipStep: {} };
    expect(read(deadline, { approved: { userId: 'user-ana' } })).toBeUndefined();
    const other = stepWith(deadline).current;
    const current = { id: 'step-2', approval: { approval: { users: {} } } };
    expect(readIn({ current, history: [other], next: [other] })).toBeUndefined();
    expect(readIn(stepWith(deadline), { state: 'TASK_STATE_CLOSED' })).toBeUndefined();
  });
});

const ending = (result: AfterDeadline): StepDeadline => ({ at, result });
const cancelled = ending({ kind: 'cancelled' });

describe('the deadline of a step, as it is shown', () => {
  const wordsIn = (language: 'en' | 'de', result: AfterDeadline) => {
    const card = cardModel({ deadline: ending(result) });
    const texts = textsFor(language);
    const blocks = taskCard(texts, card).blocks.filter((one) => one.block_id === 'card.deadline');
    const words = textsIn(blocks).join('');
    // On Home and in a list it is the same sentence.
    expect(textsIn(reviewBlocks(texts, homeReview({ card }))).join('')).toContain(words);
    return words.replace(/<!date[^>]*>/, 'WHEN');
  };

  it.each([
    [
      { kind: 'goes-to', people: [person('user-ana')] },
      'If nobody decides, it goes to <@U0ANA>: WHEN.',
      'Ohne Entscheidung geht es an <@U0ANA>: WHEN.',
    ],
    [
      { kind: 'goes-to', people: [{ id: '2Xy', name: '2Xy', email: null }] },
      'If nobody decides, it goes to somebody else: WHEN.',
      'Ohne Entscheidung geht es an jemand anderen: WHEN.',
    ],
    [
      { kind: 'cancelled' },
      'If nobody decides, it is cancelled: WHEN.',
      'Ohne Entscheidung wird es abgebrochen: WHEN.',
    ],
    [
      { kind: 'skipped' },
      'If nobody decides, this step is skipped: WHEN.',
      'Ohne Entscheidung wird dieser Schritt übersprungen: WHEN.',
    ],
    [
      { kind: 'other-policy' },
      'If nobody decides, another policy applies: WHEN.',
      'Ohne Entscheidung gilt eine andere Richtlinie: WHEN.',
    ],
    [
      { kind: 'unknown' },
      'The time to decide ends WHEN. I cannot tell what happens then.',
      'Die Zeit für die Entscheidung endet WHEN. Was dann geschieht, kann ich nicht sagen.',
    ],
  ] as const)('says when and what then, %j', (result, english, german) => {
    expect(wordsIn('en', result)).toBe(english);
    expect(wordsIn('de', result)).toBe(german);
  });

  it('says nothing once somebody has decided', () => {
    const card = cardModel({ deadline: cancelled, reviews: [reviewRecord()] });
    expect(JSON.stringify(taskCard(textsFor('en'), card))).not.toContain('cancelled');
  });

  it('is ahead until its moment, while the task is open', () => {
    const task = snapshot({ stepDeadline: cancelled });
    expect(deadlineAhead(task, noon)).toBe(cancelled);
    expect(deadlineAhead(task, new Date(at))).toBeNull();
    expect(deadlineAhead({ ...task, state: 'closed' }, noon)).toBeNull();
    expect(deadlineAhead(snapshot(), noon)).toBeNull();
  });
});
