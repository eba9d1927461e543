import { describe, expect, it } from 'vitest';
import {
  type AccessThere,
  hasRunOut,
  type LookAnswer,
  type LookStep,
  nextStep,
} from '../../../src/domain/access/look.ts';
import { noon } from '../../support/samples.ts';

const minutes = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const access = (change: Partial<AccessThere> = {}): AccessThere => ({
  endsAt: minutes(60),
  revocationPending: null,
  revokedAt: null,
  checks: 9,
  ...change,
});
const runs = access();
const endless = access({ endsAt: null });
const over = access({ endsAt: minutes(-5) });
const ordered = access({ revocationPending: 'given-back' });
const orderedOver = access({ revocationPending: 'given-back', endsAt: minutes(-70) });
const taken = access({ revocationPending: 'given-back', revokedAt: minutes(-1) });
const takenUnasked = access({ revokedAt: minutes(-1) });

const held: LookAnswer = { kind: 'held' };
const heldUntil = (endsAt: Date): LookAnswer => ({ kind: 'held-until', endsAt });
const gone: LookAnswer = { kind: 'gone', told: null };
const goneSince = (at: Date, isExpiry = false): LookAnswer => ({
  kind: 'gone',
  told: { at, isExpiry },
});
const silent: LookAnswer = { kind: 'silent', isForGood: false };
const silentForGood: LookAnswer = { kind: 'silent', isForGood: true };

const goOn: LookStep = { kind: 'go-on' };
const lookAgain: LookStep = { kind: 'look-again', stillSince: null };
const stillThere = (stillSince: Date): LookStep => ({ kind: 'look-again', stillSince });
const moveEnd = (endsAt: Date): LookStep => ({ kind: 'move-end', endsAt });
const end = (at: Date, isExpiry = false): LookStep => ({ kind: 'end', at, isExpiry });
const endUnconfirmed = (at: Date): LookStep => ({ kind: 'end-unconfirmed', at });

const overNow = access({ endsAt: noon });
const laterNow = moveEnd(minutes(0.5));

describe('what follows from a look', () => {
  it.each<[string, AccessThere, LookAnswer, LookStep]>([
    ['gone, while it runs', runs, gone, end(noon)],
    ['gone, and it has no end', endless, gone, end(noon)],
    ['gone, and its time is over', over, gone, end(minutes(-5))],
    ['gone, and its time is over since now', overNow, gone, end(noon)],
    ['gone, while it is being taken away', ordered, gone, end(noon)],
    ['gone, ordered, and its time is over', orderedOver, gone, end(noon)],
    ['gone, after it was taken away', taken, gone, end(minutes(-1))],
    ['gone, taken away unasked', takenUnasked, gone, end(minutes(-1))],
    ['gone since a time that is told', runs, goneSince(minutes(-2)), end(minutes(-2))],
    ['gone because its time was over', runs, goneSince(minutes(-2), true), end(minutes(-2), true)],
    ['gone since a time that is told, ordered', ordered, goneSince(minutes(-2)), end(minutes(-2))],
    ['gone since before its time, which is over', over, goneSince(minutes(-9)), end(minutes(-9))],

    ['held until the end that is known', runs, heldUntil(minutes(60)), goOn],
    ['held until a minute later', runs, heldUntil(minutes(61)), goOn],
    ['held until a later end', runs, heldUntil(minutes(62)), moveEnd(minutes(62))],
    ['held until a sooner end', runs, heldUntil(minutes(58)), moveEnd(minutes(58))],
    ['held until an end that is over', runs, heldUntil(minutes(-1)), goOn],
    ['held until an end, and it had none', endless, heldUntil(minutes(9)), moveEnd(minutes(9))],
    ['held until later, and its time is over', over, heldUntil(minutes(9)), moveEnd(minutes(9))],
    [
      'held until hardly later, and its time is over',
      access({ endsAt: minutes(-0.1) }),
      heldUntil(minutes(0.1)),
      moveEnd(minutes(0.1)),
    ],
    ['held until later, and its time is over now', overNow, heldUntil(minutes(0.5)), laterNow],
    ['held until its end, which is now', overNow, heldUntil(noon), lookAgain],
    ['held until later, while it is being taken away', ordered, heldUntil(minutes(90)), lookAgain],
    ['held until later, after it was taken away', taken, heldUntil(minutes(90)), lookAgain],
    ['held until later, taken away unasked', takenUnasked, heldUntil(minutes(90)), lookAgain],

    ['held, while it runs', runs, held, goOn],
    ['held, and it has no end', endless, held, goOn],
    ['held, and its time is over', over, held, lookAgain],
    [
      'held a quarter of an hour after its time',
      access({ endsAt: minutes(-15) }),
      held,
      stillThere(minutes(-15)),
    ],
    ['held, while it is being taken away', ordered, held, lookAgain],
    ['held long after its time, ordered', orderedOver, held, stillThere(minutes(-70))],
    ['held, after it was taken away', taken, held, lookAgain],
    [
      'held a quarter of an hour after it was taken away',
      access({ revokedAt: minutes(-15) }),
      held,
      stillThere(minutes(-15)),
    ],

    ['silent, while it runs', runs, silent, goOn],
    ['silent for good, while it runs', runs, silentForGood, goOn],
    ['silent, and its time is over', over, silent, lookAgain],
    ['silent for good, and its time is over', over, silentForGood, endUnconfirmed(minutes(-5))],
    [
      'silent an hour after its time',
      access({ endsAt: minutes(-60), checks: 5 }),
      silent,
      endUnconfirmed(minutes(-60)),
    ],
    [
      'silent hardly an hour after its time',
      access({ endsAt: minutes(-59.9), checks: 5 }),
      silent,
      lookAgain,
    ],
    [
      'silent an hour after its time, after a few looks',
      access({ endsAt: minutes(-60), checks: 4 }),
      silent,
      lookAgain,
    ],
    ['silent, while it is being taken away', ordered, silent, lookAgain],
    ['silent for good, while it is being taken away', ordered, silentForGood, lookAgain],
    ['silent an hour after its time, ordered', orderedOver, silent, endUnconfirmed(minutes(-70))],
    ['silent, after it was taken away', taken, silent, lookAgain],
    ['silent for good, after it was taken away', taken, silentForGood, end(minutes(-1))],
  ])('%s', (_found, one, answer, step) => {
    expect(nextStep(one, answer, noon)).toEqual(step);
  });
});

it('access runs out where it has an end alone', () => {
  const isOver = (endsAt: Date | null) => hasRunOut({ endsAt }, noon);
  expect([minutes(-1), noon, minutes(1), null].map(isOver)).toEqual([true, true, false, false]);
});
