/** Calls that write to Slack, each in its turn. */

import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Place } from '../../domain/message/place.ts';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ChatRefusal } from '../../use-cases/ports/contents/chat-refusal.ts';
import { type Pacer, PostingPace } from './pacer.ts';
import type { RenderedMessage } from './rendered-message.ts';
import { calling } from './web-api-failure.ts';

const quiet = { unfurl_links: false, unfurl_media: false } as const;

/**
 * The most calls a minute that Slack accepts for each method in a workspace. As many may come at
 * once (docs/spec/slack.md#rate-limits).
 */
const perMinute = {
  'chat.update': 50,
  'chat.delete': 50,
  'views.publish': 100,
  'chat.getPermalink': 300,
} as const;

/** Updates a minute that are reserved for cards on which somebody is deciding. */
const reserved: Readonly<Partial<Record<keyof typeof perMinute, number>>> = { 'chat.update': 10 };

/**
 * A job that slept until its turn would hold up the update that shows a decision, so it goes back
 * to the queue.
 */
const longestWaits: Readonly<Partial<Record<keyof typeof perMinute, number>>> = {
  'chat.update': 250,
};

/** Our metadata on a message: with it a lost answer can be looked up. */
export type Carried = { readonly card_id: string } | { readonly notice_id: string };

export interface Waiting {
  /** Emergencies do not wait behind a flood. */
  readonly isUrgent?: boolean;
  /** Identifies the caller in its lane. A caller without a ticket waits inside its job. */
  readonly ticket?: string;
}

export interface Posting extends Waiting {
  readonly carried?: Carried;
  /** The message in whose thread it goes. */
  readonly threadTs?: string | null;
  /** Unlike a card, it belongs in a thread, not in the channel. */
  readonly isOnlyInThread?: boolean;
}

/** Calls that wait for their turn before they go to Slack. */
export interface SlackCalls {
  /** One call of a method with a budget. `about`: the place or the person that it is about. */
  readonly call: <T>(
    method: keyof typeof perMinute,
    waiting: Waiting & { readonly about: string },
    run: () => Promise<T>,
  ) => Promise<Result<T, ChatRefusal>>;
  readonly update: (
    place: Place,
    message: RenderedMessage,
    isUrgent?: boolean,
  ) => Promise<Result<unknown, ChatRefusal>>;
  readonly post: (
    channel: string,
    message: RenderedMessage,
    posting: Posting,
  ) => Promise<Result<Place, ChatRefusal>>;
}

/** All posts of the workspace together, as soon as Slack is known to limit them. */
const everyPost = 'chat.postMessage';

export function slackCalls(client: WebClient, pacer: Pacer): SlackCalls {
  const pace = new PostingPace(pacer.now);
  async function call<T>(
    method: keyof typeof perMinute,
    { ticket, isUrgent = false, about }: Waiting & { readonly about: string },
    run: () => Promise<T>,
  ): Promise<Result<T, ChatRefusal>> {
    const most = perMinute[method];
    const ordinary = {
      ticket,
      burst: most - (reserved[method] ?? 0),
      longestWaitMs: longestWaits[method],
    };
    await pacer.turn(method, {
      perMinute: most,
      ...(isUrgent ? { burst: most, isAtOnce: true } : ordinary),
    });
    return calling(method, run, about);
  }
  const update = (place: Place, message: RenderedMessage, isUrgent = false) =>
    call('chat.update', { ticket: place.ts, isUrgent, about: place.channel }, () =>
      client.chat.update({ ...place, ...message }),
    );
  async function post(
    channel: string,
    message: RenderedMessage,
    { isUrgent = false, ticket, carried, threadTs = null, isOnlyInThread = false }: Posting,
  ): Promise<Result<Place, ChatRefusal>> {
    // Posts about emergencies have a lane of their own, with the pace of one conversation, and do
    // not wait for their turn among all posts.
    const { perSecond } = pace;
    const isAmongAll = !isUrgent && perSecond !== null;
    await pacer.turn(isUrgent ? `urgent:${channel}` : channel, {
      ...(ticket === undefined ? {} : { ticket }),
      ...(isAmongAll && { within: { lane: everyPost, perMinute: perSecond * 60 } }),
    });
    const thread = threadTs === null ? {} : { thread_ts: threadTs };
    const event_type =
      carried !== undefined && 'card_id' in carried ? 'access_card' : 'access_notice';
    const metadata = carried && { metadata: { event_type, event_payload: carried } };
    const posting = () =>
      client.chat.postMessage({ channel, ...message, ...thread, ...metadata, ...quiet });
    const answer = await calling('chat.postMessage', posting, channel).catch((error: unknown) => {
      // A post that Slack refused for its pace delays all others.
      const isTooSoon = error instanceof OutwardFailure && error.kind === 'rate-limited';
      if (isTooSoon && pace.refused(channel)) pacer.hold(everyPost, error.retryAfterMs ?? 1_000);
      throw error;
    });
    pace.accepted(channel);
    if (!answer.ok) return answer;
    const posted = postedPlace(channel, answer.value);
    if (!posted.ok) return posted;
    const { isInThread, ...place } = posted.value;
    // Slack does not refuse a reply to a deleted message but posts it into the channel. The missing
    // thread_ts is the only sign.
    const isAstray = threadTs !== null && isInThread === false;
    return isAstray && isOnlyInThread ? astray(place) : ok(place);
  }
  return { call, update, post };
}

/**
 * A reply that Slack posted into the channel, because the first message of its thread was deleted.
 */
export const astray = (place: Place): Result<Place, ChatRefusal> =>
  refuse({ kind: 'thread-gone', code: 'thread_gone', place });

const posted = z.object({
  channel: z.string().min(1),
  ts: z.string().min(1),
  message: z.object({ ts: z.string().optional(), thread_ts: z.string().optional() }).optional(),
});

interface PostedMessage extends Place {
  /** undefined if Slack does not tell. */
  readonly isInThread: boolean | undefined;
}

/**
 * Where Slack says that it posted a message. An answer that does not say it, or contradicts itself
 * or the call, is a refusal: a wrong place would have the bot overwrite or delete another message,
 * and posting again could show the same message many times.
 */
export function postedPlace(
  askedChannel: string,
  answer: unknown,
): Result<PostedMessage, ChatRefusal> {
  const parsed = posted.safeParse(answer);
  if (!parsed.success) return refuse({ kind: 'rejected', code: 'answer_without_place' });
  const { channel, ts, message } = parsed.data;
  if (!isAsked(askedChannel, channel))
    return refuse({ kind: 'rejected', code: 'answer_of_other_channel' });
  if (message?.ts !== undefined && message.ts !== ts) {
    return refuse({ kind: 'rejected', code: 'answer_of_other_message' });
  }
  const isInThread = message === undefined ? undefined : message.thread_ts !== undefined;
  return ok({ channel, ts, isInThread });
}

/**
 * A message to a person is posted into the direct messages with them, whose id nobody knows before.
 */
function isAsked(asked: string, told: string): boolean {
  return /^[UW]/.test(asked) ? told.startsWith('D') : told === asked;
}

/**
 * A link that leads to this message; null for one that leads elsewhere, because it would show
 * another request.
 */
export function permalinkTo({ channel, ts }: Place, link: string | undefined): string | null {
  const path = `/${channel}/p${ts.replace('.', '')}`;
  return link?.split('?')[0]?.endsWith(path) === true ? link : null;
}
