import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../src/domain/record/audit-filter.ts';
import { auditSentence } from '../../../src/domain/record/audit-sentence.ts';
import { facts } from '../../../src/domain/record/facts.ts';

const names = {
  people: new Map([
    ['U0ANA', 'Ana'],
    ['U0BEN', 'Ben'],
  ]),
  numbers: new Map([['request-1', '1018']]),
};

function sentenceOf(kind: string, change: Partial<AuditLine> = {}): string {
  const entry: AuditLine = {
    seq: 1,
    at: '2026-03-02T12:00:00.000Z',
    kind,
    actor: null,
    app: null,
    requestId: 'request-1',
    taskId: null,
    detail: {},
    ...change,
  };
  return auditSentence(entry, names);
}

describe('the sentence of an audit entry', () => {
  it.each(Object.keys(facts))('is a sentence for %s', (kind) => {
    const sentences = [sentenceOf(kind, { actor: 'U0ANA' }), sentenceOf(kind)];
    expect(sentences.some((one) => /^(Ana|Ana’s|#1018|The|Old|A|Somebody) /.test(one))).toBe(true);
  });

  it('says to whom something was reassigned, and to how long it was shortened', () => {
    const said = (kind: string, detail: AuditLine['detail']) =>
      sentenceOf(kind, { actor: 'U0ANA', detail });
    const people = ['U0BEN', 'U0NEW'];
    expect(said('reassign.done', { people, reason: 'away' })).toBe(
      'Ana reassigned #1018 to Ben, U0NEW: “away”',
    );
    expect(said('reassign.done', {})).toBe('Ana reassigned #1018');
    expect(said('shorten.done', { durationSeconds: 3_600 })).toBe('Ana shortened #1018 to 1 hour');
  });

  it.each([
    [
      { startedAt: '2026-03-02T12:00:00.000Z', endsAt: '2026-03-02T16:00:00.000Z' },
      '#1018 was closed: access began 2026-03-02 12:00 UTC, end: 2026-03-02 16:00 UTC',
    ],
    [
      { startedAt: '2026-03-02T12:00:00.000Z', endsAt: 'until-revoked' },
      '#1018 was closed: access began 2026-03-02 12:00 UTC, end: until revoked',
    ],
    [{ outcome: 'denied' }, '#1018 was closed (denied)'],
  ])('says when access began and ends: %j', (detail, words) => {
    expect(sentenceOf('task.closed', { detail })).toBe(words);
  });

  it.each([
    [{ durationSeconds: 14_400 }, 'Ana requested GitHub · Platform: write for 4 hours (#1018)'],
    [
      { durationSeconds: 14_400, extendsRequestId: 'request-0' },
      'Ana requested GitHub · Platform: write for 4 hours more (#1018)',
    ],
    [{ durationSeconds: null }, 'Ana requested GitHub · Platform: write until revoked (#1018)'],
    [
      { durationSeconds: 5_400, targetSlackId: 'U0BEN', emergency: true, justification: 'INC-42' },
      'Ana requested GitHub · Platform: write for 90 minutes, for Ben, as an emergency (#1018): “INC-42”',
    ],
    [{ targetSlackId: 'U0NEW' }, 'Ana requested GitHub · Platform: write, for U0NEW (#1018)'],
    [{ appName: '', entitlementName: 4 }, 'Ana requested #1018'],
    [
      { draftedBy: { kind: 'slackbot', name: 'Slackbot', draftId: 'draft-1' } },
      'Ana requested GitHub · Platform: write, drafted by Slackbot (#1018)',
    ],
    [
      { draftedBy: { kind: 'token', name: 'laptop', draftId: 'draft-1' } },
      'Ana requested GitHub · Platform: write, drafted by an agent named “laptop” (#1018)',
    ],
  ])('says what was requested: %j', (change, sentence) => {
    const detail = { appName: 'GitHub', entitlementName: 'Platform: write', ...change };
    expect(sentenceOf('request.asked', { actor: 'U0ANA', detail })).toBe(sentence);
  });

  it.each([
    [
      'agent.looked-up',
      { tool: 'find_access', calls: 25 },
      'Ana’s agent “laptop” called find_access (25 in all)',
    ],
    ['agent.connected', {}, 'Ana connected the agent “laptop”'],
    ['agent.disconnected', { end: 'left' }, 'Ana’s agent “laptop” was disconnected (left)'],
  ])('says which agent did what, and for whom: %s', (kind, more, sentence) => {
    const detail = { clientName: 'laptop', ...more };
    expect(sentenceOf(kind, { actor: 'U0ANA', detail, requestId: null })).toBe(sentence);
  });

  it('says for whom a draft of what was prepared, and by which agent', () => {
    const detail = {
      slackUserId: 'U0BEN',
      appName: 'GitHub',
      entitlementName: 'Platform: write',
      draftedBy: { kind: 'token', name: 'laptop', draftId: 'draft-1' },
    };
    expect(sentenceOf('draft.prepared', { detail, requestId: null })).toBe(
      'A draft of GitHub · Platform: write was prepared for Ben by an agent named “laptop”',
    );
  });

  it.each([
    ['forbidden', 'Ana’s “approve” on #1018 was not carried out (forbidden)'],
    ['uncertain', 'Ana’s “approve” on #1018 may have been carried out (uncertain)'],
    ['of-a-later-version', 'Ana’s “approve” on #1018 was not carried out (of a later version)'],
  ])('says why a click was refused: %s', (code, sentence) => {
    const detail = { verb: 'approve', refusal: { code } };
    expect(sentenceOf('click.refused', { actor: 'U0ANA', detail })).toBe(sentence);
  });

  it('says who did what has no person of its own in its sentence', () => {
    const detail = { reason: 'not needed' };
    expect(sentenceOf('request.abandoned', { actor: 'U0ANA', detail })).toBe(
      '#1018 was given up by Ana: “not needed”',
    );
  });

  it('names a kind that another version wrote', () => {
    expect(sentenceOf('grant.moved-on', { actor: 'U0ANA' })).toBe('grant moved on, #1018 by Ana');
  });

  it.each([
    ['expired', 'The access of #1018 ended (expired)'],
    ['given-back', 'The access of #1018 ended (given back)'],
    ['of-a-later-version', 'The access of #1018 ended (of a later version)'],
  ])('says how access ended, not that a request has none: %s', (end, sentence) => {
    expect(sentenceOf('grant.ended', { detail: { end } })).toBe(sentence);
  });
});
