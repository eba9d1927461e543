import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { NotTaken, OutwardFailure, unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { Sharing } from '../../use-cases/ports/chat-ports.ts';
import { rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import { calling } from '../platform/web-api-failure.ts';

/** Either flag is enough: Slack leaves one or the other out for some kinds of channels. */
const channelFacts = z.object({
  id: z.string().optional(),
  is_ext_shared: z.boolean().optional(),
  is_pending_ext_shared: z.boolean().optional(),
});

/** In a flood of posts one call serves all posts of this time; after that Slack is asked again. */
const sameForMs = 5_000;

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
  const remembered = rememberAnswers<string, Told>(
    async (channel) => {
      const asking = () => client.conversations.info({ channel });
      const answer = await calling('conversations.info', asking, channel);
      const facts = answer.ok ? channelFacts.safeParse(answer.value.channel).data : undefined;
      // The facts of another channel would let a card be posted where other companies read it.
      const isOfOther = facts?.id !== undefined && facts.id !== channel;
      const sharing = facts === undefined || isOfOther ? 'unknown' : sharingOf(facts);
      if (sharing === 'unknown') throw new NotTold();
      return sharing;
    },
    { forMs: sameForMs, now },
  );
  return (channel) =>
    remembered(channel).catch((error: unknown) => {
      const isOutOfScope = error instanceof OutwardFailure && error.kind === 'out-of-scope';
      if (isOutOfScope || error instanceof NotTold || error instanceof NotTaken) return 'unknown';
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

/** In a flood of cards one look serves all cards of this time, also one that Slack did not answer. */
const membersForMs = 60_000;

/** Nobody is looked for in a channel with more members than these pages hold. */
const mostPages = 10;
const perPage = 999;

/** The bot itself is a member, so a page without anybody tells nothing. */
const membersPage = z.object({
  members: z.array(z.string()).min(1),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
});

/**
 * Which of these people are certainly not in a channel. Where Slack does not tell all its members,
 * nobody is: not being able to look is no "no".
 */
export function channelMembers(
  client: WebClient,
  now: () => Date,
): (channel: string, people: readonly string[]) => Promise<readonly string[]> {
  const membersOf = rememberAnswers<string, ReadonlySet<string> | null>(
    (channel) => unlessFailing(readMembers(client, channel), () => null),
    { forMs: membersForMs, now },
  );
  return async (channel, people) => {
    if (people.length === 0) return [];
    const members = await membersOf(channel);
    return members === null ? [] : people.filter((one) => !members.has(one));
  };
}

/** All members of a channel; null where Slack does not tell them all. */
async function readMembers(
  client: WebClient,
  channel: string,
): Promise<ReadonlySet<string> | null> {
  const all = new Set<string>();
  let cursor = '';
  for (let pages = 0; pages < mostPages; pages += 1) {
    const range = { channel, limit: perPage, ...(cursor === '' ? {} : { cursor }) };
    const asking = () => client.conversations.members(range);
    const answer = await calling('conversations.members', asking, channel);
    const page = answer.ok ? membersPage.safeParse(answer.value).data : undefined;
    if (page === undefined) return null;
    for (const id of page.members) all.add(id);
    cursor = page.response_metadata?.next_cursor ?? '';
    if (cursor === '') return all;
  }
  return null;
}
