import type { Sentence } from '../../../domain/text/sentence.ts';

/** What was typed may mean several, or none of these: nobody guesses. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly says: Sentence;
  /** What may be meant; a few. */
  readonly choices: readonly { readonly id: string; readonly title: string }[];
}

/** Before a word that is an id and no name, whatever has that name. */
export const idMark = 'id:';

/** As many as anybody reads. */
export const mostChoices = 8;

/** On a line: the choices with their ids. */
export function unclearWords({ says: [words], choices }: Unclear): string {
  if (choices.length === 0) return words;
  const listed = choices.map(({ title }) => title).join('; ');
  return `${words} Perhaps: ${listed}. Type ${idMark} and the id of the one you mean.`;
}
