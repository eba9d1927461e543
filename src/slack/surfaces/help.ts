import type { Texts } from '../texts/texts.ts';
import { helpers } from './refusal-words.ts';
import type { RenderedMessage } from './task-card.ts';
import { marked } from './text.ts';

export function helpMessage(texts: Texts, admins: readonly string[]): RenderedMessage {
  const { howTo, inOneLine, otherWays, emergencies, questions } = texts.help;
  const asking = questions({ helpers: helpers(texts, admins) });
  const words = [howTo, inOneLine, otherWays, emergencies, asking].join('\n');
  return { text: words, blocks: [{ type: 'section', text: marked(words) }] };
}
