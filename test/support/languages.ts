import { type Language, languages } from '../../src/domain/text/sentence.ts';
import type { Languages } from '../../src/slack/people/languages.ts';
import { type Texts, textsFor } from '../../src/slack/texts.ts';

/** Every language that there is, with its texts, for tests that all of them have to pass. */
export const allTexts: readonly (readonly [Language, Texts])[] = languages.map((one) => [
  one,
  textsFor(one),
]);

/** Where everybody reads the same language. */
export function everybodyReads(language: Language): Languages {
  const texts = textsFor(language);
  return {
    workspace: texts,
    textsOf: async () => texts,
    textsInTurn: async () => texts,
    heard: () => undefined,
    rememberedTextsOf: () => texts,
    readerFrom: () => ({ language, texts, timeZone: null }),
    readerOf: async () => ({ language, texts, timeZone: null }),
  };
}
