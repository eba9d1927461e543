import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import { calling } from '../platform/web-api-failure.ts';

/** In a flood of cards one look serves all cards of this time, also one that Slack did not answer. */
const sameForMs = 60_000;

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
    { forMs: sameForMs, now },
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
