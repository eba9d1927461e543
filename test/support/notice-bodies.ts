import type { NoticeBody } from '../../src/domain/message/notice.ts';
import { allRefusals } from './refusals.ts';

const outcomes = [
  'none',
  'granted',
  'denied',
  'error',
  'cancelled',
  'wait-timed-out',
  'deleted',
  'GRANT_OUTCOME_MISLAID',
] as const;

const actWaits = ['governance', 'otherwise'] as const;

/** Every message there is, with `text` wherever it can hold somebody's words. */
export function allBodies(text: string): readonly NoticeBody[] {
  return [
    { kind: 'form-due' },
    { kind: 'emergency-elsewhere', onCall: 'S0ONCALL' },
    ...allRefusals(text).map((refusal) => ({ kind: 'action-refused', refusal }) as const),
    ...actWaits.map(
      (cause) =>
        ({ kind: 'action-waiting', actionId: 'action-1', verb: 'approve', cause }) as const,
    ),
    { kind: 'action-done', verb: 'approve' },
    { kind: 'overdue', about: [], group: null, at: '2026-03-02T16:00:00.000Z' },
    ...[...outcomes, 'still-held', text].map((outcome) => ({ kind: 'not-gone', outcome }) as const),
    ...[...outcomes, text].map(
      (outcome) =>
        ({
          kind: 'ended',
          outcome,
          byNames: [text, text, text, text],
          follower: { isCreator: true, isTarget: true },
        }) as const,
    ),
    { kind: 'trouble', what: 'undelivered', channel: 'U0ANA' },
    { kind: 'trouble', what: 'passed-on', account: 'U0BEN' },
  ];
}
