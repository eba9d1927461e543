/** Long because every message there is has its words checked, and all of them together Slack's limits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdentityRefusal, RequestRefusal } from '../../src/domain/access-request.ts';
import type { HolderActionRefusal } from '../../src/domain/holder-action.ts';
import type { NoticeBody } from '../../src/domain/notice.ts';
import type { ReviewRefusal } from '../../src/domain/review.ts';
import type { ServiceRefusal } from '../../src/domain/service-refusal.ts';
import { noticeMessage } from '../../src/slack/surfaces/notice-messages.ts';
import type { NoticeReader } from '../../src/slack/surfaces/notice-reader.ts';
import {
  identityRefusalWords,
  reviewRefusalWords,
  serviceRefusalWords,
} from '../../src/slack/surfaces/refusal-words.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import type { NoticeContext } from '../../src/use-cases/chat-ports.ts';
import { allTexts } from '../support/languages.ts';
import {
  accessRequest,
  actor,
  closedSnapshot,
  noon,
  noticeContext,
  people,
  person,
  snapshot,
} from '../support/samples.ts';
import { anyText, messageMistakes, nastyTexts, pingsIn, textsIn } from '../support/slack-limits.ts';

const texts = textsFor('en');

const serviceKinds = ['invalid', 'closed', 'forbidden', 'step-moved-on', 'not-found', 'duplicate', 'conflict'] as const;
const serviceRefusal = (kind: ServiceRefusal['kind'], message: string): ServiceRefusal => ({
  kind,
  message,
  existingTaskId: kind === 'duplicate' ? message || null : null,
  ...(kind === 'duplicate' && message.length > 20 ? { existingNumericId: message } : {}),
  serviceRequestId: null,
});
const identityRefusals = (text: string): readonly IdentityRefusal[] => [
  { kind: 'unknown-person', email: text },
  { kind: 'no-email' },
  { kind: 'guest' },
  { kind: 'bot' },
  { kind: 'deactivated' },
  { kind: 'external' },
];
const requestRefusals = (text: string): readonly RequestRefusal[] => [
  ...serviceKinds.map((kind) => ({ kind: 'service', refusal: serviceRefusal(kind, text) }) as const),
  ...identityRefusals(text).map((refusal) => ({ kind: 'identity', refusal }) as const),
];
const reviewRefusals = (text: string): readonly ReviewRefusal[] => [
  ...requestRefusals(text),
  { kind: 'other-workspace' },
  { kind: 'own-request' },
  { kind: 'not-reviewer', reviewers: [] },
  { kind: 'not-reviewer', reviewers: Array(300).fill(text) },
  { kind: 'already-decided', winner: null },
  { kind: 'already-decided', winner: { slackUserId: 'U0CHO', verb: 'deny', at: noon.toISOString() } },
  { kind: 'step-moved-on' },
  { kind: 'closed' },
  { kind: 'gone' },
  { kind: 'not-offered' },
  { kind: 'failed', reference: text },
];
const holderRefusals = (text: string): readonly HolderActionRefusal[] => [
  { kind: 'not-yours' },
  { kind: 'closed' },
  { kind: 'gone' },
  { kind: 'not-offered' },
  { kind: 'ended' },
  { kind: 'failed', reference: text },
  ...serviceKinds.map((kind) => ({ kind: 'service', refusal: serviceRefusal(kind, text) }) as const),
];
const ends = ['expired', 'given-back', 'extended'] as const;
const outcomes = [
  'none',
  'granted',
  'denied',
  'error',
  'cancelled',
  'wait-timed-out',
  'GRANT_OUTCOME_MISLAID',
] as const;

/** Every message there is, with `text` wherever it can hold somebody's words. */
function allBodies(text: string): readonly NoticeBody[] {
  const decided = { kind: 'decided', by: actor('U0ANA', { userName: text }), reason: text } as const;
  return [
    { kind: 'request-open' },
    ...requestRefusals(text).map((refusal) => ({ kind: 'request-refused', refusal }) as const),
    { kind: 'request-waiting' },
    { kind: 'emergency-waiting' },
    { kind: 'request-uncertain' },
    ...(['approve', 'deny'] as const).flatMap((verb) => [
      { ...decided, verb, next: { kind: 'step' } } as const,
      { ...decided, verb, next: { kind: 'set-up' } } as const,
      { ...decided, verb, next: { kind: 'ended', outcome: text } } as const,
      { kind: 'review-waiting', verb } as const,
    ]),
    ...reviewRefusals(text).map((refusal) => ({ kind: 'review-refused', verb: 'approve', refusal }) as const),
    { kind: 'escalated', by: actor('U0ANA', { userName: text }) },
    ...holderRefusals(text).map((refusal) => ({ kind: 'holder-action-refused', action: 'escalate', refusal }) as const),
    { kind: 'holder-action-waiting', action: 'give-back' },
    ...ends.flatMap((end) => [
      { kind: 'access-ended', end } as const,
      { kind: 'emergency-ended', end, startedAt: noon.toISOString(), endedAt: '2026-03-02T16:00:00.000Z' } as const,
    ]),
    ...[...outcomes, text].map((outcome) => ({ kind: 'ended', outcome, byNames: [text, text, text, text] }) as const),
    ...['C0REVIEWS', 'D0BEN', 'U0BEN'].flatMap((channel) =>
      [0, 1, 7].map((reviewers) => ({ kind: 'card-elsewhere', channel, reviewers }) as const),
    ),
  ];
}

function nastyContext(text: string): NoticeContext {
  return noticeContext({
    request: accessRequest({ appName: text, entitlementName: text, justification: text }),
    isFollowed: false,
    task: snapshot({
      numericId: text.slice(0, 40),
      appName: text,
      entitlements: Array(9).fill({ appId: 'a', id: 'e', name: text, description: '', riskLevel: '' }),
      stepApprovers: people(300).map((one) => ({ ...one, name: text })),
    }),
  });
}

const contexts = (text: string): readonly (readonly ['requester' | 'anybody', NoticeContext])[] => [
  ['anybody', nastyContext(text)],
  [
    'requester',
    { ...nastyContext(text), task: null, card: null, consoleUrl: null, admins: ['U0A', 'U0B', 'U0C', 'U0D'] },
  ],
];
const ours = /^<(?:@U0(?:BEN|ANA|CHO|HANA|A|B|C)|#C0REVIEWS|!subteam\^S0ONCALL)>$/;

describe.each(allTexts)('every message in %s', (_language, words) => {
  it.each(nastyTexts.map((text) => [JSON.stringify(text.slice(0, 20)), text] as const))(
    'fits Slack’s limits and pings only whom we mention, with %s everywhere',
    (_name, text) => {
      for (const [reader, context] of contexts(text)) {
        for (const message of allBodies(text).map((body) => noticeMessage(words, body, context, reader))) {
          expect([message.text, messageMistakes(message)]).toEqual([message.text, []]);
          expect([...pingsIn(message)].filter((ping) => !ours.test(ping))).toEqual([]);
        }
      }
    },
  );

  it('fits with anything in it', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (text, other, toRequester) => {
        for (const body of allBodies(text)) {
          expect(
            messageMistakes(noticeMessage(words, body, nastyContext(other), toRequester ? 'requester' : 'anybody')),
          ).toEqual([]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('ends as a sentence and leaves nothing out of a template', () => {
    for (const body of allBodies('Anchor')) {
      for (const reader of ['requester', 'target', 'anybody'] as const) {
        const { text } = noticeMessage(words, body, noticeContext(), reader);
        expect(text).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.| \.|, \./);
        expect(text).toMatch(/^[\p{Lu}<]/u);
      }
    }
  });
});

const said = (body: NoticeBody, reader: NoticeReader = 'requester', change: Partial<NoticeContext> = {}) =>
  textsIn(noticeMessage(texts, body, noticeContext(change), reader).blocks).join('\n');

describe('what the requester hears', () => {
  it.each([[{ kind: 'request-open' }], [{ kind: 'card-elsewhere', channel: 'C0REVIEWS', reviewers: 2 }]] as const)(
    'that nobody will tell how it ends, where no task can be read: %j',
    (body) => {
      const words = 'What becomes of it is in the governance console: I do not hear of it.';
      expect(said(body, 'requester', { isFollowed: false })).toContain(words);
      expect(said(body, 'requester')).not.toContain(words);
    },
  );

  it('that the request is with the reviewers, who they are and where to look', () => {
    const words = said({ kind: 'request-open' });
    expect(words).toContain('*GitHub · Platform: write* is with the reviewers. It is up to Ana or Cho.');
    expect(words).toContain('|See the card>');
    expect(words).toContain('<https://acme.example/task/1042|Governance console>');
  });

  it('of a refusal with the whole text to copy', () => {
    const justification = `${'because '.repeat(374)}of it`.slice(0, 3_000);
    const refusal: RequestRefusal = {
      kind: 'identity',
      refusal: { kind: 'unknown-person', email: 'ben@acme.example' },
    };
    const message = noticeMessage(
      texts,
      { kind: 'request-refused', refusal },
      noticeContext({ request: accessRequest({ justification }), task: null }),
      'requester',
    );
    expect(textsIn(message.blocks)).toContain(justification);
    expect(message.text).toContain('I could not find ben@acme.example in the access directory. Please ask <@U0HANA>');
  });

  it('of a decision: who, what comes of it, and the reason as typed', () => {
    const decided = { kind: 'decided', by: actor('U0ANA'), reason: 'Use *staging* <!here>' } as const;
    expect(said({ ...decided, verb: 'approve', next: { kind: 'step' } })).toMatch(
      /^<@U0ANA> approved your request #1042 for \*GitHub · Platform: write\*\. One more step to go\. It is up to Ana or Cho\./,
    );
    expect(said({ ...decided, verb: 'approve', next: { kind: 'set-up' } })).toContain('Access is being set up.');
    const denied = said({ ...decided, verb: 'deny', next: { kind: 'ended', outcome: 'denied' } });
    expect(denied).toContain('<@U0ANA> denied your request #1042');
    expect(denied).toContain('Reason: Use *staging* <!here>');
  });

  it.each([
    ['granted', 'You now have access to *GitHub · Platform: write*, for 4 hours.'],
    ['denied', 'Your request for *GitHub · Platform: write* was denied by Ana and Cho.'],
    ['error', 'was approved, but the access could not be set up. Please ask <@U0HANA>.'],
    ['cancelled', 'was cancelled.'],
    ['wait-timed-out', 'ended because nobody decided in time. It can be asked for again.'],
    ['GRANT_OUTCOME_MISLAID', 'Your request for *GitHub · Platform: write* is closed.'],
  ])('of an end as %s', (outcome, words) => {
    expect(said({ kind: 'ended', outcome, byNames: ['Ana', 'Cho'] })).toContain(words);
  });

  it('until when, where the access has no end', () => {
    const change = {
      task: closedSnapshot({ grantDurationSeconds: null }),
      request: accessRequest({ durationSeconds: null }),
    };
    expect(said({ kind: 'ended', outcome: 'granted', byNames: [] }, 'requester', change)).toContain(', until revoked.');
  });

  it('where the card went when its channel cannot be used', () => {
    const elsewhere = (channel: string, reviewers: number) => said({ kind: 'card-elsewhere', channel, reviewers });
    expect(elsewhere('C0REVIEWS', 2)).toContain(
      'I cannot write in <#C0REVIEWS>, so I sent it to 2 of its reviewers directly.',
    );
    expect(elsewhere('D0BEN', 1)).toContain('I sent it to its reviewer directly.');
    expect(elsewhere('C0REVIEWS', 0)).toContain(
      'I know none of its reviewers in Slack and cannot write in <#C0REVIEWS>. Please tell <@U0HANA>, or look <https://acme.example/task/1042|in the governance console>.',
    );
  });

  it('has the choice where the outcome is unknown, with a warning before a second request', () => {
    const message = noticeMessage(texts, { kind: 'request-uncertain' }, noticeContext({ task: null }), 'requester');
    const [buttons] = message.blocks.filter((block) => block.type === 'actions');
    expect(buttons?.elements.map((one) => [one.action_id, 'value' in one && one.value])).toEqual([
      ['uncertain.again', 'request-1'],
      ['uncertain.leave', 'request-1'],
    ]);
    expect(JSON.stringify(buttons)).toContain('there may be two requests');
  });
});

it('what is for somebody else is told so, to who asked and to who has it', () => {
  const change = { request: accessRequest({ targetSlackId: 'U0DEE' }) };
  const granted = { kind: 'ended', outcome: 'granted', byNames: [] } as const;
  const has = 'access to *GitHub · Platform: write*, for 4 hours.';
  expect(said(granted, 'requester', change)).toContain(`<@U0DEE> now has ${has}`);
  expect(said(granted, 'anybody', change)).toContain(`<@U0DEE> now has ${has}`);
  expect(said(granted, 'target', change)).toContain(`You now have ${has}`);
  const ended = { kind: 'access-ended', end: 'expired' } as const;
  expect(said(ended, 'requester', change)).toMatch(/^The access of <@U0DEE> to .* has ended/);
  expect(said(ended, 'target', change)).toMatch(/^Your access to .* has ended/);
  expect(said(ended, 'requester')).toMatch(/^Your access to .* has ended/);
});

it('an emergency that waits for the service calls those on call, and tells whoever asked where', () => {
  const request = accessRequest({ emergency: true, targetSlackId: 'U0DEE', justification: 'INC-7 <!channel>' });
  const waiting = { kind: 'emergency-waiting' } as const;
  const message = noticeMessage(texts, waiting, noticeContext({ request, task: null }), 'anybody');
  expect(message.text).toMatch(
    /^<!subteam\^S0ONCALL>: <@U0DEE> needs access in an emergency: \*GitHub · Platform: write\*, for 4 hours\. .*nobody can approve it yet/,
  );
  expect(JSON.stringify(message.blocks)).toContain('"plain_text","text":"Why: INC-7 <!channel>"');
  const emergency = { channel: 'C0INCIDENTS', onCall: null };
  expect(said(waiting, 'anybody', { request, emergency })).toMatch(/^<@U0DEE> needs/);
  const words = said({ kind: 'request-waiting' }, 'requester', { request });
  expect(words).toContain('I have told <#C0INCIDENTS>');
  expect(said({ kind: 'request-waiting' }, 'requester')).not.toContain('I have told');
  expect(
    said({ kind: 'request-waiting' }, 'requester', { request, emergency: { channel: null, onCall: null } }),
  ).not.toContain('I have told');
});

it('one more step calls by mention those who are known', () => {
  const mentions = new Map([['user-cho', 'U0CHO']]);
  const next = { kind: 'step' } as const;
  const words = said({ kind: 'decided', verb: 'approve', by: actor('U0ANA'), reason: '', next }, 'anybody', {
    mentions,
  });
  expect(words).toContain('One more step to go. It is up to Ana or <@U0CHO>.');
});

it('whoever made an emergency of it is spoken to, others hear who did', () => {
  const escalated = { kind: 'escalated', by: actor('U0BEN') } as const;
  expect(said(escalated, 'requester')).toMatch(/^You made an emergency of your request #1042/);
  expect(said(escalated, 'anybody')).toMatch(/^<@U0BEN> made an emergency of the request #1042 by <@U0BEN>/);
  const forDee = { request: accessRequest({ targetSlackId: 'U0DEE' }) };
  expect(said(escalated, 'target', forDee)).toMatch(/^<@U0BEN> made an emergency/);
});

it('others hear whose request it is', () => {
  const next = { kind: 'ended', outcome: 'granted' } as const;
  expect(said({ kind: 'decided', verb: 'approve', by: actor('U0ANA'), reason: '', next }, 'anybody')).toMatch(
    /^<@U0ANA> approved the request #1042 by <@U0BEN> for .*\. <@U0BEN> now has access to/,
  );
});

describe('refusals in words', () => {
  it('tell who won, when and how', () => {
    const winner = { slackUserId: 'U0CHO', verb: 'approve', at: noon.toISOString() } as const;
    expect(reviewRefusalWords(texts, { kind: 'already-decided', winner }, [])).toMatch(
      /^<@U0CHO> approved this already, <!date\^1772452800\^.*>\. Your click changed nothing\.$/,
    );
  });

  it('tell who may decide, and count those who are too many to name', () => {
    const reviewers = people(8).map((one) => one.name);
    expect(reviewRefusalWords(texts, { kind: 'not-reviewer', reviewers: ['Ana', 'Cho'] }, [])).toContain(
      'decided by Ana or Cho.',
    );
    expect(reviewRefusalWords(texts, { kind: 'not-reviewer', reviewers }, [])).toContain('Keeper Number 4 or 3 more');
  });

  it('quote the service, interpreted by nobody', () => {
    const words = serviceRefusalWords(
      texts,
      serviceRefusal('forbidden', 'target <user> is not allowed\nto request that'),
      [],
    );
    expect(words).toContain('It says: “target &lt;user&gt; is not allowed to request that”.');
    expect(serviceRefusalWords(texts, serviceRefusal('forbidden', ''), [])).not.toContain('It says');
  });

  it('name the other one of a duplicate by its number, else by its id, else not', () => {
    const duplicate = serviceRefusal('duplicate', 'task-9');
    const words = (change: Partial<ServiceRefusal>) => serviceRefusalWords(texts, { ...duplicate, ...change }, []);
    expect(words({ existingNumericId: '1001' })).toContain('for the same access (#1001).');
    expect(words({})).toContain('for the same access (task-9).');
    expect(words({ existingTaskId: null })).toContain('for the same access.');
  });

  it('say whom to ask: the first three administrators, or IT', () => {
    expect(identityRefusalWords(texts, { kind: 'no-email' }, ['U1', 'U2', 'U3', 'U4'])).toContain(
      'ask <@U1>, <@U2> or <@U3>.',
    );
    expect(identityRefusalWords(texts, { kind: 'no-email' }, [])).toContain('ask your IT team.');
  });

  it('are all different, so that nobody has to guess', () => {
    const words = reviewRefusals('Anchor').map((refusal) => reviewRefusalWords(texts, refusal, ['U0HANA']));
    expect(new Set(words).size).toBeGreaterThanOrEqual(words.length - 2);
  });

  it('of somebody without an email do not name an empty one', () => {
    expect(identityRefusalWords(texts, { kind: 'unknown-person', email: '' }, [])).toBe(
      'I could not find you in the access directory. Please ask your IT team to add you.',
    );
  });
});

it('a person without a name is still a person', () => {
  const task = snapshot({ stepApprovers: [person('user-ana', { name: ' ' })] });
  expect(said({ kind: 'request-open' }, 'requester', { task })).toContain('It is up to –.');
});
