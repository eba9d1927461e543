/** Long because each way in which access can end stands here. */
import { describe, expect, it } from 'vitest';
import type { ProfileOutcome } from '../../../src/domain/profiles/access-profile.ts';
import { closedSnapshot, noon } from '../../support/samples.ts';
import {
  after,
  approvedBy,
  before,
  ben,
  dee,
  deed,
  ended,
  failed,
  forDee,
  four,
  headlinesOf,
  heldRequest,
  moreTime,
  ordered,
  removed,
  said,
  shownTo,
  type ToldRow,
} from '../../support/told-requests.ts';

const later = new Date(four);

describe('an access profile whose items are settled', () => {
  const settled = (detail: Partial<ProfileOutcome>): string => {
    const outcome = { given: 3, of: 4, refused: [], unknown: [], ...detail };
    const news = { kind: 'profile-settled', detail: outcome, occurrence: '', at: later } as const;
    return said(heldRequest({}, { news: [news] }));
  };

  it.each<[string, Partial<ProfileOutcome>, string]>([
    ['all of it', { given: 4 }, 'Everything in X is decided: 4 of 4 given. ✅ You have X'],
    ['what was denied', { refused: ['VPN'] }, '3 of 4 given. Not given: VPN.'],
    ['what has no name', { refused: [''] }, 'Not given: something that I cannot name.'],
    [
      'what nobody knows',
      { unknown: ['VPN', '', ''] },
      'I no longer follow what is in X: 3 of 4 given. I do not know whether VPN and 2 more will',
    ],
  ])('says %s', (_what, detail, words) => {
    expect(settled(detail)).toContain(words);
  });
});

describe('access that somebody has', () => {
  const have = '✅ You have X until TIME.';
  const warned = { startedAt: new Date(noon.getTime() - 3_600_000), warnAt: noon };
  it.each<ToldRow>([
    [
      'approved, with the reason',
      heldRequest({}, { deeds: [deed('approve', 'U0ANA', { reason: 'Go *on*' })] }),
      ben,
      'granted request-1',
      `${have} <@U0ANA> approved your request.\nReason: Go ∗on∗`,
      'give-back',
    ],
    [
      'of somebody else',
      heldRequest({}, { ...forDee, ...approvedBy }),
      ben,
      'granted request-1',
      '✅ <@U0DEE> has X until TIME. <@U0ANA> approved your request.',
      'give-back',
    ],
    [
      'that somebody else asked for',
      heldRequest({}, { ...forDee, ...approvedBy }),
      dee,
      'granted request-1',
      `${have} <@U0ANA> approved the request by <@U0BEN>.`,
      'give-back',
    ],
    [
      'by a policy, in its words',
      heldRequest(
        {},
        { task: closedSnapshot({ otherStep: { kind: 'accepted', said: 'Spring.' } }) },
      ),
      ben,
      'granted request-1',
      `${have} The policy accepts it. It says: “Spring.”`,
      'give-back',
    ],
    [
      'until revoked',
      heldRequest({ endsAt: null }),
      ben,
      'granted request-1',
      '✅ You have X until revoked.',
      'give-back',
    ],
    [
      'for a time that nobody can read',
      heldRequest({ endsAt: null }, { period: { kind: 'unreadable' } }),
      ben,
      'granted request-1',
      '✅ You have X for a time that I cannot read here.',
      'give-back',
    ],
    [
      'with more time asked for',
      heldRequest({}, { moreTime }),
      ben,
      'granted request-1',
      `${have} A request for more time (#1043) is open. Nobody has decided yet.`,
      'give-back',
    ],
    [
      'that is given back',
      heldRequest({ ...warned, revocationPending: 'given-back' }),
      ben,
      'granted request-1',
      'Your access to X is being given back.',
      '',
    ],
    [
      'that ends soon',
      heldRequest(warned),
      ben,
      `ending request-1 ${four}`,
      'Your access to X ends TIME.',
      'extend give-back',
    ],
    [
      'that ends soon after it was granted',
      heldRequest({ startedAt: noon, warnAt: noon }),
      ben,
      'granted request-1',
      have,
      'extend give-back',
    ],
    [
      'that ends soon, with more time asked for',
      heldRequest(warned, { moreTime }),
      ben,
      `ending request-1 ${four}`,
      'Your access to X ends TIME. A request for more time (#1043) is open. Nobody has decided yet.',
      'extend give-back',
    ],
    [
      'that ends soon for whom it is',
      heldRequest(warned, forDee),
      dee,
      `ending request-1 ${four}`,
      'Your access to X ends TIME.',
      'extend give-back',
    ],
    [
      'that ends soon for somebody else, who alone has to know',
      heldRequest(warned, forDee),
      ben,
      'granted request-1',
      '✅ <@U0DEE> has X until TIME.',
      'give-back',
    ],
    [
      'that should have ended',
      heldRequest(warned, { now: later }),
      ben,
      '',
      'Your access to X should have ended TIME, as granted.',
      'give-back',
    ],
    [
      'that is taken away',
      heldRequest({ revocationPending: 'taken-away' }, { news: [ordered] }),
      ben,
      'taking-away request-1 task-9',
      'Your access to X is being taken away by <@U0HANA>.\nBen moved on',
      '',
    ],
    [
      'that is taken away on the command line',
      heldRequest(
        { revocationPending: 'taken-away' },
        { news: [{ ...ordered, detail: { by: null, reason: '' } }] },
      ),
      ben,
      'taking-away request-1 task-9',
      'Your access to X is being taken away by an administrator.',
      '',
    ],
    [
      'that the reader takes away',
      heldRequest(
        { revocationPending: 'taken-away' },
        { ...forDee, news: [{ ...ordered, detail: { by: ben, reason: '' } }] },
      ),
      ben,
      '',
      "<@U0DEE>'s access to X is being taken away by <@U0BEN>.",
      '',
    ],
    [
      'that stays, because taking it away was denied',
      heldRequest({}, { news: [ordered, failed('denied')] }),
      ben,
      'not-gone request-1 task-9',
      `Your access to X stays: taking it away was denied. ${have}`,
      'give-back',
    ],
    [
      'that was not taken away',
      heldRequest({}, { ...forDee, news: [ordered, failed('still-held')] }),
      ben,
      'not-gone request-1 task-9',
      "<@U0DEE>'s access to X is still there: it was not taken away. Ask <@U0HANA>. ✅ <@U0DEE> has X until TIME.",
      'give-back',
    ],
    [
      'that was not taken away, and should have ended',
      heldRequest({}, { now: later, news: [ordered, failed('still-held')] }),
      ben,
      'not-gone request-1 task-9',
      'Your access to X is still there: it was not taken away. Ask <@U0HANA>. Your access to X should have ended TIME, as granted.',
      'give-back',
    ],
    [
      'that was not taken away, and is on its way out',
      heldRequest({ revocationPending: 'taken-away' }, { news: [ordered, failed('denied')] }),
      ben,
      'not-gone request-1 task-9',
      'Your access to X stays: taking it away was denied.',
      'give-back',
    ],
    [
      'that was not taken away, and is given back since',
      heldRequest(
        { revocationPending: 'given-back' },
        { news: [failed('denied')], deeds: [deed('give-back', ben, { at: after })] },
      ),
      ben,
      'granted request-1',
      'Your access to X is being given back.',
      '',
    ],
    [
      'that was not taken away, before it was known to end soon',
      heldRequest(warned, { news: [{ ...failed('denied'), at: before }] }),
      ben,
      `ending request-1 ${four}`,
      'Your access to X ends TIME.',
      'extend give-back',
    ],
    [
      'that was not taken away, after it was known to end soon',
      heldRequest(warned, { news: [{ ...failed('denied'), at: after }] }),
      ben,
      'not-gone request-1 task-9',
      `Your access to X stays: taking it away was denied. ${have}`,
      'give-back',
    ],
    [
      'that is to be removed, at a time that is not told',
      heldRequest({}, { news: [removed({ removedAt: null })] }),
      ben,
      'ended request-1',
      'Your access to X is to be taken away, approved by <@U0ANA> and Cho. The access service does not tell me when that is done. With it: Platform: read.',
      'again',
    ],
  ])('%s', (_stage, told, reader, headline, words, buttons) => {
    expect(shownTo(told, reader)).toEqual({ headline, words, buttons });
  });

  it.each(['approve', 'deny'] as const)(
    'does not give the reason of an earlier %s to who approved last',
    (verb) => {
      const earlier = deed(verb, 'U0ANA', { id: 'earlier', reason: 'Not in winter' });
      const told = heldRequest({}, { deeds: [earlier, deed('approve', 'U0CHO')] });
      expect(said(told)).toBe(`${have} <@U0CHO> approved your request.`);
    },
  );

  it('keeps the words of whoever set it up', () => {
    const reason = 'The keys hang in the shed.';
    const deeds = [deed('approve', 'U0ANA'), deed('set-up', 'U0CHO', { reason })];
    expect(said(heldRequest({}, { deeds }))).toContain(reason);
  });
});

describe('access that is over', () => {
  const first = 'ended request-1';
  const both = 'again';
  const besides = removed({
    taken: [{ id: 'ent-read', name: 'Platform: read', toldTo: [ben] }],
  });
  it.each<ToldRow>([
    ['its time', heldRequest(ended('expired')), ben, first, 'Your access to X ended TIME.', both],
    [
      'the time of somebody else’s',
      heldRequest(ended('expired'), forDee),
      ben,
      first,
      "<@U0DEE>'s access to X ended TIME.",
      both,
    ],
    [
      'the time of what somebody else asked for',
      heldRequest(ended('expired'), forDee),
      dee,
      first,
      'Your access to X ended TIME.',
      both,
    ],
    [
      'its time, and asked for again',
      heldRequest(ended('expired'), { moreTime }),
      ben,
      first,
      'Your access to X ended TIME. A request for it (#1043) is open. Nobody has decided yet.',
      both,
    ],
    [
      'perhaps',
      heldRequest(ended('unconfirmed')),
      ben,
      first,
      'Your access to X should have ended TIME, as granted.',
      both,
    ],
    [
      'given back by the reader',
      heldRequest(ended('given-back')),
      ben,
      '',
      'Your access to X was given back TIME.',
      both,
    ],
    [
      'given back, with more time that is withdrawn as well',
      heldRequest(ended('given-back'), { moreTime }),
      ben,
      '',
      'Your access to X was given back TIME.',
      both,
    ],
    [
      'given back by somebody else',
      heldRequest(ended('given-back'), forDee),
      ben,
      first,
      "<@U0DEE>'s access to X was given back TIME.",
      both,
    ],
    [
      'with a later request',
      heldRequest(ended(null)),
      ben,
      '',
      'Your access to X went on with a later request.',
      both,
    ],
    [
      'taken away by nobody who is known',
      heldRequest(ended('taken-away')),
      ben,
      first,
      'Your access to X was taken away TIME.',
      both,
    ],
    [
      'taken away by order',
      heldRequest(ended('taken-away'), { news: [ordered] }),
      ben,
      first,
      'Your access to X was taken away by <@U0HANA> TIME.\nBen moved on',
      both,
    ],
    [
      'taken away by order of an administrator who gave no reason',
      heldRequest(ended('taken-away'), {
        news: [{ ...ordered, detail: { by: null, reason: '' } }],
      }),
      ben,
      first,
      'Your access to X was taken away by an administrator TIME.',
      both,
    ],
    [
      'its time, just before the order',
      heldRequest(ended('expired'), { news: [ordered] }),
      ben,
      first,
      'Your access to X ended TIME.',
      both,
    ],
    [
      'removed',
      heldRequest(ended('taken-away'), { news: [removed()] }),
      ben,
      first,
      'Your access to X was taken away TIME. The removal was approved by <@U0ANA> and Cho. With it: Platform: read.',
      both,
    ],
    [
      'removed, with what the reader is told of with another request',
      heldRequest(ended('taken-away'), { ...forDee, news: [besides] }),
      ben,
      first,
      "<@U0DEE>'s access to X was taken away TIME. The removal was approved by <@U0ANA> and Cho.",
      both,
    ],
    [
      'removed, with what somebody else is told of with another request',
      heldRequest(ended('taken-away'), { ...forDee, news: [besides] }),
      dee,
      first,
      'Your access to X was taken away TIME. The removal was approved by <@U0ANA> and Cho. With it: Platform: read.',
      both,
    ],
    [
      'removed, approved by more than are named',
      heldRequest(ended('taken-away'), {
        news: [removed({ byNames: ['Cho', 'Dee', 'Eve', 'Fay', 'Gil'], taken: [] })],
      }),
      ben,
      first,
      'Your access to X was taken away TIME. The removal was approved by <@U0ANA>, Cho, Dee, Eve and Fay.',
      both,
    ],
    [
      'removed by nobody who is known, and asked for again',
      heldRequest(ended('taken-away'), { news: [removed({ by: [], byNames: [] })], moreTime }),
      ben,
      first,
      'Your access to X was taken away TIME. With it: Platform: read. A request for it (#1043) is open. Nobody has decided yet.',
      both,
    ],
  ])('%s', (_stage, told, reader, headline, words, buttons) => {
    expect(shownTo(told, reader)).toEqual({ headline, words, buttons });
  });

  it('and who removed it is known before its end, or after: told once', () => {
    const held = heldRequest({}, { news: [removed()], moreTime });
    const over = heldRequest(ended('taken-away'), { news: [removed()], moreTime });
    expect(headlinesOf([held], ben)).toEqual(headlinesOf([over], ben));
    expect(said(held)).toContain('(#1043) is open. Nobody has decided yet.');
  });
});
