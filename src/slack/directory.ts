import type { WebClient } from '@slack/web-api';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { ChatDirectory, SlackPerson } from '../use-cases/chat-ports.ts';
import { calling } from './web-api-failure.ts';

const slackAccount = z.object({
  id: z.string(),
  team_id: z.string().nullish(),
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  deleted: z.boolean().nullish(),
  is_bot: z.boolean().nullish(),
  is_restricted: z.boolean().nullish(),
  is_ultra_restricted: z.boolean().nullish(),
  is_stranger: z.boolean().nullish(),
  tz: z.string().nullish(),
  profile: z.object({ email: z.string().nullish(), real_name: z.string().nullish() }).nullish(),
});

/** How long a person found by email is remembered: they are looked up for every card. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 10_000;

/** Who is who in Slack: `users.info` fresh every time, `users.lookupByEmail` remembered for some minutes. */
export function createDirectory(
  client: WebClient,
  settings: { ownTeamId: () => Promise<string>; now: () => Date },
): ChatDirectory {
  const byEmail = new Map<string, { person: SlackPerson | null; at: number }>();

  async function toPerson(method: string, raw: unknown): Promise<SlackPerson> {
    const parsed = slackAccount.safeParse(raw);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new OutwardFailure({
        system: 'slack',
        kind: 'decode',
        message: `${method}: user.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`,
        certainlyNotDone: true,
      });
    }
    const account = parsed.data;
    const ownTeamId = await settings.ownTeamId();
    return {
      userId: account.id,
      name: account.profile?.real_name || account.real_name || account.name || account.id,
      email: account.profile?.email || null,
      isBot: account.is_bot === true || account.id === 'USLACKBOT',
      isGuest: account.is_restricted === true || account.is_ultra_restricted === true,
      isDeactivated: account.deleted === true,
      isExternal: account.is_stranger === true || (account.team_id ?? ownTeamId) !== ownTeamId,
      timeZone: account.tz && IANAZone.isValidZone(account.tz) ? account.tz : 'Etc/UTC',
    };
  }

  return {
    async person(slackUserId) {
      const answer = await calling('users.info', () => client.users.info({ user: slackUserId }));
      return answer.ok ? toPerson('users.info', answer.value.user) : null;
    },
    async findByEmail(email) {
      const key = email.toLowerCase();
      const nowMs = settings.now().getTime();
      const known = byEmail.get(key);
      if (known !== undefined && nowMs - known.at < rememberedMs) return known.person;
      const answer = await calling('users.lookupByEmail', () => client.users.lookupByEmail({ email: key }));
      const found = answer.ok ? await toPerson('users.lookupByEmail', answer.value.user) : null;
      const person = found !== null && !found.isDeactivated && !found.isExternal && !found.isBot ? found : null;
      if (byEmail.size >= mostRemembered) byEmail.clear();
      byEmail.set(key, { person, at: nowMs });
      return person;
    },
  };
}
