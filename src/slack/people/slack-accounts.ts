import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { LookupPriority } from '../../use-cases/ports/chat-ports.ts';
import { entries, rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import type { Pacer, Turn } from '../platform/pacer.ts';
import { askingAbout } from '../platform/web-api-failure.ts';

/**
 * An account as Slack sends it, with its locale; null for an id that Slack does not know. Throws as
 * `ChatDirectory.person` does.
 */
export type ReadAccount = (slackUserId: string, priority: LookupPriority) => Promise<unknown>;

/** IANA name; null if Slack sends no valid one. */
export const timeZone = z
  .string()
  .nullish()
  .transform((tz) => (tz && IANAZone.isValidZone(tz) ? tz : null));

/**
 * The rate limit of `users.info`. Jobs leave a part of the burst to calls that people wait for
 * (docs/spec/slack.md#rate-limits).
 */
const budget = { perMinute: 100, burst: 70 };
/** A command asks for the language, then for the identity: one call serves both. */
const recentMs = 3_000;
/**
 * `acted`: an account that was read within this time is used again for a person who has just acted,
 * because the signed payload shows that the account still exists.
 */
const lastRead = { ...entries(1_000), ttl: 10 * 60_000 } as const;

/**
 * `users.info`: the person, their language and their clock. `heard` gets every account that was
 * read.
 */
export function createAccounts(
  client: Pick<WebClient, 'users'>,
  {
    pacer,
    now,
    heard,
  }: { pacer: Pacer; now: () => Date; heard?: (slackUserId: string, account: unknown) => void },
): ReadAccount {
  const accounts = new LRUCache<string, { readonly account: unknown }>({
    ...lastRead,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  async function read(user: string, turn: Turn): Promise<unknown> {
    await pacer.turn('users.info', { ...budget, ...turn });
    const asking = () => client.users.info({ user, include_locale: true });
    const answer = await askingAbout('users.info', asking, user);
    const account = answer === null ? null : accountOf(user, answer.user);
    heard?.(user, account);
    accounts.set(user, { account });
    return account;
  }
  const fresh = (user: string) => read(user, { isAtOnce: true });
  const recent = rememberAnswers(fresh, { forMs: recentMs, now });
  const inTurn = (user: string) => read(user, { ticket: user });
  const acted = (user: string) => {
    const last = accounts.get(user);
    return last === undefined ? inTurn(user) : Promise.resolve(last.account);
  };
  const ways = { fresh, recent, 'in-turn': inTurn, acted };
  return (user, priority) => ways[priority](user);
}

const withId = z.object({ id: z.string() });

/**
 * The account in an answer. An answer about another account is a failure: its email would give one
 * person the identity, and so the rights, of another.
 */
function accountOf(slackUserId: string, answer: unknown): unknown {
  const { id } = withId.safeParse(answer).data ?? {};
  if (id === undefined || id === slackUserId) return answer;
  throw new OutwardFailure({
    system: 'slack',
    kind: 'decode',
    message: `users.info: asked for ${slackUserId}, told of ${id}`,
    certainlyNotDone: true,
  });
}
