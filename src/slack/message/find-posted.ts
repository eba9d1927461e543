import { isDeepStrictEqual } from 'node:util';
import type { WebClient } from '@slack/web-api';
import type { Place } from '../../domain/message/place.ts';
import { ifNotTaken, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { Carried } from '../platform/slack-calls.ts';
import { calling } from '../platform/web-api-failure.ts';

const historyScopes: ReadonlySet<string> = new Set([
  'channels:history',
  'groups:history',
  'im:history',
]);

/** As far as a busy channel is read: a card that waits for its post must not wait for all of it. */
const mostPages = 20;
const longestSearchMs = 20_000;

interface Sought {
  readonly now: () => Date;
  readonly channel: string;
  readonly carried: Carried;
  readonly since: Date;
  /** The message in whose thread it was posted; null = right in the channel. */
  readonly threadTs: string | null;
}

interface PostedMatch {
  readonly place: Place;
  /** In the channel although it was posted into a thread. */
  readonly isAstray: boolean;
}

/**
 * Looks for a message that was perhaps posted. A reply is looked for in the channel, too: a process
 * that ended before it deleted a stray reply would leave it there, and post another one.
 */
export async function findPosted(
  client: WebClient,
  sought: Sought,
): Promise<PostedMatch | 'none' | 'cannot-look'> {
  const probe = await calling('auth.test', () => client.auth.test());
  const scopes = probe.ok ? (probe.value.response_metadata?.scopes ?? []) : [];
  if (!scopes.some((scope) => historyScopes.has(scope))) return 'cannot-look';
  const inThread =
    sought.threadTs === null ? 'none' : await search(client, sought, sought.threadTs);
  if (typeof inThread !== 'string') return { place: inThread, isAstray: false };
  const inChannel = await search(client, sought, null);
  return typeof inChannel === 'string'
    ? inChannel
    : { place: inChannel, isAstray: sought.threadTs !== null };
}

/** A search that comes to its bound cannot tell: the message may stand further back. */
async function search(
  client: WebClient,
  { now, channel, carried, since }: Sought,
  threadTs: string | null,
): Promise<Place | 'none' | 'cannot-look'> {
  const oldest = String(Math.floor(since.getTime() / 1000) - 60);
  const endMs = now().getTime() + longestSearchMs;
  let cursor = '';
  for (let pages = 0; pages < mostPages && now().getTime() < endMs; pages += 1) {
    const range = { channel, oldest, limit: 200, include_all_metadata: true };
    const from = cursor === '' ? range : { ...range, cursor };
    const looking =
      threadTs === null
        ? calling('conversations.history', () => client.conversations.history(from))
        : calling('conversations.replies', () =>
            client.conversations.replies({ ...from, ts: threadTs }),
          );
    const history = await looking.catch(cursor === '' ? ifNotGiven : ifNotGivenOn);
    if (!history?.ok) return 'cannot-look';
    const { messages, response_metadata: metadata } = history.value;
    const message = messages?.find((one) =>
      isDeepStrictEqual(one.metadata?.event_payload, carried),
    );
    if (message?.ts !== undefined) return { channel, ts: message.ts };
    cursor = metadata?.next_cursor ?? '';
    if (cursor === '') return 'none';
  }
  return 'cannot-look';
}

/** A history scope may cover channels alone, and not direct messages: there nobody can look. */
function ifNotGiven(error: unknown): null {
  if (error instanceof OutwardFailure && error.kind === 'out-of-scope') return null;
  return ifNotTaken(error);
}

/** A limit ends the search here: searches that all began anew would only limit each other. */
function ifNotGivenOn(error: unknown): null {
  if (error instanceof OutwardFailure && error.kind === 'rate-limited') return null;
  return ifNotGiven(error);
}
