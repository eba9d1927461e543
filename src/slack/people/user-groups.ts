import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import type { Pacer } from '../platform/pacer.ts';
import { attempt } from '../platform/web-api-failure.ts';

/**
 * The handles of the workspace's user groups by id, without the sign in front. None without the
 * scope usergroups:read. Throws `OutwardFailure` while Slack does not answer.
 */
export type GroupHandles = () => Promise<ReadonlyMap<string, string>>;

const method = 'usergroups.list';
/** The rate limit of the method (docs/spec/slack.md#rate-limits). */
const budget = { perMinute: 20, ticket: method };
/** A scope that is granted, or a group that is renamed, shows within this time. */
const rememberedMs = 10 * 60_000;
/** The list comes in one answer, however long it is. */
const mostGroups = 5_000;

const groupList = z.array(z.unknown()).catch([]);
const group = z.object({ id: z.string().min(1), handle: z.string().trim().min(1).max(255) });

/** Reads the list of user groups, at most once in a while, and the same for all who ask. */
export function createGroupHandles(
  client: Pick<WebClient, 'usergroups'>,
  { pacer, now }: { readonly pacer: Pacer; readonly now: () => Date },
): GroupHandles {
  async function read(): Promise<ReadonlyMap<string, string>> {
    await pacer.turn(method, budget);
    const answer = await attempt(method, () => client.usergroups.list());
    if (answer.ok) return handlesIn(answer.value.usergroups);
    const { refusal } = answer;
    const isTemporary = refusal instanceof OutwardFailure && refusal.kind !== 'out-of-scope';
    if (isTemporary) throw refusal;
    // Without the scope, asking for each message would be in vain.
    return new Map();
  }
  const handles = rememberAnswers<string, ReadonlyMap<string, string>>(read, {
    forMs: rememberedMs,
    now,
  });
  return () => handles('');
}

/** A group that cannot be read does not hide the others. */
function handlesIn(groups: unknown): ReadonlyMap<string, string> {
  const readable = groupList.parse(groups).slice(0, mostGroups);
  return new Map(
    readable.flatMap((one) => {
      const { data } = group.safeParse(one);
      return data === undefined ? [] : [[data.id, data.handle] as const];
    }),
  );
}
