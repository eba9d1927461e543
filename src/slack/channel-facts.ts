import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Sharing } from '../use-cases/chat-ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import { attempt } from './web-api-failure.ts';

const channelFacts = z.object({ is_ext_shared: z.boolean(), is_pending_ext_shared: z.boolean() });

/** Whether a channel is shared with other companies. An answer is remembered for some minutes, a failure is not. */
export function channelSharing(client: WebClient, now: () => Date): (channel: string) => Promise<Sharing> {
  const remembered = rememberAnswers<string, Exclude<Sharing, 'unknown'>>(
    async (channel) => {
      const answer = await attempt('conversations.info', () => client.conversations.info({ channel }));
      const facts = channelFacts.safeParse(answer.ok ? answer.value.channel : null);
      if (!facts.success) throw new NotTold();
      return facts.data.is_ext_shared || facts.data.is_pending_ext_shared ? 'shared' : 'ours';
    },
    { forMs: 5 * 60_000, now },
  );
  return async (channel) => {
    try {
      return await remembered(channel);
    } catch (error) {
      if (error instanceof NotTold) return 'unknown';
      throw error;
    }
  };
}

class NotTold extends Error {}
