import { describe, expect, expectTypeOf, it } from 'vitest';
import { noticeSentences } from '../../../src/domain/message/notice.ts';
import { refusalKinds, refusals } from '../../../src/domain/refusals/refusals.ts';
import { type Language, languages } from '../../../src/domain/text/sentence.ts';
import { refusalWords } from '../../../src/slack/action/refusal-words.ts';
import { durationWords } from '../../../src/slack/card/task-words.ts';
import { limits } from '../../../src/slack/platform/limits.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { sentencesIn } from '../../support/message-sentences.ts';
import { knownTaskActions } from '../../support/samples.ts';

interface Sentence {
  /** Where it is: `notices.open`. */
  readonly path: string;
  /** With each part as `«name»`. */
  readonly text: string;
  /** Names of the parts that it asks for. */
  readonly parts: readonly string[];
}

/** Every sentence of a language, those with parts filled in with the names of the parts. */
function sentencesOf(tree: unknown, path = ''): readonly Sentence[] {
  if (typeof tree === 'string') return [{ path, text: tree, parts: [] }];
  if (typeof tree === 'function') {
    const parts = new Set<string>();
    const text: unknown = Reflect.apply(tree, undefined, [namesOfParts(parts)]);
    if (typeof text !== 'string') throw new Error(`${path} gives no text`);
    // A mention, which a format has written, as the part that it stands for.
    const named = text.replaceAll(/<@(\w+)>/g, '«$1»');
    return [{ path, text: named, parts: [...parts].sort() }];
  }
  if (typeof tree !== 'object' || tree === null) throw new Error(`${path} is no sentence`);
  return Object.entries(tree).flatMap(([key, one]) =>
    sentencesOf(one, path === '' ? key : `${path}.${key}`),
  );
}

/** Gives every part its own name, and notes which were asked for. */
function namesOfParts(asked: Set<string>): object {
  return new Proxy(
    {},
    {
      get(_target, part) {
        asked.add(String(part));
        return `«${String(part)}»`;
      },
    },
  );
}

/** With the sentences that stand in the objects of messages and of refusals. */
function allTexts(language: Language): object {
  const { say, fill: __, language: _, ...texts } = textsFor(language);
  const spoken =
    (sentence: readonly [string, string]) => (parts: Readonly<Record<string, string>>) =>
      say(sentence, { isTold: () => true, valueIn: (place) => parts[place] ?? '' });
  const messages = Object.entries(noticeSentences).map(([kind, sentences]) => {
    const own = sentencesIn(sentences).map(([path, sentence]) => [path, spoken(sentence)] as const);
    return [kind, Object.fromEntries(own)] as const;
  });
  const said = refusalKinds().map((kind) => [kind, spoken(refusals[kind].says)] as const);
  return {
    ...texts,
    language,
    messages: Object.fromEntries(messages),
    said: Object.fromEntries(said),
  };
}

const english = sentencesOf(allTexts('en'));
const german = sentencesOf(allTexts('de'));
const germanAt = new Map(german.map((one) => [one.path, one]));

/** What is right in both. */
const sameInBoth = new Set(['requestForm.app']);

/** Where Slack is strict, by the path's end: the longest that fits. */
const strict: readonly (readonly [RegExp, number])[] = [
  [/^requestForm\.(?:title|emergencyTitle|extendTitle|submit|cancel|close)$/, limits.modalTitle],
  [/^review\.(?:deny|back|wholeTitle|close)$/, limits.modalTitle],
  [/[Pp]laceholder$/, 150],
  [/^actions\./, limits.optionText],
  [/^(?:card\.showEverything|notices\.(?:mend|seeRequest|uncertain\.leave))$/, limits.buttonText],
  [/^home\.(?:again|extend|giveBack)$/, limits.buttonText],
  [
    /^notices\.uncertain\.again$|^requestForm\.(?:askForEmergency|cancel)$|^home\.giveBack$/,
    limits.confirmButton,
  ],
  [/(?:ConfirmTitle|giveBackTitle)$/, limits.confirmTitle],
  [
    /(?:againWarning|giveBackWarning|withdrawWarning|onCallIsCalled|onCallWillBeCalled|emergencyRules|emergencyStartsOver)$/,
    limits.confirmText,
  ],
  [/^requestForm\.(?:askForEmergency|listUnavailable)$/, limits.optionText],
  [/^times\.untilRevoked$|^requestForm\.(?:yes|no)$/, limits.optionText],
];

describe('the texts', () => {
  it('name every action that is known', () => {
    expect(Object.keys(textsFor('en').actions)).toEqual(
      expect.arrayContaining([...knownTaskActions]),
    );
    expect(english.length).toBeGreaterThan(200);
  });

  it('differ between the languages, except a few that should not', () => {
    const same = english.filter(
      ({ path, text }) => germanAt.get(path)?.text === text && /\p{L}/u.test(bare(text)),
    );
    expect(same.map((one) => one.path).sort()).toEqual([...sameInBoth].sort());
  });

  it('ask for the same parts, and say each of them', () => {
    for (const one of english) {
      const other = germanAt.get(one.path);
      expect([one.path, other?.parts]).toEqual([one.path, one.parts]);
    }
    for (const { path, text, parts } of [...english, ...german]) {
      for (const part of parts) expect(`${path}: ${text}`).toContain(`«${part}»`);
    }
  });

  it('need each of their parts, or do not compile', () => {
    const { forWhat } = textsFor('en').notices;
    expectTypeOf(forWhat)
      .parameter(0)
      .toEqualTypeOf<Readonly<Record<'what' | 'request', string | number>>>();
    expect(forWhat({ what: 'GitHub', request: 'It' })).toBe('It for GitHub');
  });

  it('format values themselves, and leave out what has none', () => {
    const [en, de] = [textsFor('en'), textsFor('de')];
    const duplicate = (numericId: string, reviewers: readonly string[]) =>
      refusalWords(en, { code: 'duplicate', numericId, reviewers });
    expect(duplicate('1001', ['Ana', '[[x]] {numericId}'])).toBe(
      'This was asked for already (#1001). It is waiting for Ana or [[x]] {numericId}.',
    );
    expect(duplicate('', [])).toBe('This was asked for already.');
    expect(refusalWords(en, { code: 'account-gone', account: '<!here>' })).toMatch(
      /^&lt;!here&gt;: /,
    );
    expect(refusalWords(de, { code: 'too-long', longestSeconds: 14_400 })).toContain(
      'Höchstens 4 Stunden',
    );
  });

  it('are never empty, and hold no sign that only a surface may write', () => {
    for (const { path, text } of [...english, ...german]) {
      expect([path, text.trim()]).not.toEqual([path, '']);
      expect([path, /[<>&]|undefined| {2}|\.\./.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  it.each(languages)('in %s fit Slack’s strict limits', (language) => {
    const sentences = sentencesOf(allTexts(language));
    for (const [pattern, longest] of strict) {
      const found = sentences.filter(({ path }) => pattern.test(path));
      expect([String(pattern), found.length]).not.toEqual([String(pattern), 0]);
      expect(found.filter(({ text }) => text.length > longest)).toEqual([]);
    }
  });

  it('end alike: a sentence with its stop in one language has it in the other', () => {
    const stop = (text: string) => /[.?:]$/.exec(text)?.[0] ?? '';
    for (const { path, text } of english) {
      expect([path, stop(germanAt.get(path)?.text ?? '')]).toEqual([path, stop(text)]);
    }
  });

  it('use words that people know, none of the program', () => {
    const program =
      /governance service|\btasks?\b|sent on|on its way|entitlement|payload|Governance-Dienst|weitergegeben/i;
    expect(matching([...english, ...german], program)).toEqual([]);
  });

  it('neither apologise nor blame', () => {
    const manners = /sorry|apolog|unfortunately|our side|your mistake|leider|entschuldig|bei uns/i;
    expect(matching([...english, ...german], manners)).toEqual([]);
  });

  it('have no English word in German', () => {
    const typed = /`[^`]*`|„[^“]*“|\/[a-z-]+/g;
    const withoutParts = german.map(({ path, text, parts }) => ({
      path,
      parts,
      text: bare(text).replace(typed, ''),
    }));
    expect(
      matching(withoutParts, /\b(?:the|today|at|for|medium|high|low|request|access|please)\b/i),
    ).toEqual([]);
  });

  it('address one person: “du” in German, never “Sie”', () => {
    for (const { path, text } of german) {
      expect(`${path}: ${text}`).not.toMatch(/\b(?:Ihnen|Ihre[nmrs]?|klicken Sie|bitte Sie)\b/);
    }
  });
});

it.each([
  [1, '1 Tag', '1 day', '1 weitere Person'],
  [3, '3 Tage', '3 days', '3 weitere'],
])('%i is said right in both languages', (count, tage, days, more) => {
  const [en, de] = [textsFor('en'), textsFor('de')];
  const seconds = count * 86_400;
  expect([
    durationWords(de, seconds),
    durationWords(en, seconds),
    de.lists.more({ count }),
  ]).toEqual([tage, days, more]);
});

/** Where a sentence has what it should not have. */
function matching(sentences: readonly Sentence[], pattern: RegExp): readonly string[] {
  return sentences
    .filter(({ text }) => pattern.test(text))
    .map(({ path, text }) => `${path}: ${text}`);
}

/** A sentence without its parts. */
function bare(text: string): string {
  return text.replaceAll(/«\w+»/g, '');
}
