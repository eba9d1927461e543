import type { WebClient } from '@slack/web-api';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { calling } from './web-api-failure.ts';

/** Asks Slack for the id of the workspace that the bot is installed in, once; asked again after a failure. Throws `OutwardFailure` (`unauthorized` for a token that Slack refuses). */
export function createOwnTeamId(client: WebClient): () => Promise<string> {
  let known: Promise<string> | null = null;
  async function ask(): Promise<string> {
    const answer = await calling('auth.test', () => client.auth.test());
    if (answer.ok && answer.value.team_id !== undefined) return answer.value.team_id;
    throw new OutwardFailure({
      system: 'slack',
      kind: 'decode',
      message: `auth.test: ${answer.ok ? 'answer without team_id' : answer.refusal.code}`,
      certainlyNotDone: true,
    });
  }
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}
