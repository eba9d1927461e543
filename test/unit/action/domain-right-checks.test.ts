import { describe, expect, it } from 'vitest';
import { isOverByWithdrawal } from '../../../src/domain/action/holder-action.ts';
import {
  actsHere,
  compareWithCard,
  isIdentified,
  isSamePerson,
  isStillWanted,
  isTaskThere,
  refusalBy,
} from '../../../src/domain/action/right-checks.ts';
import { accessRequest, closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';

/** The checks around `authorize`, each by itself; `check-right.ts` makes them in their order. */
describe('before the task is judged', () => {
  it('nobody acts here on a tenant whose bot cannot act', () => {
    expect(refusalBy(actsHere, { isActedOnHere: true })).toBeNull();
    expect(refusalBy(actsHere, { isActedOnHere: false })).toEqual({ code: 'mode' });
  });

  it('the person who clicks has to be known', () => {
    const ana = { ok: true, value: person('user-ana') } as const;
    expect(isIdentified.admit(ana)).toEqual(ana);
    expect(isIdentified.admit({ ok: false, refusal: { code: 'guest' } })).toEqual({
      ok: false,
      refusal: { code: 'guest' },
    });
  });

  it('the task and the request have to exist', () => {
    const task = snapshot();
    const request = accessRequest();
    const isGone = { ok: false, refusal: { code: 'gone' } };
    expect(isTaskThere.admit({ task, request })).toEqual({ ok: true, value: { task, request } });
    expect(isTaskThere.admit({ task: null, request })).toEqual(isGone);
    expect(isTaskThere.admit({ task, request: null })).toEqual(isGone);
  });

  it('the Slack accounts of the request still have to be the same people', () => {
    expect(refusalBy(isSamePerson, { changed: null })).toBeNull();
    expect(refusalBy(isSamePerson, { changed: { code: 'external' } })).toEqual({
      code: 'external',
    });
  });

  it('a withdrawn request is not approved', () => {
    const task = snapshot();
    const refusal = (state: 'created' | 'withdrawn') =>
      refusalBy(isStillWanted, { verb: 'approve', task, request: accessRequest({ state }) });
    expect(refusal('created')).toBeNull();
    expect(refusal('withdrawn')).toEqual({ code: 'request-withdrawn' });
  });

  it('a withdrawn request that the service has still open may be denied, or withdrawn again', () => {
    const isOver = (verb: 'approve' | 'deny' | 'withdraw', task = snapshot()) =>
      isOverByWithdrawal(verb, { state: 'withdrawn' }, task);
    const delivered = { kind: 'approval', receivedAt: noon.toISOString(), deniedAt: null } as const;
    expect([isOver('approve'), isOver('deny'), isOver('withdraw')]).toEqual([true, false, false]);
    expect(isOver('approve', closedSnapshot())).toBe(false);
    // The bot denies it by itself.
    expect(isOver('deny', snapshot({ delivered }))).toBe(true);
  });
});

describe('what is done is what the card showed', () => {
  const request = accessRequest();
  const facts = {
    verb: 'approve',
    task: snapshot(),
    request,
    difference: null,
    unfit: null,
  } as const;

  it('for the person it was requested for', () => {
    expect(compareWithCard(facts)).toBeNull();
  });

  it('or it is refused with what changed', () => {
    const difference = { fields: ['duration'], secondsBefore: 3600 } as const;
    const foreign = snapshot({ target: person('user-dee') });
    const changed = { code: 'changed', fields: ['duration'], secondsBefore: 3600 };
    expect(compareWithCard({ ...facts, difference })).toEqual(changed);
    expect(compareWithCard({ ...facts, difference, task: foreign })).toEqual(changed);
  });

  it('and approved in the console alone where the task names somebody else', () => {
    const task = snapshot({ target: person('user-dee') });
    expect(compareWithCard({ ...facts, task })).toEqual({ code: 'unclear' });
    expect(compareWithCard({ ...facts, task, verb: 'deny' })).toBeNull();
  });

  it('for people who are still there; a denial and a removal need nobody', () => {
    const unfit = { code: 'deactivated', slackUserId: 'U0BEN' } as const;
    expect(compareWithCard({ ...facts, unfit })).toEqual(unfit);
    expect(compareWithCard({ ...facts, unfit, verb: 'deny' })).toBeNull();
    const removal = { ...facts.task, takesAway: true } as const;
    expect(compareWithCard({ ...facts, unfit, task: removal })).toBeNull();
  });
});
