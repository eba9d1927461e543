/**
 * How settings are described, so that each mistake names what is there and what would be right; and
 * the values that several settings take.
 */
import { z } from 'zod';
import { longestWireSeconds, readDuration } from '../domain/request/time-text.ts';
import { closestName } from '../domain/text/folded-text.ts';
import type { ConfigMistake } from './mistakes.ts';
import type { YamlSource } from './yaml-source.ts';

interface Issue {
  readonly input?: unknown;
}

/** The error of a zod type: names the value that is there; `right` says what to write instead. */
export function expecting(right: string): { readonly error: (issue: Issue) => string } {
  return {
    error: (issue) => `${shown(issue.input)}; write ${right}.`,
  };
}

/**
 * Other ways to write a setting, which its type does not show because something is done before it
 * is checked: `access.schema.json` tells them to editors.
 */
export const writtenAlso: z.core.$ZodRegistry<{
  readonly ways: readonly z.core.JSONSchema.BaseSchema[];
}> = z.registry();

/** Settings by name; others are a mistake. */
export function settings<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    // `shapeMistakes` makes a sentence for each unknown name; it finds the known names in this
    // message.
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? names.join(', ')
        : `${shown(issue.input)}; write settings: ${names.join(', ')}.`,
  });
}

/**
 * Text that `read` converts, or refuses with null. Editors know what is right, and the `pattern` of
 * all that `read` takes.
 */
export function textThat<T extends NonNullable<unknown>>(
  read: (text: string) => T | null,
  right: string,
  pattern?: RegExp,
): z.ZodType<Awaited<T>, string> {
  const forEditors = { description: right, ...(pattern && { pattern: pattern.source }) };
  return z
    .string(expecting(right))
    .meta(forEditors)
    .transform((text, context) => {
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: `${shown(text)}; write ${right}.` });
      return z.NEVER;
    });
}

/** Any text but an empty one, trimmed. */
export const textSetting = (right: string): z.ZodType<string, string> =>
  textThat((written) => written.trim() || null, right);

export const textMatching = (pattern: RegExp, right: string): z.ZodType<string, string> =>
  textThat((text) => (pattern.test(text) ? text : null), right, pattern);

/** A rule for `textThat`. */
type Rule = (text: string) => string | null;

export const upTo =
  (most: number): Rule =>
  (text) =>
    text.trim() !== '' && text.trim().length <= most ? text.trim() : null;

/** One of these names; for a misspelt one the mistake suggests the closest. */
export function oneOf<const Name extends string>(names: readonly Name[]): z.ZodType<Name, Name> {
  return z.enum(names, {
    error: ({ input }) => {
      const near = typeof input === 'string' ? closestName(input, names) : null;
      return `${shown(input)}; ${near === null ? `write one of ${names.join(', ')}.` : `did you mean ${near}?`}`;
    },
  });
}

/** A setting that may be missing or empty. */
export function optional<Setting extends z.ZodType, const Fallback>(
  setting: Setting,
  fallback: Fallback,
): z.ZodType<z.output<Setting> | Fallback, z.input<Setting> | null | undefined> {
  return setting.nullish().transform((value): z.output<Setting> | Fallback => value ?? fallback);
}

export const flagSetting = optional(z.boolean(expecting('true or false')), false);

/** Settings by name that may be missing as a whole: then each has its default. */
export function group<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodType<z.output<z.ZodObject<Shape, z.core.$strict>>> {
  return emptyAsGroup(settings(shape));
}

/** Every setting of a group that is missing or empty has its default. */
export function emptyAsGroup<Group extends z.ZodType>(
  whole: Group,
): z.ZodType<z.output<Group>, unknown> {
  const setting = z.preprocess((value) => value ?? {}, whole);
  writtenAlso.add(setting, { ways: [{ type: 'null' }] });
  return setting;
}

function arrayOf<Item extends z.ZodType>(
  item: Item,
  right: string,
  least: number,
  most = Number.POSITIVE_INFINITY,
): z.ZodType<z.output<Item>[], z.input<Item>[]> {
  return z
    .array(item, expecting(right))
    .min(least, expecting(right))
    .max(most, `has more than ${most} entries; write at most ${most}.`)
    .transform((list) => [...new Set(list)]);
}

/** A list that has to be there and not be empty; in each kind of list repeated items count once. */
export function filledListOf<Item extends z.ZodType>(
  item: Item,
  right: string,
): z.ZodType<z.output<Item>[], z.input<Item>[]> {
  return arrayOf(item, right, 1);
}

/** A list that may be missing, but not be empty. */
export function someOf<Item extends z.ZodType, const Fallback>(
  item: Item,
  right: string,
  fallback: Fallback,
  most?: number,
): z.ZodType<z.output<Item>[] | Fallback> {
  return optional(arrayOf(item, right, 1, most), fallback);
}

/** A list that may be missing or empty. */
export function listSetting<Item extends z.ZodType>(
  item: Item,
  right: string,
  most?: number,
): z.ZodType<z.output<Item>[]> {
  return optional(arrayOf(item, right, 0, most), []);
}

/** The keys of a type with those inside of it, like `retention.noticesSeconds`. */
type KeysIn<Value> = Value extends readonly (infer Item)[]
  ? KeysIn<Item>
  : Value extends ReadonlyMap<unknown, unknown>
    ? never
    : Value extends object
      ? { [Key in keyof Value & string]-?: Key | `${Key}.${KeysIn<Value[Key]>}` }[keyof Value &
          string]
      : never;

/**
 * Holds what a file becomes to the type by which it is read: with a key that the type lacks, which
 * nobody could read, it does not compile. TypeScript alone lets one through that is spread.
 */
export function asRead<Settings>(): <Read extends Settings>(
  settings: Read & Readonly<Record<Exclude<KeysIn<Read>, KeysIn<Settings>>, never>>,
) => Settings {
  return (settings) => settings;
}

const expiryIsWritten =
  'write the day on which the credentials run out in governance.credential.expires; leave this key out.';

/** Settings of earlier versions, and what to do instead. */
const goneSettings: Readonly<Record<string, string>> = {
  'review.allowOwnRequests':
    'the step’s policy in the governance service says whether people may decide on their own requests; leave it out.',
  'governance.allow':
    'governance.operations lists all that the tenant has, including taskActions and taskRevoke; leave this key out.',
  'governance.credential.servicePrincipal': expiryIsWritten,
  'governance.credential.id': expiryIsWritten,
  'governance.without': 'governance.operations lists what the tenant has; leave it out.',
  'limits.commands': 'commands count among limits.clicks; leave it out.',
  audit:
    'the log has the newest head and a line for each sealed entry, and npm run audit -- --after POSITION --json has all of it; leave it out.',
  'webhook.whenUndecided':
    'what nobody decides is denied in time; put a step that people decide behind the webhook, and leave it out.',
  digest:
    'Home lists what waits for each person, and escalation tells a channel what waits too long; leave it out.',
};

/**
 * Judges a setting that can be written in several ways by the way that was meant: the one whose
 * mistake is deepest inside, else the last.
 */
function plainIssues(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const ways = issue.errors.map((way) => plainIssues(way));
    const depthOf = (way: readonly z.core.$ZodIssue[]) =>
      Math.max(0, ...way.map(({ path }) => path.length));
    const deepest = Math.max(...ways.map(depthOf));
    const meant = ways.findLast((way) => depthOf(way) === deepest) ?? [];
    return meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
  });
}

/** The issues of a schema, each with its place in the file. */
export function shapeMistakes(error: z.ZodError, source: YamlSource): ConfigMistake[] {
  return plainIssues(error.issues).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [source.at(issue.path, issue.message)];
    return issue.keys.map((key) => {
      const at = [...issue.path, key];
      const instead = goneSettings[at.join('.')];
      if (instead !== undefined) return source.atName(at, `is gone: ${instead}`);
      const near = closestName(key, issue.message.split(', '));
      const advice =
        near === null
          ? `the settings here are: ${issue.message}. If a later version of the bot knows it, take it out for this one.`
          : `did you mean ${near}?`;
      return source.atName(at, `is not a setting; ${advice}`);
    });
  });
}

function shown(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null || value === '') return 'is empty';
  if (Array.isArray(value)) return value.length === 0 ? 'is an empty list' : 'is a list';
  if (typeof value === 'object') return 'is a group of settings';
  const text = JSON.stringify(value);
  return `is ${text.length > 80 ? `${Array.from(text).slice(0, 60).join('')}…"` : text}`;
}

/** "09:00" in minutes since midnight; null for anything else. */
export function minutesFromText(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim()) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : null;
}

/**
 * Stricter than what people type in Slack: symbols or English words, every number with its unit.
 */
const durationText =
  /^\s*(?:\d+(?:\.\d+)?\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\s*)+$/;

/**
 * `1h`, `90m`, `7d`, `1h 30m` in whole seconds; null for anything else, zero and negatives
 * included.
 */
export function secondsFromText(text: string): number | null {
  if (!durationText.test(text)) return null;
  const seconds = readDuration(text);
  return seconds !== null &&
    Number.isInteger(seconds) &&
    seconds > 0 &&
    seconds <= longestWireSeconds
    ? seconds
    : null;
}

export const channelId = textMatching(
  /^[CG][A-Z0-9]{2,}$/,
  'the id of a Slack channel, like C0REVIEWS (it is at the bottom of the channel’s details)',
);
export const personId = textMatching(
  /^[UW][A-Z0-9]{2,}$/,
  'the member id of a person in Slack, like U0ADMIN (it is in the menu of their profile)',
);
export const userGroupId = textMatching(
  /^S[A-Z0-9]{2,}$/,
  'the id of a Slack user group, like S0ONCALL (it is at the end of the group’s address in Slack)',
);
export const duration = textThat(
  secondsFromText,
  'a time above zero with its unit, like 90m, 4h or 7d',
  durationText,
);
