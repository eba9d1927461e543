import { describe, expect, it } from 'vitest';
import { actionKinds } from '../../../src/domain/action/action.ts';
import { noticeMessage } from '../../../src/slack/show/notice-posts.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { allTexts } from '../../support/languages.ts';
import { allBodies } from '../../support/notice-bodies.ts';
import { accessRequest, noticeContext, people, snapshot } from '../../support/samples.ts';
import { messageMistakes, nastyTexts, nastyTextsIn, pingsIn } from '../../support/slack-limits.ts';

function nastyContext(text: string): NoticeContext {
  return noticeContext({
    request: accessRequest({ appName: text, entitlementName: text, justification: text }),
    task: snapshot({
      state: 'unread',
      numericId: text.slice(0, 40),
      appName: text,
      entitlements: Array(9).fill({
        appId: 'a',
        id: 'e',
        name: text,
        description: '',
        riskLevel: '',
      }),
      stepApprovers: people(30).map((one) => ({ ...one, name: text })),
    }),
  });
}

const contexts = (text: string): readonly (readonly ['requester' | 'anybody', NoticeContext])[] => [
  ['anybody', nastyContext(text)],
  ['requester', { ...nastyContext(text), task: null, cardUrl: null, consoleUrl: null }],
];
/** What is said of an act is the same for all the others. */
const longest = nastyTexts.toSorted((one, other) => other.length - one.length).slice(0, 2);
const ours = /^<(?:@U0(?:BEN|ANA|CHO|DEE|HANA|A|B|C)|#C0REVIEWS|!subteam\^S0ONCALL)>$/;

const granted = { endsAt: new Date('2026-03-02T16:00:00Z'), endedAt: null, endedBy: null };

describe.each(allTexts)('every message in %s', (language, words) => {
  it.each(nastyTextsIn(language))(
    'fits Slack’s limits and pings only whom we mention, with %s everywhere',
    (_name, text) => {
      for (const [reader, context] of contexts(text)) {
        for (const message of allBodies(text).map((body) =>
          noticeMessage(words, { ...context, body }, reader),
        )) {
          expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
          expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
        }
      }
    },
  );

  it.each(actionKinds)('fits them and names what waits: %s', (verb) => {
    const act = { kind: 'action-waiting', actionId: 'action-1', verb } as const;
    const body = { ...act, cause: 'governance' } as const;
    for (const text of longest) {
      for (const [reader, context] of contexts(text)) {
        const message = noticeMessage(words, { ...context, body }, reader);
        expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
        expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
      }
    }
    const context = noticeContext({ body });
    const { text } = noticeMessage(words, context, 'anybody');
    expect(text).toMatch(/^\p{Lu}.*\*GitHub · Platform: write\*.* \(#1042\).*: \p{Lu}/u);
  });

  it('ends as a sentence and leaves nothing out of a template', () => {
    for (const body of allBodies('Anchor')) {
      for (const reader of ['requester', 'target', 'anybody'] as const) {
        const { text } = noticeMessage(words, noticeContext({ body, grant: granted }), reader);
        expect(text).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.| \.|, \./);
        expect(text).toMatch(/^(?:✅ )?[\p{Lu}<*]/u);
      }
    }
  });
});
