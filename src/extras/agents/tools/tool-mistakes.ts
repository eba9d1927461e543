/** What is wrong with what an agent wants, for every field. */
import { z } from 'zod';
import type { Reader } from '../../../slack/people/languages.ts';
import { type Texts, textsOfExtra } from '../../../slack/texts.ts';
import { type DraftMistake, plainMistake } from '../drafts/mistake-words.ts';
import type { MeantItem } from './access-offer.ts';
import { plainWords } from './plain-words.ts';
import type { JsonValue, ToolAnswer } from './tool.ts';

export const mistakeOutput = z
  .array(z.object({ field: z.string(), says: z.string() }))
  .describe('What is wrong, for every field; empty where nothing is');

/**
 * An answer of which nothing came but mistakes. Agents repeat it to people, so its words fit both.
 *
 * @param about names of the app and the access; null where they are not to be told
 */
export function answerOfMistakes(
  reader: Reader,
  nothing: { readonly [key: string]: JsonValue },
  all: readonly DraftMistake[],
  about: string | null = null,
): ToolAnswer {
  const mistakes = all.map(({ field, says, isMarked }) => ({
    field,
    says: isMarked ? plainWords(says, reader) : says,
  }));
  const words = mistakeWords(reader.texts);
  const lines = mistakes.map(({ field, says }) => `- ${field}: ${says}`);
  return {
    structured: { ...nothing, mistakes },
    text: [about === null ? words.nothing : words.nothingAbout({ about }), ...lines].join('\n'),
  };
}

/** `names`: what it could be. */
export function namedMistake<Item>(
  texts: Texts,
  field: 'app' | 'access',
  named: Exclude<MeantItem<Item>, { readonly kind: 'one' }>,
): DraftMistake {
  const { several, unknown, near } = mistakeWords(texts);
  const says = named.kind === 'several' ? several : unknown;
  if (named.names.length === 0) return plainMistake(field, says);
  return plainMistake(field, `${says} ${near({ names: named.names.join('; ') })}`);
}

type SomeFields<Shape extends z.ZodRawShape> = z.output<
  z.ZodObject<{ -readonly [Key in keyof Shape]: z.ZodOptional<Shape[Key]> }, z.core.$strip>
>;

/**
 * Every field by itself: one that is wrong hides no other mistake.
 *
 * @returns `fields`: what is right of the input
 */
export function rightFields<Shape extends z.ZodRawShape>(
  texts: Texts,
  schema: z.ZodObject<Shape>,
  input: unknown,
): { readonly fields: SomeFields<Shape>; readonly mistakes: readonly DraftMistake[] } {
  const some = schema.partial();
  const whole = schema.safeParse(input);
  if (whole.success) return { fields: some.parse(input), mistakes: [] };
  const wrong = new Set(whole.error.issues.map(({ path: [field = 'input'] }) => String(field)));
  const mistakes = [...wrong].map((field) => plainMistake(field, mistakeWords(texts).wrong));
  const all = z.record(z.string(), z.unknown()).safeParse(input).data ?? {};
  const rest = Object.fromEntries(Object.entries(all).filter(([field]) => !wrong.has(field)));
  return { fields: some.parse(rest), mistakes };
}

const mistakeWords = textsOfExtra({
  nothing: ['This does not fit:', 'Das passt nicht:'],
  nothingAbout: ['{about}: this does not fit:', '{about}: das passt nicht:'],
  several: ['Several have this name: use the id.', 'Mehrere heißen so: nimm die ID.'],
  unknown: [
    'Nothing on offer has this id or this whole name. Look with find_access.',
    'Nichts im Angebot hat diese ID oder diesen ganzen Namen. Suche mit find_access.',
  ],
  wrong: [
    'This is missing, or not what the tool’s description asks for.',
    'Das fehlt oder ist nicht, was die Beschreibung des Werkzeugs verlangt.',
  ],
  near: ['It could be: {names}', 'Es könnte sein: {names}'],
} as const);
