import { describe, expect, it } from 'vitest';
import { languages } from '../../src/domain/language.ts';
import { limits } from '../../src/slack/limits.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';

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
    return [{ path, text, parts: [...parts].sort() }];
  }
  if (typeof tree !== 'object' || tree === null) throw new Error(`${path} is no sentence`);
  return Object.entries(tree).flatMap(([key, one]) => sentencesOf(one, path === '' ? key : `${path}.${key}`));
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

const english = sentencesOf(textsFor('en'));
const german = sentencesOf(textsFor('de'));
const germanAt = new Map(german.map((one) => [one.path, one]));

/** What is right in both. */
const sameInBoth = new Set(['requestForm.app']);

/** Where Slack is strict, by the path's end: the longest that fits. */
const strict: readonly (readonly [RegExp, number])[] = [
  [
    /^requestForm\.(?:title|emergencyTitle|extendTitle|submit|emergencySubmit|cancel|close|received)$/,
    limits.modalTitle,
  ],
  [/^review\.(?:denyTitle|deny|back|wholeTitle|close)$/, limits.modalTitle],
  [/[Pp]laceholder$/, 150],
  [/^actions\./, limits.optionText],
  [/^(?:card\.(?:showEverything|moreInConsole)|home\.request|notices\.uncertain\.(?:again|leave))$/, limits.buttonText],
  [/^notices\.uncertain\.(?:againConfirm|back)$|^requestForm\.emergency(?:Confirm|Deny)$/, limits.confirmButton],
  [/(?:againTitle|ConfirmTitle)$/, limits.confirmTitle],
  [/^notices\.uncertain\.againWarning$/, limits.confirmText],
  [/^requestForm\.(?:emergencyOption|listUnavailable)$/, limits.optionText],
  [/^times\.|^requestForm\.(?:yes|no)$/, limits.optionText],
  [/^refusals\.mistakes\./, 150],
];

describe('the texts', () => {
  it('are the same sentences in every language', () => {
    for (const language of languages) {
      expect(sentencesOf(textsFor(language)).map((one) => one.path)).toEqual(english.map((one) => one.path));
    }
    expect(english.length).toBeGreaterThan(200);
  });

  it('are translated: none is the same in both languages, but the few where that is right', () => {
    const same = english.filter(({ path, text }) => germanAt.get(path)?.text === text && /\p{L}/u.test(bare(text)));
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

  it('are never empty, and hold no sign that only a surface may write', () => {
    for (const { path, text } of [...english, ...german]) {
      expect([path, text.trim()]).not.toEqual([path, '']);
      expect([path, /[<>&]|undefined| {2}|\.\./.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  it.each(languages)('in %s fit where Slack is strict', (language) => {
    const sentences = sentencesOf(textsFor(language));
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

  it('are told to one person: “du” in German, never “Sie”', () => {
    for (const { path, text } of german) {
      expect(`${path}: ${text}`).not.toMatch(/\b(?:Ihnen|Ihre[nmrs]?|klicken Sie|bitte Sie)\b/);
    }
  });
});

describe('what is counted', () => {
  it.each([
    [1, '1 Tag', '1 day', 'Hier kannst du 1 App anfragen.', '1 weitere Person'],
    [3, '3 Tage', '3 days', 'Hier kannst du 3 Apps anfragen.', '3 weitere'],
  ])('%i is said right in both languages', (count, tage, days, apps, more) => {
    const [en, de] = [textsFor('en'), textsFor('de')];
    expect([de.times.days({ count }), en.times.days({ count })]).toEqual([tage, days]);
    expect([de.help.apps({ count }), de.lists.more({ count })]).toEqual([apps, more]);
  });

  it('one reviewer is not “1 of its reviewers”', () => {
    const german1 = textsFor('de').notices.elsewhere;
    expect(german1.sent({ count: 1 })).toBe('Ich habe sie der Person, die darüber entscheidet, direkt geschickt.');
    expect(german1.sent({ count: 2 })).toBe('Ich habe sie 2 der Personen, die darüber entscheiden, direkt geschickt.');
    expect(textsFor('de').card.earlierDecisions({ count: 1 })).toBe('… 1 frühere Entscheidung');
  });
});

/** A sentence without its parts. */
function bare(text: string): string {
  return text.replaceAll(/«\w+»/g, '');
}
