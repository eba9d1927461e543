import { isDeepStrictEqual } from 'node:util';
import type { WebClient } from '@slack/web-api';
import type { Place } from '../../domain/message/place.ts';
import { ifNotTaken } from '../../domain/outward/outward-failure.ts';
import type { Carried } from '../platform/slack-calls.ts';
import { calling } from '../platform/web-api-failure.ts';

const historyScopes: ReadonlySet<string> = new Set([
  'channels:history',
  'groups:history',
  'im:history',
]);

interface Sought {
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

async function search(
  client: WebClient,
  { channel, carried, since }: Sought,
  threadTs: string | null,
): Promise<Place | 'none' | 'cannot-look'> {
  const oldest = String(Math.floor(since.getTime() / 1000) - 60);
  const range = { channel, oldest, limit: 200, include_all_metadata: true };
  const looking =
    threadTs === null
      ? calling('conversations.history', () => client.conversations.history(range))
      : calling('conversations.replies', () =>
          client.conversations.replies({ ...range, ts: threadTs }),
        );
  const history = await looking.catch(ifNotTaken);
  if (!history?.ok) return 'cannot-look';
  const message = history.value.messages?.find(({ metadata }) =>
    isDeepStrictEqual(metadata?.event_payload, carried),
  );
  return message?.ts === undefined ? 'none' : { channel, ts: message.ts };
}
