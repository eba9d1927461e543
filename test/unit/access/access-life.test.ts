import { describe, expect, it } from 'vitest';
import { type Access, accessBy } from '../../../src/domain/access/access.ts';
import {
  type AccessStep,
  type HoldingAnswer,
  nextStep,
  phaseOf,
  type RunningGrant,
} from '../../../src/domain/access/access-life.ts';
import { noon } from '../../support/samples.ts';

const minutes = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const grant = (change: Partial<RunningGrant> = {}): RunningGrant => ({
  requestId: 'request-1',
  startedAt: minutes(-120),
  endsAt: minutes(60),
  revocationPending: null,
  revokedAt: null,
  request: {
    appId: 'app-github',
    entitlementId: 'ent-write',
    identityUserId: 'user-ben',
    account: null,
  },
  ...change,
});
const alone = (change: Partial<RunningGrant> = {}): Access<RunningGrant> =>
  accessBy(grant(change), []);
/** An earlier grant, and a later one for a shorter time. */
const beside = (earlier: Date | null, later: Date): Access<RunningGrant> =>
  accessBy(grant({ endsAt: earlier }), [
    grant({ requestId: 'request-2', startedAt: minutes(-60), endsAt: later }),
  ]);
const running = alone();
const endless = alone({ endsAt: null });
const expired = alone({ endsAt: minutes(-5) });
const pending = alone({ revocationPending: 'given-back' });
const revoked = alone({ revocationPending: 'given-back', revokedAt: minutes(-1) });

describe('the phase of access', () => {
  it.each([
    ['running', running],
    [
      'revoked',
      accessBy(grant(), [
        grant({ requestId: 'request-2', startedAt: minutes(-60), revokedAt: minutes(-1) }),
      ]),
    ],
    ['running', endless],
    ['running', beside(minutes(60), minutes(30))],
    ['expired', expired],
    ['expired', alone({ endsAt: noon })],
    ['expired', beside(minutes(60), minutes(-5))],
    ['revocation-pending', pending],
    ['revocation-pending', alone({ revocationPending: 'given-back', endsAt: minutes(-5) })],
    ['revoked', revoked],
    [
      'revoked',
      accessBy(grant({ revocationPending: 'given-back', revokedAt: minutes(-1) }), [
        grant({
          requestId: 'request-2',
          startedAt: minutes(-60),
          revocationPending: 'given-back',
        }),
      ]),
    ],
  ] as const)('is %s for %j', (phase, access) => {
    expect(phaseOf(access, noon)).toBe(phase);
  });
});

describe('what follows from the service’s answer', () => {
  const held = (endsAt: Date | null = null): HoldingAnswer => ({ isHeld: true, endsAt });
  const gone: HoldingAnswer = { isHeld: false, endsAt: null };
  const unclear: HoldingAnswer = { isHeld: null, endsAt: null };
  const goOn: AccessStep = { kind: 'go-on' };
  const lookAgain = (isHeld: boolean | null): AccessStep => ({ kind: 'look-again', isHeld });
  const moveEnd = (endsAt: Date): AccessStep => ({ kind: 'move-end', endsAt });
  const expire: AccessStep = { kind: 'expire', at: minutes(-5) };
  const fallBack: AccessStep = { kind: 'fall-back' };

  it.each<[string, Access<RunningGrant>, HoldingAnswer, AccessStep]>([
    ['it runs and is held', running, held(), goOn],
    ['it runs and is held until the end that is known', running, held(minutes(60)), goOn],
    ['it runs and is held until a minute later', running, held(minutes(61)), goOn],
    ['it runs and a later end is told', running, held(minutes(62)), moveEnd(minutes(62))],
    ['it runs and a sooner end is told', running, held(minutes(58)), moveEnd(minutes(58))],
    ['it runs and the end that is told is over', running, held(minutes(-1)), goOn],
    ['it runs and an end is told of what nobody says is held', running, unclear, goOn],
    ['it runs and nobody can tell', running, 'untold', goOn],
    ['it runs and the service is silent', running, 'failed', goOn],
    ['it runs and is gone', running, gone, { kind: 'end-early' }],
    ['it has no end and is held', endless, held(), goOn],
    [
      'it runs, another end is told, and nobody can tell whether it is held',
      running,
      { isHeld: null, endsAt: minutes(90) },
      goOn,
    ],
    [
      'it is over since now and the end that is told is hardly later',
      alone({ endsAt: noon }),
      held(minutes(0.5)),
      moveEnd(minutes(0.5)),
    ],
    ['it has no end and one is told', endless, held(minutes(60)), moveEnd(minutes(60))],
    ['it has no end and is gone', endless, gone, { kind: 'end-early' }],
    ['it is over and gone', expired, gone, expire],
    ['it is over and held', expired, held(), lookAgain(true)],
    ['it is over and nobody can tell', expired, 'untold', lookAgain(null)],
    ['it is over and the service is silent', expired, 'failed', lookAgain(null)],
    ['it is over and a later end is told', expired, held(minutes(30)), moveEnd(minutes(30))],
    ['it is over and the later end is, too', expired, held(minutes(-1)), lookAgain(true)],
    ['it is over and the later end is this moment', expired, held(noon), lookAgain(true)],
    [
      'it is over since now and the end is the one that is known',
      alone({ endsAt: noon }),
      held(noon),
      lookAgain(true),
    ],
    [
      'it is over and the end that is told is hardly later',
      alone({ endsAt: minutes(-0.1) }),
      held(minutes(0.1)),
      moveEnd(minutes(0.1)),
    ],
    ['it is being taken away and gone', pending, gone, { kind: 'end-revoked', at: noon }],
    ['it is being taken away and held', pending, held(), lookAgain(true)],
    ['it is being taken away and nobody can tell', pending, 'untold', lookAgain(null)],
    ['it is being taken away and a later end is told', pending, held(minutes(90)), lookAgain(true)],
    ['it was taken away and is gone', revoked, gone, { kind: 'end-revoked', at: minutes(-1) }],
    [
      'it was taken away and nothing but the task tells',
      revoked,
      'untold',
      { kind: 'end-revoked', at: minutes(-1) },
    ],
    [
      'it was taken away and the answer is unclear',
      revoked,
      unclear,
      { kind: 'end-revoked', at: minutes(-1) },
    ],
    ['it was taken away and the service is silent', revoked, 'failed', lookAgain(null)],
    ['it was taken away and is held for longer', revoked, held(minutes(90)), lookAgain(true)],
  ])('when %s', (_when, access, answer, step) => {
    expect(nextStep(access, answer, noon)).toEqual(step);
  });

  describe('where a later, shorter grant', () => {
    const runs = beside(minutes(60), minutes(30));
    const over = beside(minutes(60), minutes(-5));
    const overBesideEndless = beside(null, minutes(-5));
    const bothOver = beside(minutes(-1), minutes(-5));

    it.each<[string, Access<RunningGrant>, HoldingAnswer, AccessStep]>([
      ['runs: held', runs, held(), goOn],
      ['runs: the end of the longer one is told', runs, held(minutes(60)), moveEnd(minutes(60))],
      ['runs: its own end is told', runs, held(minutes(30)), moveEnd(minutes(30))],
      ['runs: another end is told', runs, held(minutes(45)), moveEnd(minutes(45))],
      ['runs: gone', runs, gone, { kind: 'end-early' }],
      ['is over: gone', over, gone, expire],
      ['is over: held', over, held(), fallBack],
      ['is over: unclear', over, unclear, lookAgain(null)],
      ['is over: nobody can tell', over, 'untold', lookAgain(null)],
      ['is over: its own end is told', over, held(minutes(-5)), lookAgain(true)],
      ['is over: the service is silent', over, 'failed', lookAgain(null)],
      ['is over: the end of the longer is told', over, held(minutes(60)), moveEnd(minutes(60))],
      ['is over: a sooner end is told', over, held(minutes(45)), moveEnd(minutes(45))],
      ['is over beside one without an end: gone', overBesideEndless, gone, expire],
      ['is over beside one without an end: held', overBesideEndless, held(), fallBack],
      [
        'is over beside one without an end: an end is told',
        overBesideEndless,
        held(minutes(45)),
        moveEnd(minutes(45)),
      ],
      ['is over, as is the longer one: gone', bothOver, gone, expire],
      ['is over, as is the longer one: held', bothOver, held(), lookAgain(true)],
      ['is over, as is the longer one: nobody can tell', bothOver, 'untold', lookAgain(null)],
    ])('%s', (_when, access, answer, step) => {
      expect(nextStep(access, answer, noon)).toEqual(step);
    });
  });
});
