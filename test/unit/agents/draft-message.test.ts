import { expect, it } from 'vitest';
import type { Draft, DraftedForm } from '../../../src/extras/agents/drafts/draft.ts';
import { draftMessage } from '../../../src/extras/agents/drafts/draft-message.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { allTexts } from '../../support/languages.ts';
import { noon } from '../../support/samples.ts';
import { messageMistakes, textsIn } from '../../support/slack-limits.ts';

const form: DraftedForm = {
  kind: 'form',
  appId: 'app-github',
  appName: 'GitHub',
  entitlementId: 'ent-write',
  entitlementName: 'Platform: write',
  timeText: '2h',
  reason: 'INC-42: the build is red',
  emergency: false,
  account: null,
  answers: [],
  extendsRequestId: null,
  language: 'en',
  timeZone: null,
};

function draft(change: Partial<Draft> = {}, content: Draft['content'] = form): Draft {
  return {
    id: 'draft-1',
    teamId: 'T0ACME',
    slackUserId: 'U0BEN',
    postedChannel: null,
    ts: null,
    permalink: null,
    shown: null,
    identityId: 'user-ben',
    client: { kind: 'token', name: 'laptop' },
    content,
    state: 'open',
    at: noon,
    endsAt: new Date(noon.getTime() + 86_400_000),
    ...change,
  };
}

const german = textsFor('de');
const wordsOf = (one: Draft) => textsIn(draftMessage(german, one, 'waiting').blocks);

it('a draft says in German what it is, whose words it has, and what can be done', () => {
  expect(wordsOf(draft())).toEqual([
    'Ein Agent namens laptop hat diese Anfrage für dich entworfen: *GitHub · Platform: write*. Nichts ist angefragt, bis du sie abschickst.',
    'für 2 Stunden',
    'INC-42: the build is red',
    'Abschicken',
    'Ändern',
    'Verwerfen',
    expect.stringContaining('die Worte können von einer Maschine sein'),
  ]);
});

it.each([
  [{ ...form, emergency: true }, 'Notfallanfrage'],
  [{ ...form, extendsRequestId: 'request-1' }, 'Anfrage auf mehr Zeit'],
  [
    { kind: 'give-back', requestId: 'request-1', appName: 'GitHub', entitlementName: 'Write' },
    'dass du das zurückgibst',
  ],
] as const)('a draft says what it is about: %j', (content, words) => {
  expect(wordsOf(draft({}, content))[0]).toContain(words);
});

it.each([
  ['en', 'for 2 hours more'],
  ['de', '2 Stunden länger'],
] as const)('a draft of more time says what comes on top, in %s', (language, words) => {
  const content: DraftedForm = { ...form, extendsRequestId: 'request-1' };
  const { blocks } = draftMessage(textsFor(language), draft({}, content), 'waiting');
  expect(textsIn(blocks)[1]).toBe(words);
});

it('a draft shows all that would be sent: account, time as typed, and every answer', () => {
  const content: DraftedForm = {
    ...form,
    timeText: 'until Friday *18:00*',
    account: { id: 'account-1', name: 'ben-admin' },
    answers: [
      { fieldId: 'ticket', question: 'Ticket', text: '<!here> INC-42', arePeople: false },
      { fieldId: 'lead', question: 'Lead', text: 'U0ANA', arePeople: true },
    ],
  };
  const { blocks } = draftMessage(textsFor('en'), draft({}, content), 'waiting');
  expect(textsIn(blocks).slice(1, 5)).toEqual([
    'Time: until Friday ∗18:00∗ · account ben-admin',
    'INC-42: the build is red',
    'Ticket: <!here> INC-42',
    'Lead: <@U0ANA>',
  ]);
  expect(blocks[3]).toMatchObject({ text: { type: 'plain_text' } });
});

it('a draft fits Slack, however long its words are', () => {
  const nasty = '<&>*_~'.repeat(1_000);
  const content: DraftedForm = {
    ...form,
    appName: nasty,
    entitlementName: nasty,
    timeText: nasty.slice(0, 200),
    reason: nasty.slice(0, 3_000),
    account: { id: 'account-1', name: nasty },
    answers: [{ fieldId: 'more', question: 'More', text: nasty.slice(0, 2_900), arePeople: false }],
  };
  for (const [, texts] of allTexts)
    for (const state of ['waiting', 'sent', 'discarded', 'ended'] as const) {
      const one = draft({ client: { kind: 'token', name: nasty } }, content);
      expect(messageMistakes(draftMessage(texts, one, state))).toEqual([]);
    }
});
