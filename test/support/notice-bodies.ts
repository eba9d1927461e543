import type { NoticeBody } from '../../src/domain/message/notice.ts';
import { allRefusals } from './refusals.ts';
import { actor, noon } from './samples.ts';

const ends = ['expired', 'given-back', 'taken-away', 'unconfirmed'] as const;
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

/** Every message there is, with `text` wherever it can hold somebody's words. */
export function allBodies(text: string): readonly NoticeBody[] {
  const decided = {
    kind: 'decided',
    by: actor('U0ANA', { userName: text }),
    reason: text,
  } as const;
  return [
    { kind: 'form-due' },
    { kind: 'emergency-waiting' },
    ...(['approve', 'deny'] as const).flatMap((verb) => [
      { ...decided, verb, next: { kind: 'step' } } as const,
      { ...decided, verb, next: { kind: 'set-up' } } as const,
      { ...decided, verb, next: { kind: 'ended', outcome: text } } as const,
    ]),
    ...allRefusals(text).map((refusal) => ({ kind: 'action-refused', refusal }) as const),
    ...[false, true].map(
      (canBeTakenBack) =>
        ({ kind: 'action-waiting', actionId: 'action-1', canBeTakenBack }) as const,
    ),
    ...ends.flatMap((end) => [
      { kind: 'access-ended', end } as const,
      {
        kind: 'emergency-ended',
        end,
        startedAt: noon.toISOString(),
        endedAt: '2026-03-02T16:00:00.000Z',
      } as const,
    ]),
    ...(['escalate', 'nudge', 'withdraw'] as const).map(
      (act) => ({ kind: 'acted', act, by: actor('U0ANA'), text }) as const,
    ),
    ...[...outcomes, 'still-held', text].map((outcome) => ({ kind: 'not-gone', outcome }) as const),
    ...[...outcomes, text].map(
      (outcome) => ({ kind: 'ended', outcome, byNames: [text, text, text, text] }) as const,
    ),
    { kind: 'trouble', what: 'undelivered', channel: 'U0ANA' },
    { kind: 'trouble', what: 'passed-on', account: 'U0BEN' },
  ];
}
