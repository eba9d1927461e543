/** Long because each thing that somebody can do with an open request stands here. */
import { describe, expect, it } from 'vitest';
import { requestPost } from '../../../src/domain/telling/request-post.ts';
import type { ToldRequest } from '../../../src/domain/telling/told-request.ts';
import { accessRequest, noon, person, snapshot, untoldSnapshot } from '../../support/samples.ts';
import {
  after,
  approvedBy,
  asked,
  before,
  ben,
  dee,
  deed,
  forDee,
  form,
  four,
  headlinesOf,
  postButtons,
  said,
  shownTo,
  step,
  type ToldRow,
  toldRequest,
} from '../../support/told-requests.ts';

const whileOpen = 'escalate withdraw correct nudge';
const delivered = (kind: 'approval' | 'provision', deniedAt: string | null) =>
  snapshot({ delivered: { kind, receivedAt: noon.toISOString(), deniedAt } });

describe('a request with its reviewers', () => {
  const open = 'Your request for X is with the reviewers.';
  const decide = 'Ana or Cho will decide.';
  const first = 'in-review request-1';
  it.each<ToldRow>([
    ['to its requester', {}, ben, first, `${open} ${decide}`, whileOpen],
    [
      'to the requester of somebody else’s',
      forDee,
      ben,
      first,
      `Your request for <@U0DEE>'s access to X is with the reviewers. ${decide}`,
      whileOpen,
    ],
    [
      'to whom it is for',
      forDee,
      dee,
      first,
      `The request by <@U0BEN> for your access to X is with the reviewers. ${decide}`,
      whileOpen,
    ],
    [
      'before its card is posted',
      { hasCard: false },
      ben,
      `${first}, 10 s`,
      `${open} ${decide}`,
      whileOpen,
    ],
    [
      'for more time',
      { request: accessRequest({ extendsRequestId: 'request-0' }) },
      ben,
      first,
      `Your request for more time with X is with the reviewers. ${decide}`,
      whileOpen,
    ],
    [
      'for more time for somebody else',
      { request: asked({ extendsRequestId: 'request-0' }) },
      ben,
      first,
      `Your request for more time with X for <@U0DEE> is with the reviewers. ${decide}`,
      whileOpen,
    ],
    [
      'for more time, to whom it is for',
      { request: asked({ extendsRequestId: 'request-0' }) },
      dee,
      first,
      `The request by <@U0BEN> for more time with X for you is with the reviewers. ${decide}`,
      whileOpen,
    ],
    [
      'for more time with access that is gone',
      { request: accessRequest({ extendsRequestId: 'request-0' }), lapse: 'over' },
      ben,
      first,
      `${open} ${decide}`,
      whileOpen,
    ],
    [
      'of whom nobody is known',
      { task: snapshot({ stepApprovers: [] }) },
      ben,
      first,
      open,
      whileOpen,
    ],
    [
      'of whom one has no name',
      { task: snapshot({ stepApprovers: [person('user-ana', { name: ' ' })] }) },
      ben,
      first,
      `${open} – will decide.`,
      whileOpen,
    ],
    [
      'whom the service does not tell',
      { task: untoldSnapshot({ entitlements: snapshot().entitlements, appName: 'GitHub' }) },
      ben,
      first,
      'Your request for X was sent. The access service does not say who decides.',
      whileOpen,
    ],
    [
      'whom the service does not tell, in an emergency',
      {
        request: accessRequest({ emergency: true }),
        task: snapshot({ stepApprovers: [], emergency: null, untold: ['step', 'reviewers'] }),
      },
      ben,
      first,
      'Your request for X was sent. It is an emergency. The access service does not say who decides.',
      whileOpen,
    ],
    [
      'of whom nobody could be reached',
      { isUnreachable: true },
      ben,
      first,
      'I know nobody in Slack who may decide on your request for X. Tell <@U0HANA>.',
      whileOpen,
    ],
    [
      'if no task can be read, with where to find the decision',
      { task: snapshot({ state: 'unread' }) },
      ben,
      first,
      `${open} ${decide} You will find the decision in the governance console.`,
      whileOpen,
    ],
    [
      'if the bot denies it in the end',
      { task: delivered('approval', four) },
      ben,
      first,
      `${open} ${decide} If nobody decides, I will deny it: TIME.`,
      whileOpen,
    ],
    [
      'if it is to be set up',
      { task: delivered('provision', four) },
      ben,
      first,
      `${open} ${decide}`,
      whileOpen,
    ],
    [
      'if nothing is denied by itself',
      { task: delivered('approval', null) },
      ben,
      first,
      `${open} ${decide}`,
      whileOpen,
    ],
    [
      'in an emergency, with where on-call was told',
      {
        task: snapshot({ emergency: true }),
        onCallCard: { channel: 'C0INCIDENTS' },
      },
      ben,
      first,
      `${open} It is an emergency: I told <#C0INCIDENTS>. If it cannot wait, ask there. ${decide}`,
      whileOpen,
    ],
    [
      'in an emergency of which no card is there yet',
      { task: snapshot({ emergency: true }) },
      ben,
      first,
      `${open} It is an emergency. ${decide}`,
      whileOpen,
    ],
    [
      'that the service works on',
      step({ kind: 'processing' }),
      ben,
      first,
      'Your request for X was sent. The access service is working on it.',
      whileOpen,
    ],
    [
      'that waits for a form of somebody else',
      form(false, [person('user-cho')]),
      ben,
      first,
      'Your request for X was sent. Waiting for Cho to fill in a form.',
      whileOpen,
    ],
    [
      'that waits for a form of the reader',
      form(false, [person('user-ben')]),
      ben,
      'form request-1 step-1:',
      'Your request for X continues after you fill in a form.',
      `fill-in ${whileOpen}`,
    ],
    [
      'that waits for a form of anybody in the console',
      form(true),
      ben,
      'form request-1 step-1:',
      'Your request for X continues after you fill in a form. Some of its questions can be answered in the governance console only.',
      whileOpen,
    ],
  ])('%s', (_stage, told, reader, headline, words, buttons) => {
    expect(shownTo(told, reader)).toEqual({ headline, words, buttons });
  });

  it('of whom some are away', () => {
    const away = (...ids: readonly string[]) => said(toldRequest(), ben, { away: new Set(ids) });
    expect(away('user-ana')).toBe(`${open} Cho will decide. Away: Ana.`);
    expect(away('user-ana', 'user-cho')).toBe(
      `${open} ${decide} Away: Ana and Cho, so nobody can decide now.`,
    );
  });
});

describe('what somebody did meanwhile', () => {
  const decide = 'Ana or Cho will decide.';
  const did = (...deeds: ToldRequest['deeds']): Partial<ToldRequest> => ({ deeds });
  const asks = deed('ask', 'U0ANA', { reason: 'Which *cluster*? <!here>' });
  const next = snapshot({ currentStepId: 'step-2' });
  const set = snapshot({ stepApprovers: [] });
  it.each<ToldRow>([
    [
      'a question comes first, as it was typed',
      did(asks),
      ben,
      'acted request-1 ask',
      `Which ∗cluster∗? &lt;!here&gt;\n<@U0ANA> asked about your request for X. ${decide}`,
      `answer ${whileOpen}`,
    ],
    [
      'a question about somebody else’s',
      { ...did(asks), ...forDee },
      dee,
      'acted request-1 ask',
      `Which ∗cluster∗? &lt;!here&gt;\n<@U0ANA> asked about the request by <@U0BEN> for your access to X. ${decide}`,
      `answer ${whileOpen}`,
    ],
    [
      'a question that the reader has answered',
      did(asks, deed('answer', ben, { reason: 'The blue one', input: { asked: 'ask' } })),
      ben,
      'acted request-1 ask',
      `Which ∗cluster∗? &lt;!here&gt;\n<@U0ANA> asked about your request for X. ${decide}\n<@U0BEN>: The blue one`,
      whileOpen,
    ],
    [
      'others decide now',
      did(deed('reassign', 'U0ANA', { reason: 'Lunch', input: { people: ['U0CHO'] } })),
      ben,
      'acted request-1 reassign',
      '<@U0ANA> handed your request for X on to <@U0CHO>.\nLunch',
      whileOpen,
    ],
    [
      'it is for less time',
      did(deed('shorten', 'U0ANA', { durationSeconds: 7_200 })),
      ben,
      'acted request-1 shorten',
      `<@U0ANA> shortened your request for X. New time: 2 hours. ${decide}`,
      whileOpen,
    ],
    [
      'it became an emergency',
      { ...did(deed('escalate', ben)), ...forDee },
      dee,
      'acted request-1 escalate',
      `<@U0BEN> asked for emergency access to X. ${decide}`,
      whileOpen,
    ],
    [
      'what the reader did is no news, but said where it explains something',
      {
        ...did(deed('escalate', ben), deed('comment', ben, { reason: 'It is down' })),
        task: snapshot({ emergency: true }),
      },
      ben,
      'in-review request-1',
      `Your request for X is with the reviewers. It is an emergency. ${decide}\n<@U0BEN>: It is down`,
      whileOpen,
    ],
    [
      'a nudge is for others, said where nothing came of it, and not offered again at once',
      { ...did(deed('nudge', ben)), ...forDee },
      dee,
      'in-review request-1',
      `The request by <@U0BEN> for your access to X is with the reviewers. ${decide} The reviewers were asked again TIME.`,
      'escalate withdraw correct',
    ],
    [
      'a nudge before it is of no account',
      did(deed('nudge', ben, { at: before }), deed('shorten', 'U0ANA', { durationSeconds: 7_200 })),
      ben,
      'acted request-1 shorten',
      `<@U0ANA> shortened your request for X. New time: 2 hours. ${decide}`,
      'escalate withdraw correct',
    ],
    [
      'a nudge after it is said',
      did(deed('shorten', 'U0ANA', { durationSeconds: 7_200 }), deed('nudge', ben, { at: after })),
      ben,
      'acted request-1 shorten',
      `<@U0ANA> shortened your request for X. New time: 2 hours. ${decide} The reviewers were asked again TIME.`,
      'escalate withdraw correct',
    ],
    [
      'an approval waits for what comes of it',
      { ...approvedBy, task: set },
      ben,
      'decided request-1 approve, 7 s',
      '<@U0ANA> approved your request for X. Access is being set up.',
      whileOpen,
    ],
    [
      'an approval of a reading that lags waits as well',
      approvedBy,
      ben,
      'decided request-1 approve, 7 s',
      '<@U0ANA> approved your request for X. Access is being set up.',
      whileOpen,
    ],
    [
      'an approval before one more step, at once',
      { ...approvedBy, task: next },
      ben,
      'decided request-1 approve',
      `<@U0ANA> approved your request for X. One more step to go. ${decide}`,
      whileOpen,
    ],
    [
      'an approval before a step at which the bot denies in the end',
      { ...approvedBy, task: { ...delivered('approval', four), currentStepId: 'step-2' } },
      ben,
      'decided request-1 approve',
      `<@U0ANA> approved your request for X. One more step to go. ${decide} If nobody decides, I will deny it: TIME.`,
      whileOpen,
    ],
    [
      'an approval before a step that is no review',
      { ...approvedBy, task: { ...next, otherStep: { kind: 'processing' } } },
      ben,
      'decided request-1 approve',
      '<@U0ANA> approved your request for X. The access service is working on it.',
      whileOpen,
    ],
    [
      'an approval for less, with its reason',
      {
        ...did(deed('approve', 'U0ANA', { durationSeconds: 7_200, reason: 'Till *tea*' })),
        task: set,
      },
      ben,
      'decided request-1 approve, 7 s',
      '<@U0ANA> approved your request for X. New time: 2 hours. Access is being set up.\nReason: Till ∗tea∗',
      whileOpen,
    ],
    [
      'the reader’s own approval',
      { ...did(deed('approve', ben)), task: set },
      ben,
      'in-review request-1',
      'Your request for X was sent. Access is being set up.',
      whileOpen,
    ],
  ])('%s', (_stage, told, reader, headline, words, buttons) => {
    expect(shownTo(told, reader)).toEqual({ headline, words, buttons });
  });

  it('an approval whose set-up fails says so, and that it goes on', () => {
    const failing = snapshot({ outcome: 'error', stepApprovers: [] });
    expect(said(toldRequest({ task: failing, ...approvedBy }))).toContain(
      'It could not be set up yet. The access service tries again.',
    );
  });

  it('a nudge is offered again after eight hours', () => {
    const told = did(deed('nudge', ben));
    const later = (ms: number) => toldRequest({ ...told, now: new Date(noon.getTime() + ms) });
    const eightMs = 8 * 3_600_000;
    expect(requestPost(later(eightMs - 1), ben).buttons).not.toContain('nudge');
    expect(requestPost(later(eightMs - 1), ben).lookAt).toEqual(new Date(noon.getTime() + eightMs));
    expect(requestPost(later(eightMs), ben).buttons).toContain('nudge');
  });

  it('comments stand below, the last three', () => {
    const comments = ['one', 'two', 'three', 'four', 'five'].map((reason) =>
      deed('comment', 'U0CHO', { id: reason, reason }),
    );
    const told = toldRequest({ deeds: [...comments, deed('reassign', 'U0ANA')] });
    expect(said(told).split('\n').slice(1)).toEqual([
      '<@U0CHO>: three',
      '<@U0CHO>: four',
      '<@U0CHO>: five',
    ]);
    expect(headlinesOf([told], ben)).toEqual(['acted request-1 reassign']);
  });

  it.each([
    ['fill-in', 'filled in the form for your request for X.'],
    ['skip-step', 'skipped a step of your request for X.'],
    ['restart', 'restarted the review of your request for X.'],
    ['reassign', 'handed your request for X on.'],
  ] as const)('who decides after %s is said once the service shows it', (verb, words) => {
    const told = did(deed(verb, 'U0ANA'));
    const sentence = `<@U0ANA> ${words}`;
    expect(said(toldRequest(told))).toBe(sentence);
    expect(said(toldRequest({ ...told, task: next }))).toBe(`${sentence} ${decide}`);
  });

  it.each(['comment', 'answer'] as const)(
    'nothing stands between the announcement and the words: %s',
    (verb) => {
      const words = said(toldRequest({ deeds: [deed(verb, 'U0ANA', { reason: 'Soon.' })] }));
      expect(words).not.toMatch(/: (?!Soon)/);
    },
  );

  it.each(['deny', 'close'] as const)(
    'nobody decides or can do anything after %s, though the service does not show the end',
    (verb) => {
      const asks = deed('ask', 'U0CHO', { reason: 'Why?' });
      const deeds = [asks, deed(verb, 'U0ANA')];
      const told = toldRequest({ deeds, task: delivered('approval', four) });
      expect(said(told)).not.toMatch(/will decide|will deny/);
      expect(postButtons([told], ben)).toEqual([]);
    },
  );

  it.each(['set-up', 'cannot-set-up'] as const)(
    'nobody is said to set it up after %s, though the service does not show the end',
    (verb) => {
      const byHand = step({ kind: 'set-up-by-hand', people: [person('user-ana')] });
      const told = toldRequest({
        ...byHand,
        deeds: [deed('approve', 'U0CHO'), deed(verb, 'U0ANA')],
      });
      expect(said(told)).toMatch(/^<@U0ANA> [^.]+\.$/);
    },
  );

  it('a denial is told as the end that it is, after a moment', () => {
    const told = toldRequest({ deeds: [deed('deny', 'U0ANA', { reason: 'Not now' })] });
    expect(headlinesOf([told], ben)).toEqual(['over request-1 denied, 7 s']);
    expect(said(told)).toMatch(/^<@U0ANA> denied your request for X\./);
    expect(said(told)).toMatch(/\nReason: Not now$/);
  });
});
