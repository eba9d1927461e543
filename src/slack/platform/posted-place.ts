import { z } from 'zod';
import type { Place } from '../../domain/message/place.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ChatRefusal } from '../../use-cases/ports/contents/chat-refusal.ts';

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
