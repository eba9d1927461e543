import type { AdminRecord } from '../../domain/admin/admin-answer.ts';
import { isObject, withoutSecrets } from './secrets.ts';

/**
 * How a resource is shown: the fields of the table in its order, then every other member under its
 * own name.
 */
export interface Table {
  /** The first that is set is the record's name; `displayName` where left out. */
  readonly names?: readonly string[];
  /** `id` where left out. */
  readonly id?: string;
  /**
   * The most telling fields first. A field whose name does not explain it has a label. `user.email`
   * is a member of a message; only the members named here are shown.
   */
  readonly fields: readonly (string | readonly [path: string, label: string])[];
}

export interface ShownRecord extends AdminRecord {
  readonly json: unknown;
}

/** A record as it may be shown. Secrets are removed before anything else is read from it. */
export function shownRecord(table: Table, record: unknown): ShownRecord {
  const { names = ['displayName'], id: idPath = 'id' } = table;
  const clean = withoutSecrets(record);
  const id = valueAt(clean, idPath);
  const name = names.map((path) => valueAt(clean, path)).find((words) => words !== '') ?? '';
  const ownFields = table.fields.map(labelled);
  const inTable = new Set(
    [...names, idPath, ...ownFields.map(([path]) => path)].map((path) => path.split('.', 1).join()),
  );
  const others = Object.keys(isObject(clean) ? clean : {}).filter((member) => !inTable.has(member));
  const fields = [...ownFields, ...others.map(labelled)].flatMap(([path, label]) => {
    const text = valueAt(clean, path);
    return text === '' ? [] : [{ label, text }];
  });
  return { title: titleOf(name, id), fields, json: clean };
}

/** The name before the id. */
export function titleOf(name: string, id: string): string {
  if (name === '' || name === id) return id === '' ? '(without a name or an id)' : id;
  return id === '' ? name : `${name} (${id})`;
}

const labelled = (field: Table['fields'][number]) =>
  typeof field === 'string' ? ([field, nameWords(memberOf(field))] as const) : field;

function valueAt(record: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((here, name) => (isObject(here) ? here[name] : undefined), record);
  return valueWords(memberOf(path), value);
}

/** `email` for `user.email`. */
const memberOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/**
 * The values of an enumeration begin with its name, whose last word is one of these; only the rest
 * says something (docs/spec/interface.md#versioning).
 */
const enumValue =
  /^[A-Z][A-Z0-9_]*_(?:BOOL|CHANNEL|LEVEL|MATURITY|METHOD|MODE|PROVIDER|REQUIREMENT|SCOPE|SENSITIVITY|SHARING|STATE|STATUS|TIER|TYPE|VALUE)_([A-Z0-9_]+)$/;

/** Members that hold a share of one. */
const shares = /(?:coverage|confidence|ratio)$/i;

/** Empty messages whose presence is their value. */
const markers: ReadonlySet<string> = new Set([
  'doNotSave',
  'durationUnset',
  'oidc',
  'unconfigured',
]);

/** Any value of the interface in words, by the name of its member; empty where nothing is set. */
function valueWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return flagWords(name, value);
  if (typeof value === 'number')
    return shares.test(name) ? `${Math.round(value * 1_000) / 10} %` : String(value);
  if (typeof value === 'string') return textWords(name, value);
  if (Array.isArray(value)) {
    const items = value.map((one) => valueWords(name, one)).filter((words) => words !== '');
    return items.join(value.some(isObject) ? '\n' : ', ');
  }
  if (!isObject(value)) return '';
  return markers.has(name) ? flagWords(name, true) : memberWords(value);
}

/**
 * `...Configured` tells whether a secret is there, which is all that anybody is told
 * (docs/spec/interface.md#conventions, 8).
 */
function flagWords(name: string, value: boolean): string {
  if (name.endsWith('Configured')) return value ? 'set' : 'not set';
  return value ? 'yes' : 'no';
}

function textWords(name: string, value: string): string {
  if (/(?:^|_)(?:UNSPECIFIED|UNKNOWN)$/.test(value) || value.trim() === '') return '';
  if (name.startsWith('duration')) return durationWords(value);
  const member = enumValue.exec(value)?.[1];
  return member === undefined ? value : member.toLowerCase().replaceAll('_', ' ');
}

function memberWords(value: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(value).flatMap(([name, member]) => {
    const words = valueWords(name, member).replaceAll('\n', '; ');
    if (words === '') return [];
    return `${nameWords(name).toLowerCase()}: ${isObject(member) ? `(${words})` : words}`;
  });
  return parts.join(', ');
}

/** `oauth2TokenUrl` as `OAuth 2.0 token URL`; `bearerTokenConfigured` as `Bearer token`. */
function nameWords(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])|Configured$/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\boauth2\b/, 'OAuth 2.0')
    .replaceAll(/\b(?:id|jwt|mcp|oidc|otp|pkce|totp|url)\b/g, (short) => short.toUpperCase());
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const units = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;

/** `14 d`, `90 min`; a duration that is not protobuf seconds is shown as it came. */
function durationWords(protobuf: string): string {
  if (!/^\d{1,12}(\.\d+)?s$/.test(protobuf)) return protobuf;
  const whole = Math.round(Number(protobuf.slice(0, -1)));
  const [unit, seconds] = Object.entries(units).find(
    ([, size]) => whole >= size && whole % size === 0,
  ) ?? ['s', 1];
  return `${whole / seconds} ${unit}`;
}
