/**
 * PostgreSQL's text has no NUL, and its JSON no half characters either. Both can come from the service or from whoever typed; a
 * sign that stands for them is kept instead, so that the rest is not lost with them.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** A value as JSON for a `jsonb` column. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storableText(member) : member));
}
