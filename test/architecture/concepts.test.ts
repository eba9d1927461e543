import { expect, it } from 'vitest';
import { refusalKinds } from '../../src/domain/refusals/refusals.ts';

/** What each kind pays for: who meets it, or the promise that it keeps. */
const refusalPays: Readonly<Record<string, string>> = {
  'not-yours': 'nobody decides who may not',
  'own-request': 'nobody decides on a request of their own',
  'in-console': 'a policy or an operator leaves the decision to the console',
  'cannot-tell': 'nothing is done by an answer that is unclear, lost or untold',
  over: 'two people decide at once, or a card is old',
  repeated: 'nothing happens twice, and the person hears which click counts',
  changed: 'nobody approves what they did not see',
  'not-possible': 'the service or the tenant does not offer it',
  'not-now': 'the tenant is busy',
  'too-soon': 'one person cannot use up what others need',
  'not-done': 'a decision that waited too long is not carried out later',
  'granted-first': 'a request is granted while its requester withdraws it',
  service: 'the service says no, and why',
  person: 'access is for people of the company alone',
  'unconfirmed-email': 'nobody is taken for another by an address that they typed',
  duplicate: 'nothing happens twice',
  'pick-another': 'an account or a person that was picked is gone',
  'reason-needed': 'a policy wants a reason',
  time: 'access lasts no longer than the policy allows, and as long as the person meant',
  'not-urgent': 'emergency access is for what the tenant allows it for',
};

it('has at most twenty kinds of refusals, each of which pays for itself', () => {
  expect(refusalKinds()).toEqual(Object.keys(refusalPays));
  expect(refusalKinds().length).toBeLessThanOrEqual(20);
});
