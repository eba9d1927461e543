import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { NotTaken, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { Sharing } from '../../use-cases/ports/chat-ports.ts';
import { entries, rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import { calling } from '../platform/web-api-failure.ts';

/** Either flag is enough: Slack leaves one or the other out for some kinds of channels. */
const channelFacts = z.object({
  id: z.string().optional(),
  is_ext_shared: z.boolean().optional(),
  is_pending_ext_shared: z.boolean().optional(),
});

/** In a flood of posts one call serves all posts of this time; after that Slack is asked again. */
const sameForMs = 5_000;
/**
 * If Slack limits the question because the bot posts to so many channels, an answer may be as old
 * as this: an emergency must not wait for a new one.
 */
const limitedMs = 60_000;

type Told = Exclude<Sharing, 'unknown'>;

/**
 * Tells whether a channel is shared with other companies: as it is now, because a channel that has
 * just become shared must not get another card. Throws `OutwardFailure` if Slack does not answer:
 * that is temporary, so the post waits, also while Slack refuses the token: until it is replaced,
 * nothing can be posted anywhere. Missing scopes and unknown channels are permanent, so they count as
 * `unknown`.
 */
export function channelSharing(
  client: WebClient,
  now: () => Date,
): (channel: string) => Promise<Sharing> {
  const last = new LRUCache<string, { readonly sharing: Told; readonly askedAtMs: number }>({
    ...entries(10_000),
  });
  const remembered = rememberAnswers<string, Told>(
    async (channel) => {
      const askedAtMs = now().getTime();
      const asking = () => client.conversations.info({ channel });
      const answer = await calling('conversations.info', asking, channel);
      const facts = answer.ok ? channelFacts.safeParse(answer.value.channel).data : undefined;
      // The facts of another channel would let a card be posted where other companies read it.
      const isOfOther = facts?.id !== undefined && facts.id !== channel;
      const sharing = facts === undefined || isOfOther ? 'unknown' : sharingOf(facts);
      if (sharing === 'unknown') throw new NotTold();
      last.set(channel, { sharing, askedAtMs });
      return sharing;
    },
    { forMs: sameForMs, now },
  );
  const lastTold = (channel: string): Told | null => {
    const lastAnswer = last.get(channel);
    return lastAnswer !== undefined && now().getTime() - lastAnswer.askedAtMs < limitedMs
      ? lastAnswer.sharing
      : null;
  };
  return (channel) =>
    remembered(channel).catch((error: unknown) => {
      const isOutOfScope = error instanceof OutwardFailure && error.kind === 'out-of-scope';
      if (isOutOfScope || error instanceof NotTold || error instanceof NotTaken) return 'unknown';
      const isLimited = error instanceof OutwardFailure && error.kind === 'rate-limited';
      const lastSharing = isLimited ? lastTold(channel) : null;
      if (lastSharing === null) throw error;
      return lastSharing;
    });
}

/** Slack answered but did not say whether the channel is shared. */
class NotTold extends Error {}

function sharingOf({
  is_ext_shared,
  is_pending_ext_shared,
}: z.output<typeof channelFacts>): Sharing {
  if (is_ext_shared === true || is_pending_ext_shared === true) return 'shared';
  return is_ext_shared === undefined && is_pending_ext_shared === undefined ? 'unknown' : 'ours';
}
