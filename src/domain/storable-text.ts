/**
 * PostgreSQL's text cannot hold NUL, and its JSON cannot hold half a surrogate pair. Both can come from Slack, from the service
 * or from a person, so they are replaced by U+FFFD.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
