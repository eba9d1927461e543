import type { Language } from '../../domain/language.ts';
import { english } from './english/english.ts';
import { german } from './german/german.ts';

/**
 * Every sentence of the chat, in one language. A sentence with parts is a function of its named parts, which come escaped:
 * escaping stays with the surfaces, texts never escape. English is the first one written, so it says what there has to be: a
 * language with a sentence missing does not compile. The operator's `/access-admin` is English only: it shares its words with the
 * command line.
 */
export type Texts = typeof english;

const textsByLanguage: Readonly<Record<Language, Texts>> = { en: english, de: german };

export function textsFor(language: Language): Texts {
  return textsByLanguage[language];
}
