import { describe, expect, it } from 'vitest';
import { actionKinds } from '../../../src/domain/action/action.ts';
import { type NoticeBody, offersOf } from '../../../src/domain/message/notice.ts';
import { noticeMessage } from '../../../src/slack/message/notice-messages.ts';
import type { NoticeContext } from '../../../src/use-cases/ports/chat-ports.ts';
import { allTexts } from '../../support/languages.ts';
import { holderRefusals, requestRefusals, reviewRefusals } from '../../support/refusals.ts';
import {
  accessRequest,
  actor,
  noon,
  noticeContext,
  people,
  snapshot,
} from '../../support/samples.ts';
import { messageMistakes, nastyTexts, pingsIn } from '../../support/slack-limits.ts';

const ends = ['expired', 'given-back', 'taken-away', 'extended', 'unconfirmed'] as const;
const outcomes = [
  'none',
  'granted',
  'denied',
  'error',
  'cancelled',
  'wait-timed-out',
  'deleted',
  'GRANT_OUTCOME_MISLAID',
] as const;

/** Every message there is, with `text` wherever it can hold somebody's words. */
function allBodies(text: string): readonly NoticeBody[] {
  const decided = {
    kind: 'decided',
    by: actor('U0ANA', { userName: text }),
    reason: text,
  } as const;
  return [
    { kind: 'request-open' },
    ...requestRefusals(text).map((refusal) => ({ kind: 'request-refused', refusal }) as const),
    ...(['request-waiting', 'emergency-waiting'] as const).map((kind) => ({ kind }) as const),
    { kind: 'correction-waiting', numericId: text },
    { kind: 'request-uncertain' },
    ...(['approve', 'deny'] as const).flatMap((verb) => [
      { ...decided, verb, next: { kind: 'step' } } as const,
      { ...decided, verb, next: { kind: 'set-up' } } as const,
      { ...decided, verb, next: { kind: 'ended', outcome: text } } as const,
    ]),
    ...[...reviewRefusals(text), ...holderRefusals(text)].map(
      (refusal) => ({ kind: 'action-refused', refusal }) as const,
    ),
    ...[false, true].map(
      (canBeTakenBack) =>
        ({ kind: 'action-waiting', actionId: 'action-1', canBeTakenBack }) as const,
    ),
    ...ends.flatMap((end) => [
      { kind: 'access-ended', end } as const,
      {
        kind: 'emergency-ended',
        end,
        startedAt: noon.toISOString(),
        endedAt: '2026-03-02T16:00:00.000Z',
      } as const,
    ]),
    { kind: 'ending-soon', endsAt: noon.toISOString() },
    ...(['escalate', 'nudge', 'withdraw'] as const).map(
      (act) => ({ kind: 'acted', act, by: actor('U0ANA'), text }) as const,
    ),
    ...[actor('U0ANA'), null].map((by) => ({ kind: 'acted', act: 'take-away', by, text }) as const),
    ...[...outcomes, 'still-held', text].map((outcome) => ({ kind: 'not-gone', outcome }) as const),
    ...[...outcomes, text].map(
      (outcome) => ({ kind: 'ended', outcome, byNames: [text, text, text, text] }) as const,
    ),
    ...[0, 1, 7].map((reviewers) => ({ kind: 'card-elsewhere', reviewers }) as const),
  ];
}

function nastyContext(text: string): NoticeContext {
  return noticeContext({
    request: accessRequest({ appName: text, entitlementName: text, justification: text }),
    isFollowed: false,
    existingUrl: 'https://acme.slack.com/archives/C0REVIEWS/p1',
    task: snapshot({
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
const ours = /^<(?:@U0(?:BEN|ANA|CHO|DEE|HANA|A|B|C)|#C0REVIEWS|!subteam\^S0ONCALL)>$/;

const granted = { endsAt: new Date('2026-03-02T16:00:00Z'), endedAt: null, endedBy: null };

describe.each(allTexts)('every message in %s', (_language, words) => {
  it.each(nastyTexts.map((text) => [JSON.stringify(text.slice(0, 20)), text] as const))(
    'fits Slack’s limits and pings only whom we mention, with %s everywhere',
    (_name, text) => {
      for (const [reader, context] of contexts(text)) {
        for (const message of allBodies(text).map((body) =>
          noticeMessage(words, { ...context, body, offered: offersOf(body) }, reader),
        )) {
          expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
          expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
        }
      }
    },
  );

  it.each(actionKinds)('fits them and names what waits: %s', (waitingVerb) => {
    const body = { kind: 'action-waiting', actionId: 'action-1' } as const;
    for (const text of nastyTexts) {
      for (const [reader, context] of contexts(text)) {
        const message = noticeMessage(words, { ...context, body, waitingVerb }, reader);
        expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
        expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
      }
    }
    const context = noticeContext({ body, waitingVerb });
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
