import { describe, expect, it } from 'vitest';
import { noticeMessage } from '../../src/slack/surfaces/notice-messages.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import type { NoticeContext } from '../../src/use-cases/chat-ports.ts';
import { allTexts } from '../support/languages.ts';
import { accessRequest, closedSnapshot, noticeContext, people, person, snapshot } from '../support/samples.ts';
import { messageMistakes, nastyTexts, pingsIn } from '../support/slack-limits.ts';

const of = (entitlementName: string, task: NoticeContext['task']): NoticeContext['group'][number] => ({
  request: accessRequest({ entitlementName }),
  task,
});
const named = (name: string) => [{ appId: 'a', id: 'e', name, description: '', riskLevel: '' }];

describe('the one message for several asked for in one go', () => {
  const group = [
    of('Read', snapshot({ numericId: '1001', entitlements: named('Read'), stepApprovers: [person('user-ana')] })),
    of('Write', snapshot({ numericId: '1002', entitlements: named('Write') })),
    of('Deploy', null),
    of('Admin', closedSnapshot({ numericId: '1003', entitlements: named('Admin') })),
  ];

  it('lists what is with the reviewers, with who decides, and links the thread', () => {
    const { text } = noticeMessage(textsFor('en'), noticeContext({ group, body: { kind: 'group-open' } }), 'requester');
    expect(text.split('\n')).toEqual([
      'Your 2 requests are with the reviewers:',
      '• *GitHub · Read* (#1001): Ana',
      '• *GitHub · Write* (#1002): Ana or Cho',
      '<https://acme.slack.com/archives/C0REVIEWS/p1772452800000100|See request>',
    ]);
  });

  it.each(['request-waiting', 'card-elsewhere'] as const)('names all of them where it is %s', (kind) => {
    const body = kind === 'request-waiting' ? { kind } : { kind, reviewers: 2 };
    const { text } = noticeMessage(textsFor('en'), noticeContext({ group, body }), 'requester');
    expect(text).toContain('*GitHub · Read, Write, Deploy, Admin*');
  });

  it.each(allTexts)('fits in %s, and pings nobody, with anything in it', (_language, words) => {
    for (const text of nastyTexts) {
      const stepApprovers = people(300).map((one) => ({ ...one, name: text }));
      const one = of(text, snapshot({ numericId: text, appName: text, entitlements: named(text), stepApprovers }));
      const context = noticeContext({ group: Array(5).fill(one), isFollowed: false });
      const message = noticeMessage(words, { ...context, body: { kind: 'group-open' } }, 'requester');
      expect(messageMistakes(message)).toEqual([]);
      expect([...pingsIn(message)]).toEqual([]);
    }
  });
});
