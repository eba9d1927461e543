import { RE2JS } from 're2js';

/**
 * PostgreSQL's text cannot hold NUL, and its JSON cannot hold half a surrogate pair. Both can come
 * from Slack, from the service or from a person, so they are replaced by U+FFFD.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/**
 * Whether nobody can read anything in it: spaces alone, and characters that are not seen, of which
 * some count as letters and symbols.
 */
export function isBlank(text: string): boolean {
  return !/[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]]/v.test(text);
}

/**
 * An address as it is compared: whatever the case of A to Z. Unicode folds other signs into these,
 * the Kelvin sign into `k`, so that who has an address with one would be somebody else.
 */
export function comparableEmail(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Marks that reorder the text around them, in which a name would read as another one. */
const reordering = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const reorders = new RegExp(`[${reordering}]`, 'g');
const controls = new RegExp(`[^\\P{Cc}\\n]|[\\u2028\\u2029${reordering}]`, 'gu');

/** Marks that reorder text are shown as ⟨U+202E⟩ and not obeyed. */
export function visibleMarks(text: string): string {
  return text.replace(reorders, (sign) => `⟨U+${hexOf(sign)}⟩`);
}

/** For a terminal: everything that would control it is shown too, except line breaks. */
export function visibleControls(text: string): string {
  return text.toWellFormed().replace(controls, (sign) => `⟨U+${hexOf(sign)}⟩`);
}

/** JSON of equal meaning, with everything that would control a terminal as an escape. */
export function visibleJson(json: string): string {
  return json.replace(controls, (sign) => `\\u${hexOf(sign)}`);
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

const longestName = 80;

/** Control characters, line ends, and characters that reorder or hide text. */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/**
 * A name that people can give themselves, in quotes that it cannot end: what stands outside of them
 * are the bot's own words.
 */
export function quotedName(name: string): string {
  const characters = Array.from(plain(name));
  const excerpt =
    characters.length > longestName
      ? `${characters.slice(0, longestName - 1).join('')}…`
      : characters.join('');
  return `"${excerpt}"`;
}

/** Who did something, as the comments in the service name them. */
export function nameAndEmail(person: {
  readonly name: string;
  readonly email: string | null;
}): string {
  if (person.email === null) return quotedName(person.name);
  return `${quotedName(person.name)} (${plain(person.email).replaceAll(/[\s()]/g, '')})`;
}

/** Everything that a terminal or a browser takes for the end of a line. */
const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Quotes typed text that follows the bot's own words. Each line after the first is marked as a
 * quotation, or a typed line could pass for one of the bot's.
 */
export function quotedBehind(text: string): string {
  return text.replace(lineEnds, '\n> ');
}

/** On one line, without characters that control, reorder or hide what is around them. */
export function plainText(text: string): string {
  return text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim();
}

function plain(text: string): string {
  return plainText(text).replaceAll(/["“”„«»]/g, "'");
}

/** How many RE2 steps all patterns of one form may take together: some 30 ms. */
const mostSteps = 1_500_000;
/** The cost of compiling one instruction of a pattern, in matching steps. */
const stepsToCompile = 100;
/** The cost of a class of Unicode's, as `\p{L}`: one can take as long as hundreds of others. */
const stepsOfClass = 5_000;
const longestPattern = 1_000;

/**
 * Checks texts against the patterns of a tenant's form. RE2 always ends, but long patterns on long
 * texts add up, and the whole bot waits meanwhile. A pattern that exceeds the budget or cannot be
 * compiled is left to the service, which checks every answer anyway.
 */
export class PatternBudget {
  #stepsLeft = mostSteps;
  /** Null: left to the service. */
  readonly #compiled = new Map<string, RE2JS | null>();

  /** Also true if the check is left to the service. */
  matches(text: string, pattern: string): boolean {
    const compiled = this.#compile(pattern);
    if (compiled === null || !this.#take(compiled.programSize() * text.length)) return true;
    return compiled.matcher(text).find();
  }

  #compile(pattern: string): RE2JS | null {
    const earlier = this.#compiled.get(pattern);
    if (earlier !== undefined) return earlier;
    const classes = pattern.slice(0, longestPattern).match(/\\p/gi)?.length ?? 0;
    const isCompiled = this.#take(classes * stepsOfClass) && pattern.length <= longestPattern;
    const compiled = isCompiled ? compileOrNull(pattern) : null;
    // The size is known only after compiling, so the last pattern may exceed the budget.
    const size = compiled?.programSize() ?? pattern.length;
    const isWithinReach = this.#take(size * stepsToCompile);
    this.#compiled.set(pattern, isWithinReach ? compiled : null);
    return isWithinReach ? compiled : null;
  }

  #take(steps: number): boolean {
    this.#stepsLeft -= steps;
    return this.#stepsLeft >= 0;
  }
}

function compileOrNull(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}
