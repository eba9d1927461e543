import { describe, expect, it } from 'vitest';
import type { DecidedField } from '../../../src/domain/request/fingerprint.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import {
  actionRefusalWords,
  identityRefusalWords,
  mistakeWords,
} from '../../../src/slack/action/refusal-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { shownSample } from '../../support/cards.ts';
import { reviewRefusals, serviceRefusal } from '../../support/refusals.ts';
import { noon, people, person } from '../../support/samples.ts';

const texts = textsFor('en');

describe('refusals in words', () => {
  it('tell who won, when and how', () => {
    const winner = { slackUserId: 'U0CHO', verb: 'approve', at: noon.toISOString() } as const;
    expect(actionRefusalWords(texts, { kind: 'already-decided', winner })).toMatch(
      /^<@U0CHO> already approved this: <!date\^1772452800\^.*>\.$/,
    );
  });

  it.each([
    ['en', null, 'your account is DISABLED.'],
    ['en', 'U0ZORA', 'the account of <@U0ZORA> is DISABLED.'],
    ['de', null, 'ist dein Konto DISABLED.'],
    ['de', 'U0ZORA', 'ist das Konto von <@U0ZORA> DISABLED.'],
  ] as const)('tell in %s whose account is disabled: %s', (language, aboutId, words) => {
    const refusal = { kind: 'inactive', status: 'DISABLED' } as const;
    const said = identityRefusalWords(textsFor(language), refusal, aboutId);
    expect(said).toContain(words);
    expect(said).not.toMatch(/^<@U0ZORA>: /);
  });

  it('name the people who may decide, and count the rest', () => {
    const reviewers = people(8).map((one) => one.name);
    expect(
      actionRefusalWords(texts, { kind: 'not-reviewer', reviewers: ['Ana', 'Cho'] }),
    ).toContain('When you clicked, it waited for Ana or Cho.');
    expect(actionRefusalWords(texts, { kind: 'not-reviewer', reviewers })).toContain(
      'Keeper Number 4 or 3 more',
    );
  });

  it.each<[string, DecidedField, Partial<TaskSnapshot>]>([
    ['The request is now for Mallory. ', 'target', { target: person('user-mallory') }],
    ['The app is now Vault. ', 'app', { appName: 'Vault' }],
    ['The request is now about Platform: write. ', 'entitlements', {}],
    ['The duration is now 365 days. ', 'duration', { grantDurationSeconds: 365 * 86_400 }],
    [
      'The access now lasts until it is revoked. ',
      'duration',
      { grantDurationSeconds: null, isPermanent: true },
    ],
    ['The justification is now: “&lt;!here&gt;”. ', 'justification', { justification: '<!here>' }],
    ['The answers in its form changed. ', 'answers', {}],
    ['The request is now an emergency. ', 'emergency', { emergency: true }],
    ['The request is no longer an emergency. ', 'emergency', {}],
    [
      'Harbour crew would be taken away as well now. ',
      'alsoTaken',
      { alsoTaken: [{ id: 'ent-crew', name: 'Harbour crew' }] },
    ],
    ['Nothing else is taken away any more. ', 'alsoTaken', { alsoTaken: [] }],
  ])('say what changed since the card was rendered: %s', (words, field, task) => {
    const said = actionRefusalWords(
      texts,
      { kind: 'changed', fields: [field] },
      null,
      shownSample(task),
    );
    expect(said).toBe(
      `${words}Your click was not carried out. If the request still waits for you, look at it again.`,
    );
    const german = actionRefusalWords(
      textsFor('de'),
      { kind: 'changed', fields: [field] },
      null,
      shownSample(task),
    );
    expect(german).toMatch(
      / Dein Klick wurde nicht ausgeführt\. Wenn die Anfrage noch auf dich wartet, sieh sie dir noch einmal an\.$/,
    );
  });

  it.each([
    [
      'en',
      'Your decision waited too long, and I will not send it. If the request still waits for you, decide again.',
    ],
    [
      'de',
      'Deine Entscheidung hat zu lange gewartet, und ich sende sie nicht mehr. Wenn die Anfrage noch auf dich wartet, entscheide noch einmal.',
    ],
  ] as const)('stay true once the person has decided again, in %s', (language, words) => {
    expect(actionRefusalWords(textsFor(language), { kind: 'expired' })).toBe(words);
  });

  it.each([
    [
      'en',
      'The reviewers can be nudged once a working day, and had been already. Try again on the next working day.',
    ],
    [
      'de',
      'Die Prüfenden können einmal je Arbeitstag angestupst werden, und das war schon geschehen. Versuche es am nächsten Arbeitstag wieder.',
    ],
  ] as const)('stay true on the day after a second nudge, in %s', (language, words) => {
    expect(actionRefusalWords(textsFor(language), { kind: 'nudged-already' })).toBe(words);
  });

  it('say only that a field changed if its value is unknown, and that a card is too old to tell', () => {
    const fields = ['target', 'emergency'] as const;
    expect(actionRefusalWords(texts, { kind: 'changed', fields })).toMatch(
      /^The request is now for another person\. The request was marked as an emergency, or no longer is\. Your click was not carried out/,
    );
    expect(actionRefusalWords(texts, { kind: 'changed', fields: [] })).toContain('earlier version');
  });

  it('quote the service without interpreting its formatting', () => {
    const words = (message: string) =>
      actionRefusalWords(texts, { kind: 'service', refusal: serviceRefusal('forbidden', message) });
    expect(words('target <user> is not allowed\nto request that')).toContain(
      'The access service says: “target &lt;user&gt; is not allowed to request that”.',
    );
    expect(words('')).not.toContain('says');
  });

  it('show marks that reorder text, also beside a field', () => {
    const mistake = { field: 'emergency', kind: 'not-offered', names: ['Read\u202E'] } as const;
    expect(mistakeWords(texts, mistake)).toContain('Read⟨U+202E⟩');
  });

  it('name people to ask: the first three administrators, or IT', () => {
    const words = (admins: readonly string[]) =>
      identityRefusalWords(textsFor('en', admins), { kind: 'no-email' });
    expect(words(['U1', 'U2', 'U3', 'U4'])).toContain('Ask <@U1>, <@U2> or <@U3>.');
    expect(words([])).toContain('Ask your IT team.');
  });

  it('are all different', () => {
    const words = reviewRefusals('Anchor').map((refusal) =>
      actionRefusalWords(textsFor('en', ['U0HANA']), refusal),
    );
    // Said by the service or found by the bot itself, two of them mean the same.
    expect(new Set(words).size).toBe(words.length - 2);
  });

  it('of somebody without an email do not name an empty one', () => {
    expect(identityRefusalWords(texts, { kind: 'unknown-person', email: '' })).toBe(
      'I cannot find you in the access directory. Ask your IT team.',
    );
  });
});
