import { describe, expect, it } from 'vitest';
import { type CallMade, called, type StepCalls } from '../../../src/domain/due/calls.ts';
import type { StepWatch } from '../../../src/domain/due/step-watch.ts';
import { askingPost, newsIn } from '../../../src/domain/telling/asking-post.ts';
import type { ToldRequest } from '../../../src/domain/telling/told-request.ts';
import { noon, people, snapshot, untoldSnapshot } from '../../support/samples.ts';
import {
  after,
  approvedBy,
  asked,
  before,
  ben,
  dee,
  deed,
  form,
  headlinesOf,
  postText,
  said,
  step,
  toldRequest,
  withdrawn,
} from '../../support/told-requests.ts';

const minute = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const hana = called(['U0HANA'], []);
const toldHana: CallMade = { kind: 'told', atMs: noon.getTime(), ...hana };
const remindedHana: CallMade = { ...toldHana, kind: 'reminded' };

/** Waits at its step since noon. */
function waits(
  change: Partial<StepWatch>,
  calls: Partial<StepCalls> = {},
): Pick<ToldRequest, 'watch'> {
  return {
    watch: {
      stepId: 'step-1',
      occurrence: 'occ',
      emergency: false,
      beganMs: noon.getTime(),
      tiersTold: 0,
      reviewers: {},
      calls: { made: [], next: null, offersEmergency: false, ...calls },
      ...change,
    },
  };
}

const afterTiers = (tiersTold: number, calls: Partial<StepCalls> = { made: [toldHana] }) =>
  waits({ tiersTold }, calls);
const urgentFor = (minutes: number, calls: Partial<StepCalls> = { made: [toldHana] }) => ({
  ...waits({ emergency: true }, calls),
  now: minute(minutes),
});

describe('who was called', () => {
  const open = 'Your request for X is with the reviewers. Ana or Cho will decide.';
  const late = 'Nobody has decided on your request for X yet. Ana or Cho will decide.';
  const offer = 'If it cannot wait, ask for emergency access on my Home tab.';
  const alone = 'Still urgent? Phone on-call, or message <@U0HANA>.';
  const next = { atMs: minute(10).getTime(), ...hana };
  const all = called(
    people(30).map((_one, index) => `U0N${index}`),
    ['C0SECURITY'],
  );
  const untold = untoldSnapshot({ entitlements: snapshot().entitlements, appName: 'GitHub' });
  it.each<[string, Partial<ToldRequest>, string]>([
    [
      'is told of a tier, not of reminders',
      afterTiers(1, { made: [remindedHana, toldHana] }),
      `${late} • TIME: I told <@U0HANA>.`,
    ],
    ['is not told before the first tier', afterTiers(0, { made: [remindedHana] }), open],
    [
      'is nobody, of whom there is somebody to ask',
      afterTiers(1, { made: [] }),
      `${late} I found nobody else to tell. Ask <@U0HANA>.`,
    ],
    [
      'comes before the offer of an emergency',
      afterTiers(1, { made: [toldHana], offersEmergency: true }),
      `${late} • TIME: I told <@U0HANA>. ${offer}`,
    ],
    [
      'is nobody where an emergency is offered',
      afterTiers(1, { offersEmergency: true }),
      `${late} ${offer}`,
    ],
    [
      'is counted where it is too many',
      afterTiers(1, { made: [{ ...toldHana, ...all }] }),
      `${late} • TIME: I told <@U0N0>, <@U0N1>, <@U0N2>, <@U0N3>, <@U0N4>, <#C0SECURITY> and 25 more.`,
    ],
    [
      'is told where nobody tells who decides',
      { ...afterTiers(1), task: untold },
      'The access service does not say whether somebody has decided on your request for X. The access service does not say who decides. • TIME: I told <@U0HANA>.',
    ],
    [
      'is told of an emergency at once, with who is next',
      urgentFor(5, { made: [remindedHana, toldHana], next }),
      `${open} • TIME: I reminded <@U0HANA>. • TIME: I told <@U0HANA>. If nobody decides by TIME, I tell <@U0HANA>. You can nudge the reviewers, or phone on-call.`,
    ],
    ['is nobody yet', urgentFor(5, { next }), open],
    [
      'is everybody',
      urgentFor(60),
      `${late} • TIME: I told <@U0HANA>. ${alone}`,
    ],
    [
      'is everybody who is next',
      urgentFor(60, { made: [toldHana], next: { ...next, ...called([], []) } }),
      `${late} • TIME: I told <@U0HANA>. ${alone}`,
    ],
  ])('%s', (_what, change, words) => {
    expect(said(toldRequest(change)).replaceAll('\n', ' ')).toBe(words);
  });

  it('has a line for each call', () => {
    const twice = toldRequest(urgentFor(60, { made: [remindedHana, toldHana] }));
    expect(said(twice).split('\n')).toEqual([
      late,
      '• TIME: I reminded <@U0HANA>.',
      '• TIME: I told <@U0HANA>.',
      alone,
    ]);
  });
  it('XX', () => {
    const p = (c: Partial<ToldRequest>) => console.log(said(toldRequest(c)), headlinesOf([toldRequest(c)], ben));
    p({ ...afterTiers(1), deeds: [deed('ask', 'U0ANA', { reason: 'Which cluster?', at: before })] });
    p({ ...afterTiers(1), deeds: [deed('comment', 'U0ANA', { reason: 'Looking', at: before })] });
    p({ ...afterTiers(1), deeds: [deed('comment', 'U0ANA', { reason: 'Looking', at: after })] });
    p({ ...afterTiers(1), deeds: [deed('approve', 'U0ANA', { reason: 'ok', stepId: 'step-0', durationSeconds: 7200, at: before })] });
    p({ ...afterTiers(1, {made: []}), deeds: [deed('comment', 'U0ANA', { reason: 'Looking', at: after })] });
    p({ ...afterTiers(1, {made: [remindedHana]}), deeds: [deed('comment', 'U0ANA', { reason: 'Looking', at: after })] });
    p({ ...urgentFor(60, {made: []})});
    p({ ...urgentFor(60), task: snapshot({emergency: true})});
    p({ ...afterTiers(1), reachedDirectly: 1});
    p({ ...afterTiers(1), reachedDirectly: 0});
    p({ ...afterTiers(1), deeds: [deed('nudge', ben, {at: after})]});
    console.log(postText([toldRequest({ ...afterTiers(1)}), toldRequest({request: {...asked(), id: 'request-2', targetSlackId: ben}})], ben));
    console.log(askingPost([toldRequest(urgentFor(5))], ben).lookAt, askingPost([toldRequest({...urgentFor(5), request: asked()})], dee).lookAt);
    console.log(postText([toldRequest({ ...afterTiers(0), ...step({kind: 'processing'})}), toldRequest({...urgentFor(5), ...step({kind: 'processing'}), request: {...asked(), id: 'request-2', targetSlackId: ben}}), toldRequest({request: {...asked(), id: 'request-3', targetSlackId: ben}})], ben));
  });
});
