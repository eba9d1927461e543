import type { AdminField } from '../use-cases/admin-desk.ts';
import { withoutSecrets } from './secrets.ts';

/** Fields, those that are unset left out. */
export function fieldsOf(fields: readonly (AdminField | null)[]): readonly AdminField[] {
  return fields.filter((field) => field !== null);
}

export function text(label: string, value: string | null | undefined): AdminField | null {
  return value === null || value === undefined || value.trim() === ''
    ? null
    : { label, value: { kind: 'text', text: value } };
}

export function texts(label: string, values: readonly string[]): AdminField | null {
  return text(label, values.filter((value) => value !== '').join(', '));
}

/** Shown also where it is 0: a limit of 0 is one. */
export function count(label: string, value: number, unit = ''): AdminField {
  return { label, value: { kind: 'text', text: `${value}${unit}` } };
}

export function yesNo(label: string, value: boolean): AdminField {
  return { label, value: { kind: 'text', text: value ? 'yes' : 'no' } };
}

/** For `...Configured`: whether a secret is there, which is all that anybody is told (interface.md, Conventions 8). */
export function secret(label: string, isConfigured: boolean): AdminField {
  return { label, value: { kind: 'text', text: isConfigured ? 'set' : 'not set' } };
}

export function moment(label: string, at: string | null): AdminField | null {
  return at === null || at === '' ? null : { label, value: { kind: 'moment', at } };
}

export function percent(label: string, share: number): AdminField {
  return count(label, Math.round(share * 1_000) / 10, ' %');
}

/** `MCP_SERVER_AUTH_METHOD_OAUTH2` as `oauth2`; nothing for `..._UNSPECIFIED`; a value of another family as it is. */
export function enumWords(prefix: string, value: string): string {
  if (value.endsWith('_UNSPECIFIED')) return '';
  const known = value.startsWith(`${prefix}_`) ? value.slice(prefix.length + 1) : value;
  return known === value ? value : known.toLowerCase().replaceAll('_', ' ');
}

export function choice(label: string, prefix: string, value: string): AdminField | null {
  return text(label, enumWords(prefix, value));
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** `90 min`, `14 d`; a duration that is not protobuf seconds is shown as it came. */
export function durationText(protobuf: string): string {
  const seconds = /^\d{1,12}(\.\d+)?s$/.test(protobuf) ? Math.round(Number(protobuf.slice(0, -1))) : null;
  if (seconds === null) return protobuf;
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole} ${unit}`);
  }
  return parts.join(' ') || '0 s';
}

/** A free-form object in one line, `name: value`, without what looks like a secret. */
export function freeObject(label: string, value: Readonly<Record<string, unknown>> | null): AdminField | null {
  if (value === null) return null;
  const parts = Object.entries(withoutSecrets(value)).map(([name, member]) => {
    if (typeof member !== 'boolean' || !name.endsWith('Configured')) return `${name}: ${memberText(member)}`;
    return `${name.slice(0, -'Configured'.length)}: ${member ? 'set' : 'not set'}`;
  });
  return text(label, parts.join(', '));
}

function memberText(member: unknown): string {
  return typeof member === 'string' ? member : (JSON.stringify(member) ?? '');
}
