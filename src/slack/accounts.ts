import type { WebClient } from '@slack/web-api';
import type { Haste } from '../use-cases/chat-ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import type { Pacer } from './pacer.ts';
import { calling } from './web-api-failure.ts';

export interface AccountsSettings {
  readonly pacer: Pacer;
  readonly now: () => Date;
  /** Told of every account that was read. */
  readonly heard?: (slackUserId: string, account: unknown) => void;
}

/** An account as Slack tells it, its locale included; null where Slack does not know the id. Throws as `ChatDirectory.person` does. */
export type ReadAccount = (slackUserId: string, haste: Haste) => Promise<unknown>;

/** What Slack takes of `users.info`; jobs leave some of a burst to what people wait for (slack.md, Limits). */
const budget = { perMinute: 100, burst: 70 };
/** A command asks for the language, then for the identity: one call serves both. */
const recentMs = 3_000;

/** `users.info`: who somebody is, and in which language and on which clock they read. */
export function createAccounts(client: Pick<WebClient, 'users'>, settings: AccountsSettings): ReadAccount {
  const { pacer, now, heard } = settings;
  async function read(user: string): Promise<unknown> {
    const answer = await calling('users.info', () => client.users.info({ user, include_locale: true }));
    const account = answer.ok ? answer.value.user : null;
    heard?.(user, account);
    return account;
  }
  const atOnce = (user: string) => {
    pacer.goAtOnce('users.info', budget);
    return read(user);
  };
  const reading = {
    fresh: atOnce,
    recent: rememberAnswers(atOnce, { forMs: recentMs, now }),
    async 'in-turn'(ticket) {
      await pacer.turn('users.info', { ...budget, ticket });
      return read(ticket);
    },
  } satisfies Record<Haste, (user: string) => Promise<unknown>>;
  return (user, haste) => reading[haste](user);
}
