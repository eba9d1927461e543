/** Links in messages: which may be followed, and which lead to a message of this workspace. */
import { html } from 'hono/html';
import type { Html } from './html.ts';
import { addressOf } from './place.ts';
import type { Reader } from './reader.ts';

const permalink = /^https?:\/\/[^/]+\/archives\/([A-Z0-9]+)(?:\/p(\d{10})(\d{6}))?(?:\?(.*))?$/;

/**
 * The address on this page, for the same reader, that a permalink stands for; null for any other
 * link.
 */
function ownAddress(reader: Reader, url: string): string | null {
  const [, conversationId, seconds, micros, query] = permalink.exec(url) ?? [];
  if (conversationId === undefined || !reader.sees(conversationId)) return null;
  const messageTs = seconds === undefined ? null : `${seconds}.${micros}`;
  return addressOf(reader.personId, conversationId, {
    messageTs,
    threadTs: new URLSearchParams(query).get('thread_ts'),
  });
}

/**
 * `href` and `target` of a link; null where a click must not be followed, as with `javascript:`.
 */
export function linkTo(reader: Reader, url: string): Html | null {
  const trimmed = url.trim();
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const own = ownAddress(reader, trimmed);
  return own === null
    ? html`href="${trimmed}" target="_blank" rel="noopener noreferrer"`
    : html`href="${own}"`;
}
