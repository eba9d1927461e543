import { slackMarkup, typedByPerson } from './typed-by-person.ts';

/** A word of a command: as the person typed it, and as the grammar sees it. */
export interface CommandWord {
  readonly typed: string;
  /** Without the quotes around it and the comma after it. */
  readonly bare: string;
  /** The bare word in lower case: the form that clauses are recognised by. */
  readonly plain: string;
  /** Slack id of the person that the word mentions. */
  readonly mentions: string | null;
}

export interface CommandText {
  readonly words: readonly CommandWord[];
  /** What follows the first "because" or "reason:", to the letter; null without one. */
  readonly because: string | null;
}

/** Blanks of every kind, the invisible ones included that come with pasted text. */
const blank = '\\s\\u200B\\u2060';
const word = new RegExp(`(?:${slackMarkup.source}|[^${blank}])+`, 'gi');
const mention = /^<@([A-Z0-9]+)(?:\|[^<>]*)?>[,;.]?$/;
/** "reason" is also a thing one can ask for: only its colon makes it a separator. */
const because = /^(?:(?:because|weil|wegen)(?![\p{L}\p{N}_'’-])|(?:reason|grund|begründung)(?=:))/iu;
/** The separator's own blanks and one colon, unless it is another word's: "because :fire: in prod". */
const separator = new RegExp(`^(?:[${blank}]*:(?=[${blank}]|$)|:)?[${blank}]*`);

export function splitCommand(text: string): CommandText {
  const words: CommandWord[] = [];
  for (const match of text.matchAll(word)) {
    const separates = because.exec(match[0]);
    if (separates === null) {
      words.push(wordOf(match[0]));
      continue;
    }
    const rest = text.slice(match.index + separates[0].length).replace(separator, '');
    return { words, because: rest === '' ? null : typedByPerson(rest) };
  }
  return { words, because: null };
}

function wordOf(escaped: string): CommandWord {
  const typed = typedByPerson(escaped);
  const bare = typed.replace(/^["'“”„«»‘’‚]+|["'“”„«»‘’‚,;]+$/gu, '');
  return { typed, bare, plain: bare.normalize('NFC').toLowerCase(), mentions: mention.exec(escaped)?.[1] ?? null };
}
