/**
 * Fields of records that are only shown to operators. Each is decoded as the interface declares it,
 * and members that it does not declare are dropped. A value of another type is replaced by words
 * that say so: one wrong detail must not hide the rest of a list.
 */
import { z } from 'zod';

/**
 * What deployments spell otherwise than the interface (docs/spec/deployments.md#names-and-values):
 * their name, then ours.
 */
const interfaceNames: Readonly<Record<string, string>> = {
  matchBatonId: 'matchSyncerId',
  googleEnabled: 'providerAEnabled',
  googleHostedDomains: 'providerAHostedDomains',
  microsoftEnabled: 'providerBEnabled',
  microsoftTenantIds: 'providerBTenantIds',
  awsAccessKeyId: 'cloudAccessKeyId',
  awsSecretAccessKeyConfigured: 'cloudSecretAccessKeyConfigured',
  awsSessionTokenConfigured: 'cloudSessionTokenConfigured',
  slackChannel: 'chatChannel',
};

function underInterfaceNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // Copying every object would make long lists slow.
  if (!Object.keys(value).some((name) => Object.hasOwn(interfaceNames, name))) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    Object.hasOwn(interfaceNames, name) ? interfaceNames[name] : name,
    member,
  ]);
  return Object.fromEntries(entries);
}

/** An object under the names of the interface, whichever spelling came. */
export function spelled<Shape extends z.ZodRawShape>(
  members: Shape,
): z.ZodType<z.output<z.ZodObject<Shape>>> {
  return z.preprocess(underInterfaceNames, z.object(members));
}

/** A field of a record; absent and null stay what they are. */
type Shown = z.ZodType<unknown>;
export type ShownMembers = Readonly<Record<string, Shown>>;

function shown(expected: string, shape: z.ZodType): Shown {
  const words = `(not readable: expected ${expected})`;
  return z.union([shape.nullable(), z.unknown().transform(() => words)]).optional();
}

/**
 * Also dates, durations, 64-bit integers, JSONPaths and open enumerations, which are carried as
 * text.
 */
export const shownText = shown('a text', z.string());
export const shownNumber = shown('a number', z.number());
export const shownInteger = shown('a whole number', z.int());
export const shownFlag = shown('true or false', z.boolean());
/** Free-form JSON; its members are not declared anywhere. */
export const shownObject = shown('an object', z.record(z.string(), z.unknown()));
/** An object with a text `@type` and members that depend on it. */
export const shownTyped = shown(
  'an object with a text @type',
  z.looseObject({ '@type': z.string() }),
);
/** An empty object, whose presence is its value. */
export const shownMarker = shown('an empty object', z.object({}));
/** Names and whether each applies. */
export const shownFlags = shown('names with true or false', z.record(z.string(), z.boolean()));
export const shownAnything: Shown = z.unknown().optional();
export const shownTexts = shownList(shownText);

export function shownList(item: Shown): Shown {
  return shown('a list', z.array(item));
}

export function shownMessage(members: ShownMembers): Shown {
  return shown('an object', spelled(members));
}

/** Members of one kind; their names separated by spaces. */
export function each(names: string, one: Shown): ShownMembers {
  return Object.fromEntries(names.split(' ').map((name) => [name, one]));
}
