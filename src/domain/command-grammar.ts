import { type CommandClause, clauseAt } from './command-clauses.ts';
import { bareText, createTimeFinder, isCompactDuration } from './command-times.ts';
import { isOneTypoFrom } from './command-typos.ts';
import { type CommandWord, splitCommand } from './command-words.ts';

export type SpokenCommand =
  | { readonly kind: Subcommand }
  | {
      readonly kind: 'ask';
      /** What is wanted: the person's words, one blank between them, without quotes around them. Empty where none were typed. */
      readonly what: string;
      /** For `readTimeText`, which may still refuse it: "4 hours", "until friday 18:00". Null where none was typed. */
      readonly time: string | null;
      /** Slack id of the person it is for; null for oneself. */
      readonly target: string | null;
      /** The text after "because", to the letter; null without one. */
      readonly because: string | null;
      /** What is no part of a request, or one time or person too many, as typed and in that order; to be shown back. */
      readonly leftovers: readonly string[];
    };

type Subcommand = 'help' | 'status' | 'list';

const subcommands: ReadonlyMap<string, Subcommand> = new Map([
  ['help', 'help'],
  ['hilfe', 'help'],
  ['status', 'status'],
  ['list', 'list'],
  ['liste', 'list'],
]);

/**
 * `<what> [for <duration>] [until <end>] [for|on behalf of @person] [because <text>]`, in English and German, the clauses in any
 * order before the last; a duration needs no "for" where nothing but a clause follows it, nor where it is the only time and one
 * word ("4h github"). Takes the text of a slash command as Slack escapes it. No text throws and no word is lost: a `for` before neither a time nor a person ("app for payments") belongs
 * to what is wanted. Only "for me" says nothing that is not so anyway.
 */
export function readCommand(text: string): SpokenCommand {
  const { words, because } = splitCommand(text);
  const [first] = words;
  const subcommand = words.length === 1 && because === null ? subcommands.get(first?.plain ?? '') : undefined;
  if (subcommand !== undefined) return { kind: subcommand };

  const times = createTimeFinder();
  const free: CommandWord[] = [];
  const leftovers: string[] = [];
  let time: string | null = null;
  let target: string | null = null;

  /** Keeps the first time and the first person. */
  function take(clause: CommandClause, typed: string): void {
    if (clause.kind === 'oneself') return;
    if (clause.kind === 'time' && time === null) time = clause.time;
    else if (clause.kind === 'person' && clause.target !== null && target === null) target = clause.target;
    else leftovers.push(typed);
  }

  function takeFree(start: number, end: number): void {
    const length = times.durationBefore(words, start, end);
    free.push(...words.slice(start, end - length));
    const duration = bareText(words, end - length, end);
    if (length > 0) take({ kind: 'time', time: duration, length }, typedText(words, end - length, end));
  }

  let start = 0;
  for (let at = 0; at < words.length; ) {
    const clause = clauseAt(words, at, times);
    if (clause === null) {
      at += 1;
      continue;
    }
    takeFree(start, at);
    take(clause, typedText(words, at, at + clause.length));
    at += clause.length;
    start = at;
  }
  takeFree(start, words.length);
  const [compact, another] = time === null ? free.filter((one) => isCompactDuration(one.plain)) : [];
  const isTime = compact !== undefined && another === undefined;
  const wanted = isTime ? free.filter((one) => one !== compact) : free;
  time = isTime ? compact.bare : time;
  return { kind: 'ask', what: bareText(wanted, 0, wanted.length), time, target, because, leftovers };
}

/** The subcommand that a command of one word was most likely meant to be; null where none is near. */
export function nearSubcommand(spoken: SpokenCommand): string | null {
  if (spoken.kind !== 'ask' || spoken.because !== null || spoken.target !== null) return null;
  if (spoken.time !== null || spoken.leftovers.length > 0) return null;
  const word = spoken.what.normalize('NFC').toLowerCase();
  return [...subcommands.keys()].find((one) => isOneTypoFrom(word, one)) ?? null;
}

function typedText(words: readonly CommandWord[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map((one) => one.typed)
    .join(' ');
}
