import { describe, expect, it } from 'vitest';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { allTexts } from '../../support/languages.ts';
import {
  accessRequest,
  closedSnapshot,
  noticeContext,
  people,
  person,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTexts, pingsIn } from '../../support/slack-limits.ts';

const of = (
  entitlementName: string,
  task: NoticeContext['task'],
): NoticeContext['group'][number] => ({
  request: accessRequest({ entitlementName }),
  task,
});
const named = (name: string) => [{ appId: 'a', id: 'e', name, description: '', riskLevel: '' }];

describe('the one message for several asked for in one go', () => {
  const group = [
    of(
      'Read',
      snapshot({
        numericId: '1001',
        entitlements: named('Read'),
        stepApprovers: [person('user-ana')],
      }),
    ),
    of('Write', snapshot({ numericId: '1002', entitlements: named('Write') })),
    of('Deploy', null),
    of('Admin', closedSnapshot({ numericId: '1003', entitlements: named('Admin') })),
  ];

  it('lists what is with the reviewers, with who decides, and links the thread', () => {
    const { text } = noticeMessage(
      textsFor('en'),
      noticeContext({ group, body: { kind: 'group-open' } }),
      'requester',
    );
    expect(text.split('\n')).toEqual([
      'Your 2 requests are with the reviewers:',
      '• *GitHub · Read* (#1001): Ana',
      '• *GitHub · Write* (#1002): Ana or Cho',
      '<https://acme.slack.com/archives/C0REVIEWS/p1772452800000100|See request>',
    ]);
  });

  it.each([
    ['en', {}, 'Your request is with the reviewers:'],
    ['de', {}, 'Deine Anfrage liegt zur Prüfung vor:'],
    ['en', { targetSlackId: 'U0DEE' }, 'Your request for <@U0DEE> is with the reviewers:'],
  ] as const)('speaks of the last one that is open as one (%s)', (language, change, words) => {
    const context = noticeContext({
      group: group.toSpliced(1, 1),
      body: { kind: 'group-open' },
      request: accessRequest(change),
    });
    const { text } = noticeMessage(textsFor(language), context, 'requester');
    expect(text.split('\n')[0]).toBe(words);
  });

  it('names the requester to the target', () => {
    const ofBen = noticeContext({
      group,
      body: { kind: 'group-open' },
      request: accessRequest({ targetSlackId: 'U0DEE' }),
    });
    const first = (reader: 'requester' | 'target') =>
      noticeMessage(textsFor('en'), ofBen, reader).text.split('\n')[0];
    expect(first('target')).toBe('<@U0BEN> asked for this for you, and it is with the reviewers:');
    expect(first('requester')).toBe('Your 2 requests for <@U0DEE> are with the reviewers:');
  });

  it('says of each who is there to decide, and who is away', () => {
    const context = noticeContext({
      group,
      body: { kind: 'group-open' },
      away: new Set(['user-ana']),
    });
    expect(
      noticeMessage(textsFor('en'), context, 'requester').text.split('\n').slice(1, 3),
    ).toEqual([
      '• *GitHub · Read* (#1001): Ana. Away: Ana, so nobody can decide now.',
      '• *GitHub · Write* (#1002): Cho. Away: Ana.',
    ]);
  });

  it('offers to withdraw all of them, and says in the end what became of each', () => {
    const body = { kind: 'group-open' } as const;
    const withdrawn = {
      ...of('Write', snapshot({ numericId: '1002', entitlements: named('Write') })),
    };
    const over = [withdrawn, ...group.slice(3)].map((one, at) =>
      at === 0
        ? { ...one, request: accessRequest({ entitlementName: 'Write', state: 'withdrawn' }) }
        : one,
    );
    const open = noticeContext({ group, body, offered: ['withdraw-all', 'nudge-all'] });
    expect(JSON.stringify(noticeMessage(textsFor('en'), open, 'requester').blocks)).toMatch(
      /"request.withdraw-all".*"text":"Withdraw all".*"text":"Nudge"/,
    );
    const confirm = JSON.stringify(noticeMessage(textsFor('de'), open, 'requester').blocks);
    expect(confirm).toContain(
      'Damit ziehst du alle zurück. Ich sage dir, wenn der Zugriffsdienst eine nicht schließt. Du kannst sie wieder stellen.',
    );
    const { text } = noticeMessage(
      textsFor('en'),
      noticeContext({ group: over, body }),
      'requester',
    );
    expect(text.split('\n').slice(0, 3)).toEqual([
      'What became of these requests:',
      '• *GitHub · Write* (#1002): Withdrawn here, still open in the access service',
      '• *GitHub · Admin* (#1003): Granted',
    ]);
  });

  it.each(['request-waiting', 'card-elsewhere'] as const)(
    'names all of them where it is %s',
    (kind) => {
      const body = kind === 'request-waiting' ? { kind } : { kind, reviewers: 2 };
      const { text } = noticeMessage(textsFor('en'), noticeContext({ group, body }), 'requester');
      expect(text).toContain('*GitHub · Read, Write, Deploy, Admin*');
    },
  );

  it.each(allTexts)('fits in %s, and pings nobody, with anything in it', (_language, words) => {
    for (const text of nastyTexts) {
      const stepApprovers = people(300).map((one) => ({ ...one, name: text }));
      const one = of(
        text,
        snapshot({
          state: 'unread',
          numericId: text,
          appName: text,
          entitlements: named(text),
          stepApprovers,
        }),
      );
      const context = noticeContext({ group: Array(5).fill(one) });
      const message = noticeMessage(
        words,
        { ...context, body: { kind: 'group-open' } },
        'requester',
      );
      expect(messageMistakes(message)).toEqual([]);
      expect([...pingsIn(message)]).toEqual([]);
    }
  });
});

describe('the first message of a request that is over', () => {
  const first = (change: Partial<NoticeContext>, texts = textsFor('en', ['U0HANA'])) => {
    const context = noticeContext({
      body: { kind: 'request-open' },
      cardUrl: null,
      consoleUrl: null,
      ...change,
    });
    return noticeMessage(texts, context, 'requester').text;
  };

  it.each([
    [
      'granted',
      'created',
      '(#1042) was granted for 4 hours.',
      '(#1042) wurde für 4 Stunden gewährt.',
    ],
    ['denied', 'created', '(#1042) was denied.', '(#1042) wurde abgelehnt.'],
    [
      'error',
      'created',
      'was approved, but access could not be set up. Ask <@U0HANA>.',
      'wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Wende dich an dein IT-Team.',
    ],
    ['cancelled', 'created', 'is over: Cancelled.', 'ist vorbei: Abgebrochen.'],
    ['cancelled', 'withdrawn', 'is over: Withdrawn.', 'ist vorbei: Zurückgezogen.'],
    ['wait-timed-out', 'created', 'is over: Ran out of time.', 'ist vorbei: Zeit abgelaufen.'],
  ] as const)(
    'says how it ended (%s, %s), not that it is with the reviewers',
    (outcome, state, english, german) => {
      const over = { task: closedSnapshot({ outcome }), request: accessRequest({ state }) };
      const [, inEnglish] = first(over).split('Your request for *GitHub · Platform: write* ');
      const [, inGerman] = first(over, textsFor('de')).split(
        'Deine Anfrage für *GitHub · Platform: write* ',
      );
      expect(inEnglish).toBe(english);
      expect(inGerman).toBe(german);
    },
  );

  it.each([
    [snapshot(), 'is withdrawn here, and still open in the access service.'],
    [snapshot({ state: 'unread' }), 'is over: Withdrawn.'],
    [null, 'is over: Withdrawn.'],
  ])('says so when it was withdrawn and the service still has it as open', (task, words) => {
    const withdrawn = { task, request: accessRequest({ state: 'withdrawn' }) };
    expect(first(withdrawn)).toMatch(/^Your request for \*[^*]+\* is /);
    expect(first(withdrawn).endsWith(words)).toBe(true);
  });
});
