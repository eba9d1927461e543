/**
 * Addresses of messages, in Slack's form but on the sandbox's own page, so that a click stays in
 * the sandbox.
 */
export function permalink(
  origin: string,
  conversationId: string,
  ts: string,
  threadTs: string | null,
): string {
  const base = `${origin}/archives/${conversationId}/p${ts.replace('.', '')}`;
  return threadTs === null ? base : `${base}?thread_ts=${threadTs}&cid=${conversationId}`;
}
