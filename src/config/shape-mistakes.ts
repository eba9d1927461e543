import { z } from 'zod';
import { closestName } from '../domain/closest-name.ts';
import type { ConfigMistake } from './mistakes.ts';
import type { YamlSource } from './yaml-source.ts';

/** The error of a zod type: names the value that is there; `right` says what to write instead. */
export function expecting(right: string) {
  return { error: (issue: { readonly input?: unknown }) => `${shown(issue.input)}; write ${right}.` };
}

/** Settings by name; others are a mistake. */
export function settings<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    // `shapeMistakes` makes a sentence for each unknown name; it finds the known names in this message.
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? names.join(', ')
        : `${shown(issue.input)}; write settings: ${names.join(', ')}.`,
  });
}

/** Text that `read` converts, or refuses with null; `advise` may say more than `right` about what was written. */
export function textThat<T>(
  read: (text: string) => T | null,
  right: string,
  advise: (text: string) => string | null = () => null,
) {
  return z.string(expecting(right)).transform((text, context) => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: `${shown(text)}; ${advise(text) ?? `write ${right}.`}` });
    return z.NEVER;
  });
}

/** Rules for `textThat`: any text but an empty one, trimmed; text that matches a pattern. */
export const nonEmpty = (text: string) => (text.trim() === '' ? null : text.trim());
export const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null);

/** One of these names; for a misspelt one the mistake suggests the closest. */
export function oneOf<Name extends string>(names: readonly Name[]) {
  return textThat(
    (text) => names.find((name) => name === text) ?? null,
    `one of ${names.join(', ')}`,
    (text) => {
      const near = closestName(text, names);
      return near === null ? null : `did you mean ${near}?`;
    },
  );
}

/** A setting that may be missing or empty. */
export function optional<Setting extends z.ZodType, const Fallback>(setting: Setting, fallback: Fallback) {
  return setting.nullish().transform((value): z.output<Setting> | Fallback => value ?? fallback);
}

/** Settings by name that may be missing as a whole: then each has its default. */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => value ?? {}, settings(shape));
}

/** A list that may be missing; repeated items count once. */
export function listOf<Item extends z.ZodType>(item: Item, right: string) {
  return optional(z.array(item, expecting(right)), []).transform((list) => [...new Set(list)]);
}

export function filledListOf<Item extends z.ZodType>(item: Item, right: string) {
  return z.array(item, expecting(right)).min(1, expecting(right));
}

/** Settings of earlier versions, with what takes their place. */
const removedSettings = new Map([
  [
    'review.allowOwnRequests',
    'is gone: the step’s policy in the governance service says whether people may decide on their own requests; leave it out.',
  ],
]);

/** What a schema refused, each issue with its place in the file. */
export function shapeMistakes(error: z.ZodError, source: YamlSource): ConfigMistake[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [source.at(issue.path, issue.message)];
    return issue.keys.map((key) => {
      const gone = removedSettings.get([...issue.path, key].join('.'));
      if (gone !== undefined) return source.atName([...issue.path, key], gone);
      const near = closestName(key, issue.message.split(', '));
      const advice = near === null ? `the settings here are: ${issue.message}.` : `did you mean ${near}?`;
      return source.atName([...issue.path, key], `is not a setting; ${advice}`);
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
