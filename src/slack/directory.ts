import type { WebClient } from '@slack/web-api';
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { ChatDirectory, ChatRefusal, SlackPerson } from '../use-cases/chat-ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
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

/** Slack leaves fields nobody filled in out, and where there are none at all `fields` may be a list or null. */
const filledProfile = z.object({
  fields: z.record(z.string(), z.unknown()).or(z.array(z.never())).nullish(),
});
const filledField = z.object({ value: z.string().nullish() });

/** Who is who in Slack: `users.info` and `users.profile.get` fresh every time, `users.lookupByEmail` remembered for some minutes. */
export function createDirectory(
  client: WebClient,
  settings: { ownTeamId: () => Promise<string>; now: () => Date },
): ChatDirectory {
  async function toPerson(method: string, raw: unknown): Promise<SlackPerson> {
    const account = read(slackAccount, raw, `${method}: user`);
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

  // People are looked up for every card.
  const byEmail = rememberAnswers<string, SlackPerson | null>(
    async (email) => {
      const answer = await calling('users.lookupByEmail', () => client.users.lookupByEmail({ email }));
      const found = answer.ok ? await toPerson('users.lookupByEmail', answer.value.user) : null;
      return found !== null && !found.isDeactivated && !found.isExternal && !found.isBot ? found : null;
    },
    { forMs: 10 * 60_000, now: settings.now },
  );

  return {
    async person(slackUserId) {
      const answer = await calling('users.info', () => client.users.info({ user: slackUserId }));
      return answer.ok ? toPerson('users.info', answer.value.user) : null;
    },
    findByEmail: (email) => byEmail(email.toLowerCase()),
    async profileField(slackUserId, fieldId) {
      const answer = await calling('users.profile.get', () => client.users.profile.get({ user: slackUserId }));
      if (!answer.ok) {
        if (answer.refusal.kind === 'person-unavailable') return null;
        throw profileRefused(answer.refusal);
      }
      const { fields } = read(filledProfile, answer.value.profile, 'users.profile.get: profile');
      const field = Array.isArray(fields) ? undefined : fields?.[fieldId];
      if (field === undefined || field === null) return null;
      return read(filledField, field, `users.profile.get: profile.fields.${fieldId}`).value?.trim() || null;
    },
  };
}

function read<Shape extends z.ZodType>(shape: Shape, raw: unknown, what: string): z.output<Shape> {
  const parsed = shape.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OutwardFailure({
    system: 'slack',
    kind: 'decode',
    message: `${what}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`,
    certainlyNotDone: true,
  });
}

/** Whose identity a field names must not be settled by another source because Slack refused to show the field. */
function profileRefused(refusal: ChatRefusal): OutwardFailure {
  return new OutwardFailure({
    system: 'slack',
    kind: 'http',
    message: `users.profile.get: ${'code' in refusal ? refusal.code : refusal.kind}`,
    certainlyNotDone: true,
  });
}
