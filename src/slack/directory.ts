import type { WebClient } from '@slack/web-api';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import type { AccessSettings, Permission } from '../domain/access-settings.ts';
import type { ChatDirectory, SlackPerson } from '../use-cases/chat-ports.ts';
import type { Log } from '../use-cases/ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import { createProfileField, readAnswer } from './profile-field.ts';
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
  is_email_confirmed: z.boolean().nullish(),
  tz: z.string().nullish(),
  profile: z
    .object({
      email: z.string().nullish(),
      real_name: z.string().nullish(),
      status_emoji: z.string().nullish().catch(null),
      status_expiration: z.number().nullish().catch(null),
    })
    .nullish(),
});

export interface DirectorySettings {
  readonly ownTeamId: () => Promise<string>;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
  readonly unconfirmedEmail: Permission;
  readonly absence: AccessSettings['absence'];
}

/** Who is who in Slack: `users.info` and `users.profile.get` fresh every time, `users.lookupByEmail` remembered for some minutes. */
export function createDirectory(client: WebClient, settings: DirectorySettings): ChatDirectory {
  async function toPerson(method: string, raw: unknown): Promise<SlackPerson> {
    const account = readAnswer(slackAccount, raw, `${method}: user`);
    const ownTeamId = await settings.ownTeamId();
    const email = account.profile?.email || null;
    const isConfirmed = account.is_email_confirmed === true || settings.unconfirmedEmail === 'allow';
    return {
      userId: account.id,
      name: account.profile?.real_name || account.real_name || account.name || account.id,
      email: isConfirmed ? email : null,
      unconfirmedEmail: isConfirmed ? null : email,
      isBot: account.is_bot === true || account.id === 'USLACKBOT',
      isGuest: account.is_restricted === true || account.is_ultra_restricted === true,
      isDeactivated: account.deleted === true,
      isExternal: account.is_stranger === true || account.team_id !== ownTeamId,
      timeZone: account.tz && IANAZone.isValidZone(account.tz) ? account.tz : 'Etc/UTC',
      away: awayBy(account.profile, settings),
    };
  }

  // People are looked up for every card.
  const byEmail = rememberAnswers<string, SlackPerson | null>(
    async (email) => {
      const answer = await calling('users.lookupByEmail', () => client.users.lookupByEmail({ email }));
      const found = answer.ok ? await toPerson('users.lookupByEmail', answer.value.user) : null;
      if (found?.email?.toLowerCase() !== email) return null;
      return found.isDeactivated || found.isExternal || found.isBot ? null : found;
    },
    { forMs: 10 * 60_000, now: settings.now },
  );

  return {
    profileField: createProfileField(client, settings),
    async person(slackUserId) {
      const answer = await calling('users.info', () => client.users.info({ user: slackUserId }));
      return answer.ok ? toPerson('users.info', answer.value.user) : null;
    },
    findByEmail: (email) => byEmail(email.toLowerCase()),
  };
}

/** A status that is over is none; Slack writes 0 for one without an end. */
function awayBy(
  profile: z.infer<typeof slackAccount>['profile'],
  { absence, now }: DirectorySettings,
): SlackPerson['away'] {
  const emoji = profile?.status_emoji?.replace(/::skin-tone-\d(?=:)/, '') ?? '';
  if (!absence.emojis.includes(emoji)) return null;
  const untilMs = (profile?.status_expiration ?? 0) * 1_000;
  if (untilMs <= 0) return { until: null };
  return untilMs > now().getTime() ? { until: new Date(untilMs) } : null;
}
