/** Posts in words and blocks. Long because every stage is made once with any text in it. */

import { describe, expect, it } from 'vitest';
import { type CallMade, called } from '../../../src/domain/due/calls.ts';
import type { StepWatch } from '../../../src/domain/due/step-watch.ts';
import { entitlementsInOneGo } from '../../../src/domain/request/access-request.ts';
import type { ToldRequest } from '../../../src/domain/telling/told-request.ts';
import { renderedPost } from '../../../src/slack/show/asking-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { allTexts } from '../../support/languages.ts';
import { allRefusals } from '../../support/refusals.ts';
import { accessRequest, closedSnapshot, noon, people, snapshot } from '../../support/samples.ts';
import { buttonsIn, messageMistakes, nastyTextsIn, pingsIn } from '../../support/slack-limits.ts';
import {
  approvedBy,
  ben,
  closed,
  dee,
  deed,
  ended,
  failed,
  forDee,
  form,
  heldRequest,
  moreTime,
  ordered,
  postContent,
  postText,
  refused,
  removed,
  toldRequest,
  wait,
  withdrawn,
} from '../../support/told-requests.ts';

const warned = { startedAt: new Date(noon.getTime() - 3_600_000), warnAt: noon };

it.each<[string, ToldRequest, string, string]>([
  [
    'an ordinary request',
    toldRequest(),
    ben,
    'Deine Anfrage für X liegt zur Prüfung vor. Darüber entscheidet Ana oder Cho.',
  ],
  [
    'to whom it is for',
    toldRequest(forDee),
    dee,
    'Die Anfrage von <@U0BEN> für deinen Zugriff auf X liegt zur Prüfung vor. Darüber entscheidet Ana oder Cho.',
  ],
  [
    'in an emergency',
    toldRequest({
      task: snapshot({ emergency: true }),
      onCallCard: { channel: 'C0INCIDENTS' },
    }),
    ben,
    'Deine Anfrage für X liegt zur Prüfung vor. Es ist ein Notfall: In <#C0INCIDENTS> habe ich Bescheid gesagt. Wenn es nicht warten kann, frag dort. Darüber entscheidet Ana oder Cho.',
  ],
  [
    'that waits',
    toldRequest(wait('governance')),
    ben,
    'Der Zugriffsdienst antwortet nicht. Ich habe deine Anfrage für X gespeichert und schicke sie, sobald er wieder da ist.',
  ],
  [
    'granted',
    heldRequest({}, approvedBy),
    ben,
    '✅ Du hast X bis TIME. <@U0ANA> hat deine Anfrage genehmigt.',
  ],
  ['ending', heldRequest(warned), ben, 'Dein Zugriff auf X endet TIME.'],
  [
    'out of time',
    toldRequest(closed('wait-timed-out')),
    ben,
    'Deine Anfrage für X ist vorbei: Zeit abgelaufen.',
  ],
  [
    'taken away',
    heldRequest(ended('taken-away'), { news: [ordered] }),
    ben,
    'Dein Zugriff auf X wurde von <@U0HANA> entzogen: TIME.\nBen moved on',
  ],
])('in German: %s', (_what, told, reader, words) => {
  expect(
    postText([told], reader, {}, textsFor('de')).replaceAll('*GitHub · Platform: write*', 'X'),
  ).toBe(words);
});

describe('in blocks', () => {
  const texts = textsFor('en', ['U0HANA']);
  const buttonsOf = (told: ToldRequest, change: Parameters<typeof postContent>[2] = {}) =>
    buttonsIn(renderedPost(texts, postContent([told], ben, change)).blocks).map(
      ({ text, action_id, url, value }) => [text.text, action_id, url ?? value],
    );

  it('links to the card and to the console', () => {
    const links = {
      cardUrl: 'https://acme.slack.com/archives/C0REVIEWS/p1',
      consoleUrl: 'https://acme.example/task/1042',
    };
    expect(postText([toldRequest()], ben, links).split('\n')[1]).toBe(
      '[See request] · [Governance console]',
    );
  });

  it('each button has its words, its action, and what it carries', () => {
    const asks = deed('ask', 'U0ANA', { reason: 'Why?' });
    const ending = heldRequest(warned, { moreTime });
    const existingUrl = 'https://acme.slack.com/archives/C0REVIEWS/p1';
    expect(buttonsOf(toldRequest({ deeds: [asks] }))).toEqual([
      ['Answer', 'request.answer', 'ask'],
      ['Ask for emergency access', 'request.escalate', 'request-1'],
      ['Withdraw', 'request.withdraw', 'request-1'],
      ['Correct', 'request.correct', 'request-1'],
      ['Nudge', 'request.nudge', 'request-1'],
    ]);
    expect(buttonsOf(ending)).toEqual([
      ['Extend', 'request.extend', 'request-1'],
      ["I'm done", 'request.give-back', 'request-1'],
    ]);
    expect(buttonsOf(toldRequest(closed('denied')))).toEqual([
      ['Request again', 'request.again', 'request-1'],
    ]);
    expect(buttonsOf(refused({ code: 'forbidden' }))).toEqual([
      ['Change and try again', 'request.mend', 'request-1'],
    ]);
    expect(buttonsOf(refused({ code: 'duplicate' }), { existingUrl })).toEqual([
      ['See request', 'request.see', existingUrl],
    ]);
    const uncertain = accessRequest({ state: 'uncertain' });
    expect(buttonsOf(toldRequest({ request: uncertain, task: null }))).toEqual([
      ['Send it again', 'uncertain.again', 'request-1'],
      ['It is there', 'uncertain.leave', 'request-1'],
    ]);
    expect(buttonsOf(toldRequest(form(false)))[0]).toEqual([
      'Fill in the form',
      'request.fill-in',
      'request-1',
    ]);
  });

  it('asks before what cannot be undone', () => {
    const confirmed = (told: ToldRequest, onCall: string | null = 'S0ONCALL') => {
      const emergency = { channel: 'C0INCIDENTS', onCall };
      return JSON.stringify(renderedPost(texts, postContent([told], ben, { emergency })).blocks);
    };
    const open = toldRequest();
    expect(confirmed(open)).toContain('"text":"Withdraw this request?"');
    expect(confirmed(open)).toContain(
      'GitHub · Platform: write (#1042) becomes an emergency request. Its review starts over: approvals so far no longer count. On-call is called.',
    );
    expect(confirmed(open, null)).not.toContain('On-call');
    const long = toldRequest({ request: accessRequest({ appName: 'a'.repeat(500) }) });
    expect(confirmed(long)).toContain('no longer count. On-call is called.');
    const uncertain = { request: accessRequest({ state: 'uncertain' }), task: null } as const;
    expect(confirmed(toldRequest(uncertain))).toContain('there will be two requests');
    const prolonged = (told: Partial<ToldRequest>) => confirmed(heldRequest({}, told));
    expect(prolonged({ moreTime })).toContain('Your request for more time is withdrawn as well.');
    expect(prolonged({})).not.toContain('is withdrawn as well');
  });

  it('a question stands above its sentence, anything else that was typed below', () => {
    const order = (verb: 'ask' | 'reassign') => {
      const deeds = [deed(verb, 'U0ANA', { reason: 'As *typed* <!here>' })];
      return renderedPost(texts, postContent([toldRequest({ deeds })], ben)).blocks.map((block) =>
        /"text":\{"type":"(plain_text|mrkdwn)","text":"([^"]{0,8})/
          .exec(JSON.stringify(block))
          ?.slice(1),
      );
    };
    const typed = ['plain_text', 'As *type'];
    const sentence = ['mrkdwn', '<@U0ANA>'];
    expect(order('ask').slice(0, 2)).toEqual([typed, sentence]);
    expect(order('reassign').slice(0, 2)).toEqual([sentence, typed]);
  });
});

/** The words of all others are tested with those of clicks. */
const saidInItsOwnWay = ['duplicate', 'answer-disagrees', 'forbidden', 'unknown-person'];

const everybody = { atMs: 0, ...called(Array<string>(30).fill('U0ANA'), ['C0INCIDENTS']) };

/** With as many calls as are kept. */
const unanswered: StepWatch = {
  stepId: 'step-1',
  occurrence: '',
  emergency: true,
  beganMs: 0,
  tiersTold: 1,
  reviewers: {},
  calls: {
    made: Array<CallMade>(10).fill({ kind: 'told', ...everybody }),
    next: everybody,
    offersEmergency: false,
  },
};

/** Each stage with this text wherever it can hold somebody’s words. */
function everyStage(text: string): readonly ToldRequest[] {
  const names = { appName: text, entitlementName: text, justification: text };
  const request = accessRequest(names);
  const readings = {
    numericId: text.slice(0, 40),
    appName: text,
    entitlements: Array.from({ length: 9 }, () => ({
      appId: 'a',
      id: 'e',
      name: text,
      description: '',
      riskLevel: '',
    })),
  };
  const task = snapshot({
    ...readings,
    state: 'unread',
    stepApprovers: people(30).map((one) => ({ ...one, name: text })),
  });
  const over = closedSnapshot(readings);
  const remarks = ['one', 'two', 'three'].map((id) =>
    deed('comment', 'U0CHO', { id, reason: text }),
  );
  const verbs = [
    'ask',
    'answer',
    'comment',
    'reassign',
    'shorten',
    'escalate',
    'set-up',
    'close',
    'approve',
    'deny',
  ] as const;
  const outcomes = ['none', 'granted', 'denied', 'error', 'cancelled', 'wait-timed-out', text];
  const ends = ['expired', 'given-back', 'taken-away', 'unconfirmed', null] as const;
  const causes = ['governance', 'refused', 'slack', 'correction'] as const;
  const told = (change: Partial<ToldRequest>) => toldRequest({ request, task, ...change });
  const held = (...[grant, change]: Parameters<typeof heldRequest>) =>
    heldRequest(grant, { request, task: over, moreTime: task, ...change });
  const news = [
    ordered,
    failed('denied'),
    removed({
      byNames: Array<string>(9).fill(text),
      taken: Array.from({ length: 12 }, (_, index) => ({
        id: `${index}`,
        name: text,
        toldTo: [],
      })),
    }),
  ];
  return [
    told({}),
    ...causes.map((cause) => told(wait(cause, { ...names, emergency: true }))),
    refused({ code: 'deactivated', email: text, status: text, isPerhapsThere: true }, request),
    ...(['submitted', 'uncertain', 'abandoned', 'withdrawn'] as const).map((state) =>
      told({ request: { ...request, state }, task: null }),
    ),
    ...allRefusals(text)
      .filter(({ code }) => saidInItsOwnWay.includes(code))
      .map((refusal) => refused(refusal, request)),
    ...verbs.flatMap((verb) => [
      told({ deeds: [...remarks, deed(verb, 'U0ANA', { reason: text })] }),
      told({ ...withdrawn({ request }), deeds: [deed('withdraw', 'U0ANA', { reason: text })] }),
    ]),
    told(form(true)),
    told({ isUnreachable: true }),
    told({ watch: unanswered }),
    ...outcomes.map((outcome) =>
      told({ task: { ...over, outcome }, deniedBy: [text, text, text, text] }),
    ),
    held(),
    held(warned),
    ...news.map((one) => held({}, { news: [one] })),
    ...ends.map((endedBy) => held(ended(endedBy), { news })),
  ];
}

/** Those that take the most room: as JSON, and as markup. */
const longestTexts = ['"\\\\', '<'].map((one) => [one, one.repeat(10_000)] as const);

it.each(longestTexts)(
  'a post of several sections fits Slack’s limits, in the longer language, with %s everywhere',
  (_name, text) => {
    for (const told of everyStage(text)) {
      const group = Array.from({ length: entitlementsInOneGo }, (_, index) => ({
        ...told,
        request: { ...told.request, id: `request-${index}`, groupId: 'request-0' },
      }));
      const message = renderedPost(textsFor('de'), postContent(group, ben));
      expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
    }
  },
);

describe.each(allTexts)('every post in %s', (language, words) => {
  const ours = /^<(?:@U0(?:BEN|ANA|CHO|DEE|HANA)|#C0INCIDENTS)>$/;

  it.each(nastyTextsIn(language))(
    'fits Slack’s limits and pings only whom it is about, with %s everywhere',
    (_name, text) => {
      for (const told of everyStage(text)) {
        const message = renderedPost(words, postContent([told], ben));
        expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
        expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
      }
    },
  );

  it('is made of whole sentences', () => {
    for (const told of everyStage('Anchor')) {
      for (const reader of [ben, dee]) {
        const request = { ...told.request, targetSlackId: dee };
        const shown = postText([{ ...told, request }], reader, {}, words);
        expect(shown).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.| \.|, \./);
        expect(shown).toMatch(/^(?:✅ )?[\p{Lu}<*]/u);
      }
    }
  });

  it('names the person that it is for to who asked for them', () => {
    for (const told of everyStage('Anchor')) {
      const request = { ...told.request, targetSlackId: dee, identityUserId: 'user-dee' };
      expect(postText([{ ...told, request }], ben, {}, words)).toContain('<@U0DEE>');
    }
  });
});
