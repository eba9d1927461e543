import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { Sharing } from '../use-cases/chat-ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import { calling } from './web-api-failure.ts';

/** Either flag is enough: Slack leaves one or the other out for some kinds of channels. */
const channelFacts = z.object({
  id: z.string().optional(),
  is_ext_shared: z.boolean().optional(),
  is_pending_ext_shared: z.boolean().optional(),
});

/**
 * Tells whether a channel is shared with other companies. Throws `OutwardFailure` if Slack does not
 * answer: that is temporary, so the post waits. Missing scopes and unknown channels are permanent,
 * so they count as `unknown`. `shared` and `ours` are remembered for five minutes.
 */
export function channelSharing(
  client: WebClient,
  now: () => Date,
): (channel: string) => Promise<Sharing> {
  const remembered = rememberAnswers<string, Exclude<Sharing, 'unknown'>>(
    async (channel) => {
      const answer = await calling('conversations.info', () =>
        client.conversations.info({ channel }),
      );
      const facts = answer.ok ? channelFacts.safeParse(answer.value.channel).data : undefined;
      // The facts of another channel would let a card be posted where other companies read it.
      const isOfOther = facts?.id !== undefined && facts.id !== channel;
      const sharing = facts === undefined || isOfOther ? 'unknown' : sharingOf(facts);
      if (sharing === 'unknown') throw new NotTold();
      return sharing;
    },
    { forMs: 5 * 60_000, now },
  );
  return (channel) =>
    remembered(channel).catch((error: unknown) => {
      const isRefused = error instanceof OutwardFailure && error.kind === 'unauthorized';
      if (isRefused || error instanceof NotTold) return 'unknown';
      throw error;
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
