/** Long because what was asked for together can stand in many ways beside each other. */
import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import { askingPost, newsIn, pastLines } from '../../../src/domain/telling/asking-post.ts';
import type { ToldRequest } from '../../../src/domain/telling/told-request.ts';
import { renderedPost } from '../../../src/slack/show/asking-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  closedSnapshot,
  noon,
  people,
  person,
  snapshot,
  untoldSnapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTexts, pingsIn } from '../../support/slack-limits.ts';
import {
  deed,
  headlinesOf,
  heldRequest,
  postButtons,
  postContent,
  postText,
  readable,
  toldGrant,
  toldRequest,
} from '../../support/told-requests.ts';

const ben = 'U0BEN';
const dee = 'U0DEE';
const ids = { Read: '1', Write: '2', Deploy: '3' } as const;
const accessOf = (name: string) => ({
  entitlements: [{ appId: 'app-github', id: name, name, description: '', riskLevel: '' }],
});
const seconds = (count: number) => new Date(noon.getTime() + count * 1_000);

/** One of those that Ben asked for together. */
function one(
  name: keyof typeof ids,
  {
    request,
    task = snapshot(),
    ...change
  }: Omit<Partial<ToldRequest>, 'request'> & { readonly request?: Partial<AccessRequest> } = {},
): ToldRequest {
  const id = `request-${ids[name]}`;
  return toldRequest({
    request: accessRequest({ id, entitlementName: name, groupId: 'group-1', ...request }),
    task: task === null ? null : { ...task, numericId: `100${ids[name]}`, ...accessOf(name) },
    ...change,
  });
}

const lines = (asked: readonly ToldRequest[], reader = ben, change = {}) =>
  postText(asked, reader, change).split('\n');
const granted = (name: keyof typeof ids, change: Partial<ToldRequest> = {}) =>
  one(name, { task: closedSnapshot(), grant: toldGrant(), ...change, request: {} });
const waits = {
  request: { state: 'submitted', taskId: null },
  task: null,
  wait: { cause: 'governance', since: noon },
} as const;

describe('requests that are all with their reviewers', () => {
  const two = [
    one('Read', { task: snapshot({ stepApprovers: [person('user-ana')] }) }),
    one('Write'),
  ];

  it('have a line each, and buttons for all of them', () => {
    expect(lines(two)).toEqual([
      'Your 2 requests were sent:',
      '• *GitHub · Read* (#1001): Ana',
      '• *GitHub · Write* (#1002): Ana or Cho',
    ]);
    expect(postButtons(two, ben)).toEqual(['withdraw', 'nudge']);
    expect(headlinesOf(two, ben)).toEqual(['in-review request-1', 'in-review request-2']);
  });

  it('link to the card of the first', () => {
    const cardUrl = 'https://acme.slack.com/archives/C0REVIEWS/p1';
    expect(lines(two, ben, { cardUrl }).at(-1)).toBe('[See request]');
  });

  it('of somebody else name them, and to them who asked', () => {
    const forDee = { request: { targetSlackId: dee, identityUserId: 'user-dee' } };
    const theirs = [one('Read', forDee), one('Write', forDee)];
    expect(lines(theirs)[0]).toBe('Your 2 requests for <@U0DEE> were sent:');
    expect(lines(theirs, dee)[0]).toBe('<@U0BEN> asked for this for you:');
  });

  it('say of each who is there to decide, and who is away', () => {
    expect(lines(two, ben, { away: new Set(['user-ana']) }).slice(1)).toEqual([
      '• *GitHub · Read* (#1001): Ana. Away: Ana, so nobody can decide now',
      '• *GitHub · Write* (#1002): Cho. Away: Ana',
    ]);
  });

  it('say no more than was told of one whose reviewers are not', () => {
    const untold = one('Read', { task: untoldSnapshot({ appName: 'GitHub' }) });
    expect(lines([untold, one('Write')])).toEqual([
      'Your 2 requests were sent:',
      '• *GitHub · Read* (#1001): I cannot tell safely how this stands now. Look in the governance console.',
      '• *GitHub · Write* (#1002): Ana or Cho',
    ]);
  });

  it.each([
    [{ channel: 'C0INCIDENTS' }, 'It is an emergency: I told <#C0INCIDENTS>.'],
    [null, 'It is an emergency.'],
  ])('say that they are an emergency, and where on-call was told: %j', (onCallCard, words) => {
    const urgent = { task: snapshot({ emergency: true }), onCallCard };
    expect(postText([one('Read', urgent), one('Write', urgent)], ben)).toContain(words);
  });

  it('say where to look if nothing is read again', () => {
    const unread = { task: snapshot({ state: 'unread' as const }) };
    expect(postText([one('Read', unread), one('Write')], ben)).toContain(
      'You will find the decision in the governance console.',
    );
  });

  it.each([
    ['en', 'Your 2 requests were sent:'],
    ['de', 'Deine 2 Anfragen wurden gesendet:'],
  ] as const)('in %s', (language, words) => {
    expect(postText(two, ben, {}, textsFor(language)).split('\n')[0]).toBe(words);
  });

  it('are not listed with one of which nobody could be reached', () => {
    expect(lines([one('Read', { isUnreachable: true }), one('Write')])).toEqual([
      'I know nobody in Slack who may decide on your request for *GitHub · Read*. Tell <@U0HANA>.',
      'Your request for *GitHub · Write* is with the reviewers. Ana or Cho will decide.',
    ]);
  });

  it('ask before all are withdrawn', () => {
    const blocks = (language: 'en' | 'de') =>
      JSON.stringify(renderedPost(textsFor(language), postContent(two, ben)).blocks);
    expect(blocks('en')).toMatch(/"request.withdraw-all".*"text":"Withdraw all".*"text":"Nudge"/);
    expect(blocks('de')).toContain(
      'Damit ziehst du alle zurück. Ich sage dir, wenn der Zugriffsdienst eine nicht schließt. Du kannst sie wieder stellen.',
    );
  });
});

it('several that were nudged say when, once', () => {
  const nudged = (name: keyof typeof ids) => one(name, { deeds: [deed('nudge', ben)] });
  expect(lines([nudged('Read'), nudged('Write')]).slice(3)).toEqual([
    'The reviewers were asked again TIME.',
  ]);
});

describe('requests of which one says more', () => {
  it('have a section with its own buttons, the newest first', () => {
    const early = granted('Read');
    const late = one('Write', {
      deeds: [deed('ask', 'U0ANA', { reason: 'Why?', at: seconds(60) })],
    });
    expect(lines([early, late, one('Deploy')])).toEqual([
      'Why?',
      '<@U0ANA> asked about your request for *GitHub · Write*. Ana or Cho will decide.',
      '✅ You have *GitHub · Read* until TIME.',
      'Your request for *GitHub · Deploy* is with the reviewers. Ana or Cho will decide.',
    ]);
    const open = ['escalate', 'withdraw', 'correct', 'nudge'];
    expect(postButtons([early, late, one('Deploy')], ben)).toEqual([
      'answer',
      ...open,
      'give-back',
      ...open,
    ]);
  });

  it('say of each what became of it, in the end', () => {
    const withdrawn = one('Write', {
      request: { state: 'withdrawn' },
      deeds: [deed('withdraw', ben)],
    });
    const over = [withdrawn, granted('Read')];
    expect(lines(over)).toEqual([
      'You withdrew your request for *GitHub · Write*. The access service has not closed it: it stays open there until a reviewer closes or denies it.',
      '✅ You have *GitHub · Read* until TIME.',
    ]);
  });

  it('that waits for the same as another are told together, with one button', () => {
    const asked = [one('Read', waits), one('Write', waits), granted('Deploy')];
    expect(lines(asked)).toEqual([
      'The access service is not answering. I kept your request for *GitHub · Read, Write* and will send it when it is back.',
      '✅ You have *GitHub · Deploy* until TIME.',
    ]);
    expect(postButtons(asked, ben)).toEqual(['withdraw', 'give-back']);
    expect(headlinesOf([one('Read', waits), one('Write', waits)], ben)).toEqual([
      `waits request-1 ${noon.toISOString()}`,
      `waits request-2 ${noon.toISOString()}`,
    ]);
  });

  it('alone that waits keeps its own words and button', () => {
    const asked = [one('Read', waits), granted('Deploy')];
    expect(lines(asked)[0]).toBe(
      'The access service is not answering. I kept your request for *GitHub · Read* and will send it when it is back.',
    );
    expect(postButtons(asked, ben)).toEqual(['withdraw', 'give-back']);
  });

  it('that waits for something else is not told with the others', () => {
    const refused = { ...waits, wait: { cause: 'slack', since: noon } } as const;
    const words = postText([one('Read', waits), one('Write', refused)], ben);
    expect(words).toContain('*GitHub · Write* and will send it when it does.');
  });
});

describe('what changes of several within seven seconds', () => {
  const approved = (name: keyof typeof ids, at: number, now: number) =>
    granted(name, { grant: toldGrant({ startedAt: seconds(at) }), now: seconds(now) });

  it('is told together, seven seconds after the last of it', () => {
    const asked = [approved('Read', 0, 3), approved('Write', 2, 3)];
    expect(headlinesOf(asked, ben)).toEqual(['granted request-1, 6 s', 'granted request-2, 6 s']);
    expect(askingPost(asked, ben).lookAt).toEqual(seconds(9));
  });

  it('is told once these are over', () => {
    const asked = [approved('Read', 0, 9), approved('Write', 2, 9)];
    expect(headlinesOf(asked, ben)).toEqual(['granted request-1', 'granted request-2']);
  });

  it('waits for a card of one of them, too', () => {
    const [first, second] = [one('Read'), one('Write', { hasCard: false })];
    expect(headlinesOf([first, second], ben)).toEqual([
      'in-review request-1, 10 s',
      'in-review request-2, 10 s',
    ]);
  });

  it('waits for those that are on their way, and not for long', () => {
    const sending = one('Write', { request: { state: 'sending', taskId: null }, task: null });
    const [now, later] = [3, 11].map((at) => [
      { ...one('Read'), now: seconds(at) },
      { ...sending, now: seconds(at) },
    ]);
    expect(headlinesOf(now ?? [], ben)).toEqual(['in-review request-1, 7 s']);
    expect(headlinesOf(later ?? [], ben)).toEqual(['in-review request-1']);
  });

  it('waits for those that are tried again after it was', () => {
    const sent = one('Read', { hasWaited: true });
    const wait = { ...waits, wait: { cause: 'governance', since: seconds(-600) } } as const;
    expect(headlinesOf([sent, one('Write', wait)], ben)).toEqual([
      'in-review request-1, 20 s',
      `waits request-2 ${seconds(-600).toISOString()}, 20 s`,
    ]);
    expect(headlinesOf([sent, one('Write', { hasWaited: true })], ben)).toEqual([
      'in-review request-1, 7 s',
      'in-review request-2, 7 s',
    ]);
    expect(headlinesOf([sent], ben)).toEqual(['in-review request-1']);
  });

  it('is told at once of one alone', () => {
    expect(headlinesOf([approved('Read', 0, 3)], ben)).toEqual(['granted request-1']);
  });
});

describe('news for its reader', () => {
  const open = [one('Read'), one('Write')];
  const first = 'in-review request-1';
  const second = 'in-review request-2';
  const withoutCard = (now: number) =>
    open.map((told) => ({ ...told, hasCard: false, now: seconds(now) }));
  const held = (now: number) =>
    [granted('Read'), granted('Write')].map((told) => ({ ...told, now: seconds(now) }));
  it.each<[string, readonly ToldRequest[], readonly string[], readonly string[]]>([
    ['is all of it at first', open, [], [first, second]],
    ['is not that another one is with the reviewers, too', open, [first], []],
    ['is that one of them which waited is', open, [first, 'waits request-2 at'], [second]],
    [
      'is that one of them which got no answer is',
      open,
      [first, 'uncertain request-2 at'],
      [second],
    ],
    ['is that once', open, [first, 'waits request-2 at', second], []],
    ['is it not because a third one waited', open, [first, 'waits request-3 at'], []],
    [
      'is what waited first, too',
      open,
      ['waits request-1 at', 'waits request-2 at'],
      [first, second],
    ],
    ['waits for all of it', withoutCard(9), [], []],
    ['does not wait for ever', withoutCard(10), [], [first, second]],
    ['is each access', held(7), [first, 'granted request-1'], ['granted request-2']],
    ['is no access before the others can be told', held(6), [first, 'granted request-1'], []],
  ])('%s', (_what, asked, told, news) => {
    expect(newsIn(askingPost(asked, ben), told, asked[0]?.now ?? noon)).toEqual(news);
  });
});

describe('when a post may say something else though nothing is written', () => {
  const ends = toldGrant().endsAt;
  const warnAt = seconds(3_600);
  it.each<[string, ToldRequest, Date | null]>([
    ['its card is late', one('Read', { hasCard: false }), seconds(10)],
    [
      'nobody knows yet what comes of an approval',
      one('Read', { deeds: [deed('approve', 'U0ANA')] }),
      seconds(7),
    ],
    [
      'the one that it corrects may be closed in a moment',
      one('Read', { ...waits, wait: { cause: 'correction', since: noon } }),
      seconds(10),
    ],
    ['its end is told later', heldRequest({ warnAt }), warnAt],
    ['it ends', heldRequest({ warnAt: noon }), ends],
    ['it never ends', heldRequest({ endsAt: null }), null],
    ['it waits for people', one('Read'), null],
    ['it is over', heldRequest({ endedAt: noon, endedBy: 'expired' }), null],
  ])('%s', (_when, told, at) => {
    expect(askingPost([told], ben).lookAt).toEqual(at);
  });
});

describe('the line of an earlier post', () => {
  const forDee = { request: accessRequest({ targetSlackId: dee, identityUserId: 'user-dee' }) };
  const deeds = (
    ['ask', 'answer', 'comment', 'reassign', 'approve', 'deny', 'close', 'withdraw'] as const
  ).map((verb) => deed(verb, 'U0ANA', { reason: 'As typed' }));
  const linesOf = (
    keys: readonly string[],
    asked: readonly ToldRequest[],
    reader = ben,
    language: 'en' | 'de' = 'en',
  ) => {
    const nothing = { quote: null, remarks: [], question: null, buttons: [], isPast: true };
    const sections = pastLines(asked, keys, noon).flatMap(({ about, line }) => {
      const together = postContent(about, reader).sections;
      const [first] = together;
      return first === undefined ? [] : [{ ...first, ...nothing, together, says: [line] }];
    });
    const { text } = renderedPost(textsFor(language), { ...postContent(asked, reader), sections });
    return readable(text).replaceAll('*GitHub · Platform: write*', 'X');
  };
  const lineOf = (key: string, told: ToldRequest, ...rest: [string?, ('en' | 'de')?]) =>
    linesOf([key], [told], ...rest);

  it.each([
    ['waits', '', 'Your request for X had to wait.'],
    ['uncertain', '', 'Your request for X was sent, and got no answer.'],
    ['refused', '', 'Your request for X did not go through.'],
    ['in-review', '', 'Your request for X was sent.'],
    ['form', 'step-1:', 'Your request for X waited for a form.'],
    ['decided', 'approve', '<@U0ANA> approved your request for X.'],
    ['decided', 'of a lost action', 'Your request for X was approved.'],
    ['acted', 'ask', '<@U0ANA> asked about your request for X.'],
    ['acted', 'of a lost action', 'Your request for X changed.'],
    ['over', 'denied', 'Your request for X was denied.'],
    ['over', 'cancelled', 'Your request for X was over.'],
    ['over', 'wait-timed-out', 'Your request for X was over.'],
    ['granted', '', 'Your request for X was granted.'],
    ['ending', '2026-03-02T16:00:00.000Z', 'Your access to X was about to end.'],
    ['taking-away', 'task-9', 'Your access to X was about to be taken away.'],
    ['not-gone', 'task-9', 'Your access to X was not taken away.'],
    ['ended', '', 'Your access to X ended.'],
    ['of-a-later-version', '', 'Your request for X changed.'],
  ])('%s %s', (kind, occurrence, words) => {
    const key = `${kind} request-1 ${occurrence}`;
    expect(lineOf(key, toldRequest({ deeds }))).toBe(`${words} · TIME`);
  });

  it('names whose access it is', () => {
    const told = toldRequest({ ...forDee, deeds });
    expect(lineOf('granted request-1', told)).toBe(
      "Your request for <@U0DEE>'s access to X was granted. · TIME",
    );
    expect(lineOf('ended request-1', told)).toBe("<@U0DEE>'s access to X ended. · TIME");
    expect(lineOf('granted request-1', told, dee)).toBe(
      'The request by <@U0BEN> for your access to X was granted. · TIME',
    );
    expect(lineOf('acted request-1 ask', told, dee)).toBe(
      '<@U0ANA> asked about the request by <@U0BEN> for your access to X. · TIME',
    );
  });

  it('names all that it told of those that were asked for together', () => {
    const asked = [granted('Read'), granted('Write'), one('Deploy')];
    expect(linesOf(['granted request-1', 'granted request-2'], asked)).toBe(
      'Your request for *GitHub · Read, Write* was granted. · TIME',
    );
    expect(linesOf(['granted request-1', 'over request-3 denied'], asked)).toBe(
      'Your request for *GitHub · Read* was granted. · TIME\nYour request for *GitHub · Deploy* was denied. · TIME',
    );
    // Others joined it by an edit.
    expect(linesOf(['in-review request-1'], asked)).toBe(
      'Your request for *GitHub · Read, Write, Deploy* was sent. · TIME',
    );
  });

  it('in German', () => {
    expect(lineOf('in-review request-1', toldRequest(), ben, 'de')).toBe(
      'Deine Anfrage für X wurde gesendet. · TIME',
    );
    expect(lineOf('ended request-1', toldRequest(), ben, 'de')).toBe(
      'Dein Zugriff auf X endete. · TIME',
    );
  });
});

it.each(allTexts)('fits in %s, and pings nobody, with anything in it', (_language, words) => {
  for (const text of nastyTexts) {
    const stepApprovers = people(30).map((person) => ({ ...person, name: text }));
    const task = snapshot({
      state: 'unread',
      numericId: text,
      appName: text,
      ...accessOf(text),
      stepApprovers,
    });
    const request = accessRequest({ entitlementName: text, appName: text });
    const open = toldRequest({ request, task });
    const held = heldRequest(
      {},
      { request, task: closedSnapshot({ appName: text, ...accessOf(text) }) },
    );
    const waiting = toldRequest({ ...waits, request: { ...request, ...waits.request } });
    for (const asked of [Array(5).fill(open), Array(5).fill(held), Array(5).fill(waiting)]) {
      const message = renderedPost(words, postContent(asked, ben));
      expect(messageMistakes(message)).toEqual([]);
      expect([...pingsIn(message)]).toEqual([]);
    }
  }
});
