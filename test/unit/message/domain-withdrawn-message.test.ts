import { expect, it } from 'vitest';
import { actionFacts } from '../../../src/domain/message/kinds/action-messages.ts';
import { decisionFacts } from '../../../src/domain/message/kinds/decision-messages.ts';
import { actor } from '../../support/samples.ts';

const by = actor('U0BEN');
const message = { kind: 'acted', act: 'withdraw', by, text: '' } as const;

// A message of their own, and the first message that says it in its place.
it.each([
  ['somebody withdraws it', undefined, [true, false]],
  ['it is not because access was given back', false, [true, false]],
  ['access was given back', true, [false, true]],
] as const)('holders hear of a withdrawn request once, where %s', (_what, isByGivingBack, said) => {
  const given = isByGivingBack === undefined ? {} : { isByGivingBack };
  const withdrawn = actionFacts['request.withdrawn'].tells?.slice(0, 2) ?? [];
  const ended = decisionFacts['request.ended'].tells?.slice(0, 2) ?? [];
  expect(withdrawn.map((one) => one.when?.({ context: { by, ...given } }))).toEqual(said);
  expect(ended.map((one) => one.when?.({ context: { message, ...given } }))).toEqual(said);
  expect(withdrawn.map((one) => 'updates' in one)).toEqual([false, true]);
  expect(ended.map((one) => 'updates' in one)).toEqual([false, true]);
});
