import { closestName } from '../text/folded-text.ts';
import { isPartOfDay, readTimeText } from './time-text.ts';

export type SpokenCommand =
  | { readonly kind: Subcommand }
  | {
      readonly kind: 'ask';
      /**
       * What is wanted: the person's words, one blank between them. Empty where none were typed.
       */
      readonly what: string;
      /**
       * For `readTimeText`, which may still refuse it: "4 hours", "until friday 18:00". Null where
       * none was typed.
       */
      readonly time: string | null;
      /** Slack id of the person it is for; null for oneself. */
      readonly target: string | null;
      /** The text after "because", to the letter; null without one. */
      readonly because: string | null;
      /** A time or person too many, or one that is none, as typed; to be shown back. */
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
 * The subcommand that a single word was most likely meant to be: "stauts" is `status`. null for
 * anything longer, and where none is near.
 */
export function closestSubcommand(what: string): string | null {
  const [first = '', ...others] = what.split(' ');
  return others.length > 0 ? null : closestName(first.replace(/:$/, ''), [...subcommands.keys()]);
}

interface Word {
  readonly typed: string;
  /** Without the comma after it, in lower case. */
  readonly plain: string;
  /** Slack id of the person that the word mentions. */
  readonly mentions: string | null;
}

/**
 * Slack's markup for a typed mention, channel, link or date. A `<` that a person typed arrives as
 * `&lt;`.
 */
const slackMarkup = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>]*>/gi;

const escaped = new RegExp(`${slackMarkup.source}|&(?:amp|lt|gt);`, 'gi');
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Blanks of every kind, the invisible ones included that come with pasted text. */
const blank = '\\s\\u200B\\u2060';
const word = new RegExp(`(?:${slackMarkup.source}|[^${blank}])+`, 'gi');
const mention = /^<@([A-Z0-9]+)(?:\|[^<>]*)?>[,;.]?$/;
const because = /^(?:because|weil|wegen)(?![\p{L}\p{N}_'’-])/iu;
/**
 * The blanks and one colon after "because", unless the colon is another word's: "because :fire: in
 * prod".
 */
const afterBecause = new RegExp(`^(?:[${blank}]*:(?=[${blank}]|$)|:)?[${blank}]*`);
const forWords: readonly string[] = ['for', 'für', 'fuer'];
const untilWords: readonly string[] = ['until', 'till', 'bis'];
/**
 * As many words as the longest time that anybody types; after more clauses than anybody types,
 * words are just words.
 */
const longestTime = 6;
const mostTried = 8;
/** Whether words say a time does not hang on when and where they are said. */
const anywhere = { now: new Date(0), timeZone: 'UTC', language: 'en' } as const;

/**
 * `<what> [for <duration> | until <end>] [for @person] [because <text>]`, in English and German.
 * Takes the text of a slash command as Slack escapes it. No text throws and no word is lost: a
 * `for` before neither a time nor a person ("app for payments") belongs to what is wanted.
 */
export function readCommand(text: string): SpokenCommand {
  const { words, reason } = splitCommand(text);
  const [only] = words;
  const subcommand =
    words.length === 1 && reason === null ? subcommands.get(only?.plain ?? '') : undefined;
  if (subcommand !== undefined) return { kind: subcommand };

  const accessWords: Word[] = [];
  const times: string[] = [];
  const targets: string[] = [];
  const leftovers: string[] = [];
  for (let at = 0, tried = 0; at < words.length; ) {
    if (isIntroducing(words[at])) tried += 1;
    const clause = tried <= mostTried ? clauseAt(words, at) : null;
    if (clause === null) {
      accessWords.push(...words.slice(at, at + 1));
      at += 1;
      continue;
    }
    const clauses = clause.kind === 'time' ? times : targets;
    if (clause.kind === 'unclear' || clauses.length > 0)
      leftovers.push(typedText(words, at, at + clause.length));
    else clauses.push(clause.text);
    at += clause.length;
  }
  const what = typedText(accessWords, 0, accessWords.length);
  return {
    kind: 'ask',
    what,
    time: times[0] ?? null,
    target: targets[0] ?? null,
    because: reason,
    leftovers,
  };
}

function splitCommand(text: string): { words: readonly Word[]; reason: string | null } {
  const words: Word[] = [];
  for (const match of text.matchAll(word)) {
    const [escaped] = match;
    const separates = because.exec(escaped);
    if (separates !== null) {
      const rest = text.slice(match.index + separates[0].length).replace(afterBecause, '');
      return { words, reason: rest === '' ? null : typedByPerson(rest) };
    }
    const typed = typedByPerson(escaped);
    const plain = withoutComma(typed).normalize('NFC').toLowerCase();
    words.push({ typed, plain, mentions: mention.exec(escaped)?.[1] ?? null });
  }
  return { words, reason: null };
}

type Clause = {
  readonly kind: 'time' | 'person' | 'unclear';
  readonly text: string;
  readonly length: number;
};

/** The clause that begins at a word; null where the word is one of what is wanted. */
function clauseAt(words: readonly Word[], at: number): Clause | null {
  const [first, next] = words.slice(at, at + 2);
  if (first === undefined) return null;
  // A person whom nothing introduces may be anybody: "the same as @ana".
  if (first.mentions !== null) return { kind: 'unclear', text: '', length: 1 };
  const isFor = forWords.includes(first.plain);
  const isUntil = untilWords.includes(first.plain);
  if ((!isFor && !isUntil) || next === undefined) return null;
  if (isFor && next.mentions !== null) return { kind: 'person', text: next.mentions, length: 2 };
  if (isFor && next.plain.startsWith('@')) return { kind: 'unclear', text: '', length: 2 };
  const from = isFor ? at + 1 : at;
  const end = endOfClause(words, at + 1);
  for (let to = end; to > at + 1; to -= 1) {
    const time = typedText(words, from, to);
    const reading = readTimeText(time, anywhere);
    // "for so long" names no Sunday.
    const isTime = reading.ok && (isUntil || reading.value.until === null || time.length > 3);
    if (isTime || (!reading.ok && reading.refusal.code !== 'not-understood')) {
      // "until tomorrow morning" is told back as a whole: "until tomorrow" alone would be longer.
      const length = to - at + (isPartOfDay(words[to]?.plain ?? '') ? 1 : 0);
      return { kind: 'time', text: typedText(words, from, at + length), length };
    }
  }
  // What is meant as a time is refused as one, with a sentence that says what to type.
  const isMeant = isUntil || /^[-+−]?\d/.test(next.plain);
  return isMeant ? { kind: 'time', text: typedText(words, from, end), length: end - at } : null;
}

/**
 * Where the words from here on end as one clause: before the next one, and where no time is as
 * long.
 */
function endOfClause(words: readonly Word[], from: number): number {
  const most = Math.min(words.length, from + longestTime);
  let at = from;
  while (at < most && !isIntroducing(words[at]) && words[at]?.mentions === null) at += 1;
  return at;
}

function isIntroducing(one: Word | undefined): boolean {
  return one !== undefined && (forWords.includes(one.plain) || untilWords.includes(one.plain));
}

function withoutComma(text: string): string {
  return text.replace(/[,;]+$/, '');
}

function typedText(words: readonly Word[], from: number, to: number): string {
  return withoutComma(
    words
      .slice(from, to)
      .map((one) => one.typed)
      .join(' '),
  );
}

/**
 * What the person typed, from the text of a command or message as Slack escapes it: `<@U1|ana>` is
 * `@ana`, `<#C1|ops>` is `#ops`, `<https://acme.example>` its address, `&lt;` a `<`. Each is undone
 * once: a typed `&lt;` (sent as `&amp;lt;`) stays as it is.
 */
export function typedByPerson(text: string, nameOf: NameOf = idAsName): string {
  return text.replace(
    escaped,
    (piece) => entities[piece.toLowerCase()] ?? typedMarkup(piece.slice(1, -1), nameOf),
  );
}

/** What Slack marks by its id alone, without a label that somebody could read. */
export interface Unlabelled {
  readonly kind: 'person' | 'channel' | 'group';
  readonly id: string;
}

/** The words for it, without the sign in front. */
export type NameOf = (unlabelled: Unlabelled) => string;

/** A group's id tells nobody anything. */
const idAsName: NameOf = ({ kind, id }) => (kind === 'group' ? 'group' : id);

/** Slack ids of user groups that a text names only by id. */
export function unlabelledGroups(text: string): readonly string[] {
  return [...text.matchAll(/<!subteam\^([A-Z0-9]+)\|?>/g)].map(([, id = '']) => id);
}

/** Slack ids of people that a text names only by id. */
export function unlabelledPeople(text: string): readonly string[] {
  return [...text.matchAll(/<@([UW][A-Z0-9]+)\|?>/g)].map(([, id = '']) => id);
}

function typedMarkup(inside: string, nameOf: NameOf): string {
  const bar = inside.indexOf('|');
  const target = withoutEntities(bar < 0 ? inside : inside.slice(0, bar));
  const label = withoutEntities(bar < 0 ? '' : inside.slice(bar + 1));
  const [sign] = target;
  if (sign === '@' || sign === '#') {
    const kind = sign === '@' ? 'person' : 'channel';
    return `${sign}${(label || nameOf({ kind, id: target.slice(1) })).replace(/^[@#]/, '')}`;
  }
  const [, groupId] = /^!subteam\^(.*)$/.exec(target) ?? [];
  if (groupId !== undefined)
    return `@${(label || nameOf({ kind: 'group', id: groupId })).replace(/^@/, '')}`;
  // `<!here>`, `<!date^1700000000^{date}|17 November>`.
  if (sign === '!') return label || `@${target.slice(1)}`;
  // Slack turns typed addresses into links: `<http://acme.example|acme.example>`,
  // `<mailto:ana@acme.example|ana@acme.example>`.
  return label === ''
    ? target
    : target.replace(/\/$/, '').endsWith(label.replace(/\/$/, ''))
      ? label
      : `${label} (${target})`;
}

/** Slack escapes these three in what people type. */
export function withoutEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/gi, (entity) => entities[entity.toLowerCase()] ?? entity);
}
