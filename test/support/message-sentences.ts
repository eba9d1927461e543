/** What messages say, before it is in the words of Slack. */
import type { Phrase } from '../../src/domain/message/phrase.ts';
import type { Sentence, SentenceTree } from '../../src/domain/text/sentence.ts';

const isSentence = (words: Sentence | SentenceTree): words is Sentence => Array.isArray(words);

/** Every sentence of a message, with its path. */
export function sentencesIn(
  tree: SentenceTree,
  path = '',
): readonly (readonly [string, Sentence])[] {
  return Object.entries(tree).flatMap(([name, one]) =>
    isSentence(one) ? [[`${path}${name}`, one] as const] : sentencesIn(one, `${path}${name}.`),
  );
}

/** Its sentences in English, with their places. */
export function englishIn(phrase: Phrase): readonly string[] {
  return 'parts' in phrase ? phrase.parts.flatMap(englishIn) : [phrase.sentence[0]];
}
