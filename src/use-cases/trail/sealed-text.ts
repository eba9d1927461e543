/**
 * Personal text of an entry of the audit trail is stored beside what is sealed: the detail has the
 * hash of the text with a random salt in its place. Whoever destroys text and salt leaves a trail
 * that still verifies, and a hash with which nobody can check a guess at the text.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { keepingOfField } from '../../domain/record/personal-fields.ts';

const sealedText = z.strictObject({ salt: z.string(), json: z.string() });
const sealedTexts = z.record(z.string(), sealedText);
const placeholder = z.strictObject({ sealed: z.string().regex(/^[0-9a-f]{64}$/) });
const members = z.record(z.string(), z.unknown());

/** A text, as JSON, and what its hash was salted with. */
export type SealedText = Readonly<z.infer<typeof sealedText>>;
/** Keyed by the path of the field in the detail, like `reason` or `refusal.email`. */
export type SealedTexts = Readonly<Record<string, SealedText>>;

export interface SealedDetail {
  readonly detail: Readonly<Record<string, unknown>>;
  /** What in it is personal; null where nothing is. */
  readonly texts: SealedTexts | null;
}

/** A text beside an entry that contradicts the seal. */
export interface TextMistake {
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'added';
}

/** `newSalt`: random, and new for each text, so that equal texts have different hashes. */
export function sealTexts(detail: object, newSalt: () => string): SealedDetail {
  const texts: Record<string, SealedText> = {};
  const sealed = mapFields(detail, '', (path, value, name) => {
    if (keepingOfField(name) !== 'personal' || isEmpty(value)) return value;
    const text = { salt: newSalt(), json: JSON.stringify(value) };
    texts[path] = text;
    return { sealed: textHash(text) };
  });
  return { detail: sealed, texts: Object.keys(texts).length === 0 ? null : texts };
}

/** The detail with its texts back in their places, or a word where one was erased. */
export function openTexts(detail: object, texts: string | null): SealedDetail['detail'] {
  const beside = readTexts(texts) ?? {};
  return mapFields(detail, '', (path, value) => {
    if (!placeholder.safeParse(value).success) return value;
    const text = beside[path];
    return text === undefined ? '(erased)' : jsonIn(text.json);
  });
}

/**
 * The first text that is not what was sealed. A missing text is fine if `isErased` says that a
 * signed entry erased it.
 */
export function textMistake(
  detail: object,
  texts: string | null,
  isErased: (path: string, hash: string) => boolean,
): TextMistake | null {
  const beside = readTexts(texts);
  if (beside === null) return { path: '', kind: 'changed' };
  const hashes = hashesIn(detail);
  for (const [path, hash] of hashes) {
    const text = beside[path];
    if (text === undefined && isErased(path, hash)) continue;
    if (text === undefined) return { path, kind: 'missing' };
    if (textHash(text) !== hash) return { path, kind: 'changed' };
  }
  const added = Object.keys(beside).find((path) => !hashes.has(path));
  return added === undefined ? null : { path: added, kind: 'added' };
}

/** The hashes in a detail, by the path of the field that each stands for. */
export function hashesIn(detail: object): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  mapFields(detail, '', (path, value) => {
    const parsed = placeholder.safeParse(value);
    if (parsed.success) hashes.set(path, parsed.data.sealed);
    return value;
  });
  return hashes;
}

function textHash({ salt, json }: SealedText): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, json]))
    .digest('hex');
}

/** Goes through the fields of a detail, and into those that are kept field by field. */
function mapFields(
  detail: object,
  prefix: string,
  change: (path: string, value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => {
      const path = `${prefix}${name}`;
      const inner = keepingOfField(name) === 'nested' ? members.safeParse(value) : null;
      if (inner?.success === true) return [name, mapFields(inner.data, `${path}.`, change)];
      return [name, change(path, value, name)];
    }),
  );
}

/** An empty value is not personal, and sentences have to know whether there is a text at all. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || typeof value === 'boolean';
}

/** The texts beside an entry; null where somebody else wrote them. */
export function readTexts(texts: string | null): SealedTexts | null {
  if (texts === null) return {};
  const parsed = sealedTexts.safeParse(jsonIn(texts));
  return parsed.success ? parsed.data : null;
}

/** What the JSON holds; null where it is none: somebody else wrote it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
