/**
 * The words in which the interface is declared here, by hand from its document and from nothing of
 * the bot or the sandbox: what a field holds, whether it may be null or absent, and who may set it.
 */

/** What a field holds. */
export type Kind =
  | {
      readonly is:
        | 'string'
        | 'boolean'
        | 'integer'
        | 'number'
        | 'int64'
        | 'date-time'
        | 'duration'
        | 'base64'
        /** JSONPath into `expanded`; empty where nothing was expanded. */
        | 'path'
        /** Free-form JSON object. */
        | 'object'
        /** Object mapping strings to booleans. */
        | 'flags'
        /** An object without fields; only its presence has a meaning. */
        | 'marker'
        /** Object with a string `@type`. */
        | 'typed-object'
        /** Object whose fields the interface does not show. */
        | 'unshown'
        /** Anything: the interface shows no shape. */
        | 'anything';
      /** How the document names it, where that is not `is`. */
      readonly named?: string;
    }
  | { readonly is: 'enum'; readonly named: string; readonly values: readonly [string, ...string[]] }
  | { readonly is: 'list'; readonly of: Field }
  | { readonly is: 'message'; readonly members: Members }
  | { readonly is: 'resource'; readonly resource: Resource };

export interface Field {
  readonly kind: Kind;
  /** Marked `|null` in the document. */
  readonly nullable: boolean;
  /** Member of a one-of, or otherwise optional: absent where it is not the one that is set. */
  readonly mayBeAbsent: boolean;
}

export type Members = Readonly<Record<string, Field>>;

/** A resource table of the document. */
export interface Resource {
  readonly name: string;
  readonly members: Members;
}

function field(kind: Kind): Field {
  return { kind, nullable: false, mayBeAbsent: false };
}

export const string = field({ is: 'string' });
export const boolean = field({ is: 'boolean' });
export const integer = field({ is: 'integer' });
export const number = field({ is: 'number' });
export const int64 = field({ is: 'int64' });
export const dateTime = field({ is: 'date-time' });
export const duration = field({ is: 'duration' });
export const base64 = field({ is: 'base64' });
export const path = field({ is: 'path' });
export const object = field({ is: 'object' });
export const flags = field({ is: 'flags' });
export const marker = field({ is: 'marker' });
export const typedObject = field({ is: 'typed-object' });
export const anything = field({ is: 'anything' });

/** A message that the document only names. */
export function unshown(named: string): Field {
  return field({ is: 'unshown', named });
}

/** An open enumeration; the values that the document lists, the unspecified one first. */
export function enumeration(named: string, ...values: readonly [string, ...string[]]): Field {
  return field({ is: 'enum', named, values });
}

export function listOf(of: Field): Field {
  return field({ is: 'list', of });
}

export const strings = listOf(string);

export function message(members: Members): Field {
  return field({ is: 'message', members });
}

export function of(resource: Resource): Field {
  return field({ is: 'resource', resource });
}

export function nullable(one: Field): Field {
  return { ...one, nullable: true };
}

export function optional(one: Field): Field {
  return { ...one, mayBeAbsent: true };
}

/** Members of the same kind; names separated by spaces. */
export function each(names: string, one: Field): Members {
  return Object.fromEntries(names.split(' ').map((name) => [name, one]));
}

/** The type as the document writes it. */
export function typeText(one: Field): string {
  return `${kindText(one.kind)}${one.nullable ? ' | null' : ''}`;
}

function kindText(kind: Kind): string {
  switch (kind.is) {
    case 'list':
      return `${kindText(kind.of.kind)}[]`;
    case 'message':
      return `{${Object.keys(kind.members).join(', ')}}`;
    case 'resource':
      return kind.resource.name;
    case 'enum':
      return `enum ${kind.named}`;
    case 'int64':
      return 'string (int64)';
    case 'duration':
      return 'string (duration)';
    case 'base64':
      return 'string (base64)';
    case 'path':
      return 'string (JSONPath)';
    case 'flags':
      return 'object (string to boolean)';
    case 'marker':
      return 'object (empty)';
    case 'typed-object':
      return 'object with @type';
    case 'unshown':
      return kind.named ?? 'object';
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'date-time':
    case 'object':
    case 'anything':
      return kind.is;
  }
}

/**
 * One field with where it is in its resource, request or answer: `connector.account.vaultIds`; list
 * items add nothing.
 */
export interface PlacedField {
  readonly place: string;
  readonly field: Field;
}

/** The members and, of messages that are no resource of their own, their members in turn. */
export function placedFields(members: Members, before = ''): readonly PlacedField[] {
  return Object.entries(members).flatMap(([name, one]) => {
    const place = `${before}${name}`;
    return [{ place, field: one }, ...placedFields(innerMembers(one.kind), `${place}.`)];
  });
}

/** The members of an unnamed message, also of one in a list; none for anything else. */
function innerMembers(kind: Kind): Members {
  if (kind.is === 'list') return innerMembers(kind.of.kind);
  return kind.is === 'message' ? kind.members : {};
}
