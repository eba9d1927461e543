import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { ChatDirectory, ChatRefusal } from '../use-cases/chat-ports.ts';
import type { Log } from '../use-cases/ports.ts';
import { rememberAnswers } from '../use-cases/remember-answers.ts';
import { attempt, calling } from './web-api-failure.ts';

/** Slack leaves fields nobody filled in out, and where there are none at all `fields` may be a list or null. */
const filledProfile = z.object({
  fields: z.record(z.string(), z.unknown()).or(z.array(z.never())).nullish(),
});
const filledField = z.object({ value: z.string().nullish() });

const workspaceProfile = z.object({
  fields: z
    .array(z.object({ id: z.string(), options: z.object({ is_protected: z.boolean().nullish() }).nullish() }))
    .nullish(),
});

/** What people's profiles hold in fields that they cannot fill in themselves. */
export function createProfileField(
  client: WebClient,
  settings: { readonly now: () => Date; readonly log: Pick<Log, 'warn'> },
): ChatDirectory['profileField'] {
  // Asked again every minute: an administrator may let people edit a field at any time.
  const isProtected = rememberAnswers<string, boolean>(
    async (fieldId) => {
      const reason = await notProtected(client, fieldId);
      if (reason !== null) settings.log.warn({ fieldId, reason }, 'profile field identifies nobody');
      return reason === null;
    },
    { forMs: 60_000, now: settings.now },
  );
  return async (slackUserId, fieldId) => {
    if (!(await isProtected(fieldId))) return null;
    const answer = await calling('users.profile.get', () => client.users.profile.get({ user: slackUserId }));
    if (!answer.ok) {
      if (answer.refusal.code === 'user_not_found') return null;
      throw profileRefused(answer.refusal);
    }
    const { fields } = readAnswer(filledProfile, answer.value.profile, 'users.profile.get: profile');
    const field = Array.isArray(fields) ? undefined : fields?.[fieldId];
    if (field === undefined || field === null) return null;
    return readAnswer(filledField, field, `users.profile.get: profile.fields.${fieldId}`).value?.trim() || null;
  };
}

/** Why people may be able to fill in this field themselves; null where only administrators can. */
async function notProtected(client: WebClient, fieldId: string): Promise<string | null> {
  const answer = await attempt('team.profile.get', () => client.team.profile.get());
  if (!answer.ok) {
    const { refusal } = answer;
    // Slack is down: whoever the field names must not be somebody else meanwhile.
    if (refusal instanceof OutwardFailure && refusal.kind !== 'unauthorized') throw refusal;
    return refusal instanceof OutwardFailure ? refusal.message : refusal.code;
  }
  const { fields } = readAnswer(workspaceProfile, answer.value.profile, 'team.profile.get: profile');
  const field = fields?.find((one) => one.id === fieldId);
  if (field === undefined) return 'the workspace has no such field';
  return field.options?.is_protected === true ? null : 'the workspace does not protect it';
}

/** Whose identity a field names must not be settled by another source because Slack refused to show the field. */
function profileRefused(refusal: ChatRefusal): OutwardFailure {
  return new OutwardFailure({
    system: 'slack',
    kind: 'http',
    message: `users.profile.get: ${refusal.code}`,
    certainlyNotDone: true,
  });
}

/** Part of an answer of Slack's; an `OutwardFailure` where it is not as documented. `what` names it. */
export function readAnswer<Shape extends z.ZodType>(shape: Shape, raw: unknown, what: string): z.output<Shape> {
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
