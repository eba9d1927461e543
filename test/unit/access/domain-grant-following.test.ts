import { describe, expect, it } from 'vitest';
import {
  type HoldingAnswer,
  nextStep,
  phaseOf,
  type RunningGrant,
} from '../../../src/domain/access/grant-following.ts';
import { noon } from '../../support/samples.ts';

const minutes = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const grant = (change: Partial<RunningGrant> = {}): RunningGrant => ({
  endsAt: minutes(60),
  revocationPending: null,
  revokedAt: null,
  ...change,
});
const expired = grant({ endsAt: minutes(-5) });
const pending = grant({ revocationPending: 'given-back' });
const revoked = grant({ revocationPending: 'given-back', revokedAt: minutes(-1) });

describe('the phase of a grant', () => {
  it.each([
    ['running', grant()],
    ['running', grant({ endsAt: null })],
    ['expired', expired],
    ['expired', grant({ endsAt: noon })],
    ['revocation-pending', pending],
    ['revocation-pending', { ...pending, endsAt: minutes(-5) }],
    ['revoked', revoked],
  ] as const)('is %s for %j', (phase, row) => {
    expect(phaseOf(row, noon)).toBe(phase);
  });
});

describe('the consequence of the service’s answer', () => {
  const held = (endsAt: Date | null = null): HoldingAnswer => ({ isHeld: true, endsAt });
  const gone: HoldingAnswer = { isHeld: false, endsAt: null };
  const unclear: HoldingAnswer = { isHeld: null, endsAt: null };

  it.each([
    ['a running grant is held', grant(), held(), { kind: 'go-on' }],
    ['nobody can tell of a running grant', grant(), 'untold', { kind: 'go-on' }],
    ['a running grant is gone', grant(), gone, { kind: 'end-early' }],
    ['an endless grant is gone', grant({ endsAt: null }), gone, { kind: 'end-early' }],
    ['an expired grant is gone', expired, gone, { kind: 'expire', at: minutes(-5) }],
    ['an expired grant is held', expired, held(), { kind: 'look-again', isHeld: true }],
    ['the service is silent', expired, 'failed', { kind: 'look-again', isHeld: null }],
    [
      'an expired grant got a later end',
      expired,
      held(minutes(30)),
      { kind: 'prolong', endsAt: minutes(30) },
    ],
    ['the later end is over too', expired, held(minutes(-1)), { kind: 'look-again', isHeld: true }],
    [
      'the end is the one that is known',
      grant({ endsAt: noon }),
      held(noon),
      { kind: 'look-again', isHeld: true },
    ],
    ['what is being taken away is gone', pending, gone, { kind: 'end-revoked', at: noon }],
    ['what is being taken away is held', pending, held(), { kind: 'look-again', isHeld: true }],
    [
      'nobody can tell of what is being taken away',
      pending,
      'untold',
      { kind: 'look-again', isHeld: null },
    ],
    [
      'what is being taken away has the end that is known',
      pending,
      held(minutes(60)),
      { kind: 'look-again', isHeld: true },
    ],
    [
      'what is being taken away and had no end has one now',
      { ...pending, endsAt: null },
      held(minutes(60)),
      { kind: 'look-again', isHeld: true },
    ],
    ['the later end is this moment', expired, held(noon), { kind: 'look-again', isHeld: true }],
    ['what was taken away is gone', revoked, gone, { kind: 'end-revoked', at: minutes(-1) }],
    ['nothing but the task tells', revoked, 'untold', { kind: 'end-revoked', at: minutes(-1) }],
    ['the answer is unclear', revoked, unclear, { kind: 'end-revoked', at: minutes(-1) }],
    ['the check failed', revoked, 'failed', { kind: 'look-again', isHeld: null }],
    [
      'what was taken away is held for longer',
      revoked,
      held(minutes(90)),
      { kind: 'look-again', isHeld: true },
    ],
  ] as const)('when %s', (_when, row, answer, step) => {
    expect(nextStep(row, answer, noon)).toEqual(step);
  });
});
