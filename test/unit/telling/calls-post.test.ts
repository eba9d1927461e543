import { describe, expect, it } from 'vitest';
import { type CallMade, called, type StepCalls } from '../../../src/domain/due/calls.ts';
import type { StepWatch } from '../../../src/domain/due/step-watch.ts';
import { askingPost, newsIn, type ToldAsking } from '../../../src/domain/telling/asking-post.ts';
import type { ToldRequest } from '../../../src/domain/telling/told-request.ts';
import { noon, people, snapshot, untoldSnapshot } from '../../support/samples.ts';
import {
  after,
  approvedBy,
  before,
  ben,
  dee,
  deed,
  forDee,
  form,
  headlinesOf,
  said,
  step,
  toldRequest,
} from '../../support/told-requests.ts';

const minute = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const hana = called(['U0HANA'], []);
const toldHana: CallMade = { kind: 'told', atMs: noon.getTime(), ...hana };
const remindedHana: CallMade = { ...toldHana, kind: 'reminded', times: 1 };

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
  const line = '• TIME: I told <@U0HANA>.';
  const offer = 'If it cannot wait, ask for emergency access on my Home tab.';
  const alone = 'Still urgent? Phone on-call, or message <@U0HANA>.';
  const next = { atMs: minute(10).getTime(), ...hana };
  const many = called(
    people(30).map((_one, index) => `U0N${index}`),
    ['C0SECURITY'],
  );
  const untold = untoldSnapshot({ entitlements: snapshot().entitlements, appName: 'GitHub' });
  const ana = { ...remindedHana, ...called(['U0ANA'], []) };
  it.each<[string, Partial<ToldRequest>, string]>([
    [
      'is told of a tier, not of reminders',
      afterTiers(1, { made: [remindedHana, toldHana] }),
      `${late}\n${line}`,
    ],
    ['is not told before the first tier', afterTiers(0, { made: [remindedHana] }), open],
    [
      'is nobody, so the requester may ask somebody else',
      afterTiers(1, { made: [] }),
      `${late}\nStill urgent? Message <@U0HANA>.`,
    ],
    [
      'comes before the offer of an emergency',
      afterTiers(1, { made: [toldHana], offersEmergency: true }),
      `${late}\n${line}\n${offer}`,
    ],
    [
      'is nobody beside such an offer',
      afterTiers(1, { offersEmergency: true }),
      `${late}\n${offer}`,
    ],
    [
      'is counted beyond the first five',
      afterTiers(1, { made: [{ ...toldHana, ...many }] }),
      `${late}\n• TIME: I told <@U0N0>, <@U0N1>, <@U0N2>, <@U0N3>, <@U0N4>, <#C0SECURITY> and 25 more.`,
    ],
    [
      'is told where the service does not say who decides',
      { ...afterTiers(1), task: untold },
      `Your request for X was sent. The access service does not say who decides.\n${line}`,
    ],
    [
      'is told of an emergency at once, with the last reminder and who is next',
      urgentFor(5, { made: [remindedHana, ana, toldHana], next }),
      `${open}\n• TIME: I reminded <@U0ANA>.\n${line}\nIf nobody decides by TIME, I tell <@U0HANA>.`,
    ],
    ['is nobody yet', urgentFor(5, { next }), open],
    ['is the last one', urgentFor(60), `${late}\n${line}\n${alone}`],
    [
      'is the last one if the next call reaches nobody',
      urgentFor(60, { made: [toldHana], next: { ...next, ...called([], []) } }),
      `${late}\n${line}\n${alone}`,
    ],
    ['is nobody at all', urgentFor(60, {}), `${late}\n${alone}`],
    [
      'stands above what somebody said before, with who said it',
      { ...afterTiers(1), deeds: [deed('ask', 'U0ANA', { reason: 'Why?', at: before })] },
      `${late}\n${line}\n<@U0ANA>: Why?`,
    ],
  ])('%s', (_what, change, words) => {
    expect(said(toldRequest(change))).toBe(words);
  });

  it('takes a request out of the list of those that are with their reviewers', () => {
    const others = ['request-2', 'request-3'].map((id) =>
      toldRequest({ request: { ...toldRequest().request, id }, now: minute(5) }),
    );
    const all = [toldRequest(urgentFor(5)), ...others];
    expect(askingPost(all, ben).sections.map(({ together }) => together)).toEqual([[], others]);
  });
});

describe('a missing decision is told', () => {
  const ofHour = 'late request-1 step-1:occ:1h';
  const comment = (when: Date, by = 'U0ANA') => ({ deeds: [deed('comment', by, { at: when })] });
  it.each<[string, Partial<ToldRequest>, string]>([
    ['not in the first hour of an emergency', urgentFor(59), 'in-review request-1'],
    ['after an hour of it', urgentFor(60), ofHour],
    ['not anew before twelve', urgentFor(719), ofHour],
    ['after twelve', urgentFor(720), 'late request-1 step-1:occ:12h'],
    ['not before a tier', afterTiers(0), 'in-review request-1'],
    ['with a tier', afterTiers(1), 'late request-1 step-1:occ:1'],
    ['with the next one', afterTiers(2), 'late request-1 step-1:occ:2'],
    [
      'after what was done before',
      { ...afterTiers(1), ...comment(before) },
      'late request-1 step-1:occ:1',
    ],
    [
      'until somebody does something',
      { ...afterTiers(1), ...comment(after) },
      'acted request-1 comment',
    ],
    [
      'until then in an emergency',
      { ...urgentFor(90), ...comment(minute(61)) },
      'acted request-1 comment',
    ],
    [
      'again after that',
      { ...urgentFor(720), ...comment(minute(61)) },
      'late request-1 step-1:occ:12h',
    ],
    ['whatever its reader does', { ...urgentFor(90), ...comment(minute(61), ben) }, ofHour],
  ])('%s', (_when, change, headline) => {
    expect(headlinesOf([toldRequest(change)], ben)).toEqual([headline]);
  });

  it.each([
    ['of an emergency', urgentFor(60), urgentFor(700), urgentFor(720)],
    ['of a tier', afterTiers(1), afterTiers(1, {}), afterTiers(2)],
  ])('once for each occasion: %s', (_what, first, still, next) => {
    const newsOf = (change: Partial<ToldRequest>, told: readonly string[]) => {
      const asking: ToldAsking = [toldRequest(change)];
      return newsIn(askingPost(asking, ben), told, asking[0]?.now ?? noon);
    };
    const news = newsOf(first, ['in-review request-1']);
    expect(news).toHaveLength(1);
    expect(newsOf(still, news)).toEqual([]);
    expect(newsOf(next, news)).toHaveLength(1);
  });

  it.each([dee, 'U0EVE'])('to its requester alone: %s reads nothing of it', (reader) => {
    for (const change of [afterTiers(1), urgentFor(60)]) {
      const told = toldRequest({ ...change, ...forDee });
      expect(headlinesOf([told], reader)).toEqual(['in-review request-1']);
      expect(said(told, reader)).not.toMatch(/I told|Nobody has decided/);
    }
  });

  it.each([
    ['an emergency', urgentFor(0), minute(60)],
    ['an emergency after an hour', urgentFor(60), minute(720)],
    ['an emergency after twelve', urgentFor(720), null],
    ['any other request', afterTiers(1), null],
  ])('by the clock alone in an emergency: %s', (_what, change, lookAt) => {
    expect(askingPost([toldRequest(change)], ben).lookAt).toEqual(lookAt);
  });

  it.each<[string, Partial<ToldRequest>]>([
    ['the service works on it', step({ kind: 'processing' })],
    ['it waits for a form', form(false)],
    ['it is approved', approvedBy],
    ['it is denied', { deeds: [deed('deny', 'U0ANA')] }],
    ['it is closed', { deeds: [deed('close', 'U0ANA')] }],
  ])('not where no decision is missing: %s', (_what, change) => {
    const told = toldRequest({ ...urgentFor(60), ...change });
    expect(headlinesOf([told], ben).join(' ')).not.toContain('late');
    expect(said(told)).not.toMatch(/I told|Nobody has decided/);
    expect(askingPost([told], ben).lookAt).not.toEqual(minute(720));
  });
});
