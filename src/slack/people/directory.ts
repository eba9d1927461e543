import type { AuthTestResponse, WebClient } from '@slack/web-api';
import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { AccessSettings, Permission } from '../../domain/settings/access-settings.ts';
import { comparableEmail } from '../../domain/text/foreign-text.ts';
import type { ChatDirectory, SlackPerson } from '../../use-cases/ports/chat-ports.ts';
import type { Log } from '../../use-cases/ports/ports.ts';
import { rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import type { Pacer } from '../platform/pacer.ts';
import { askingAbout, attempt, calling } from '../platform/web-api-failure.ts';
import { type ReadAccount, timeZone } from './languages.ts';

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
  tz: timeZone,
  profile: z
    .object({
      email: z.string().nullish(),
      real_name: z.string().nullish(),
      status_emoji: z.string().nullish().catch(null),
      status_expiration: z.number().nullish().catch(null),
    })
    .nullish(),
});

/**
 * Slack leaves out the fields that nobody filled in. Without any, `fields` may be a list or null.
 */
const filledProfile = z.object({
  email: z.string().nullish(),
  fields: z
    .record(z.string(), z.object({ value: z.string().nullish() }).nullish())
    .or(z.array(z.never()).transform(() => null))
    .nullish(),
});

const workspaceProfile = z.object({
  fields: z
    .array(
      z.object({
        id: z.string(),
        options: z.object({ is_protected: z.boolean().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

export interface DirectorySettings {
  readonly account: ReadAccount;
  readonly pacer: Pacer;
  readonly ownTeamId: () => Promise<string>;
  readonly now: () => Date;
  readonly log: Pick<Log, 'warn'>;
  readonly unconfirmedEmail: Permission;
  readonly absence: AccessSettings['absence'];
}

/**
 * Asks Slack for the id of the workspace that the bot is installed in, once; asked again after a
 * failure. Throws `OutwardFailure` (`unauthorized` for a token that Slack refuses).
 */
export function createOwnTeamId(
  client: WebClient,
  heard: (workspace: AuthTestResponse) => void = () => undefined,
): () => Promise<string> {
  const ask = rememberAnswers(async () => {
    const answer = await calling('auth.test', () => client.auth.test());
    if (answer.ok) heard(answer.value);
    if (answer.ok && answer.value.team_id !== undefined) return answer.value.team_id;
    throw failure(
      'decode',
      `auth.test: ${answer.ok ? 'answer without team_id' : answer.refusal.code}`,
    );
  });
  return () => ask('');
}

/**
 * The rate limit of `users.lookupByEmail`; as many may come at once
 * (docs/spec/slack.md#rate-limits).
 */
const lookups = { perMinute: 50, burst: 50 };

/**
 * Who is who in Slack: `users.profile.get` fresh every time, `users.lookupByEmail` remembered for
 * some minutes.
 */
export function createDirectory(client: WebClient, settings: DirectorySettings): ChatDirectory {
  const byEmail = emailLookup(client, settings);
  const isProtected = protectionCheck(client, settings);
  return {
    async profileField(slackUserId, fieldId) {
      if (!(await isProtected(fieldId))) return null;
      return readProfileField(client, settings, { slackUserId, fieldId });
    },
    async person(slackUserId, priority) {
      const account = await settings.account(slackUserId, priority);
      return account === null ? null : toPerson(settings, 'users.info', account);
    },
    findByEmail: (email) => byEmail(comparableEmail(email)),
    ownTeamId: settings.ownTeamId,
  };
}

async function toPerson(
  settings: DirectorySettings,
  method: string,
  raw: unknown,
): Promise<SlackPerson> {
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
    timeZone: account.tz ?? 'Etc/UTC',
    away: awayBy(account.profile, settings),
  };
}

/** Finds a member by email. Remembered, because people are looked up for every card. */
function emailLookup(
  client: WebClient,
  settings: DirectorySettings,
): (email: string) => Promise<SlackPerson | null> {
  const method = 'users.lookupByEmail';
  async function lookUp(email: string): Promise<SlackPerson | null> {
    await settings.pacer.turn(method, { ...lookups, ticket: email });
    const asking = () => client.users.lookupByEmail({ email });
    const answer = await askingAbout(method, asking, email);
    const person = answer === null ? null : await toPerson(settings, method, answer.user);
    if (person === null || comparableEmail(person.email ?? '') !== email) return null;
    return person.isDeactivated || person.isExternal || person.isBot ? null : person;
  }
  return rememberAnswers(lookUp, { forMs: 10 * 60_000, now: settings.now });
}

/**
 * Tells whether only administrators can fill in a profile field. Asked again every minute, because
 * an administrator may let people edit a field at any time.
 */
function protectionCheck(
  client: WebClient,
  { log, now }: DirectorySettings,
): (fieldId: string) => Promise<boolean> {
  async function check(fieldId: string): Promise<boolean> {
    const reason = await notProtected(client, fieldId);
    if (reason !== null) log.warn({ fieldId, reason }, 'profile field identifies nobody');
    return reason === null;
  }
  return rememberAnswers(check, { forMs: 60_000, now });
}

async function readProfileField(
  client: WebClient,
  settings: DirectorySettings,
  { slackUserId, fieldId }: { readonly slackUserId: string; readonly fieldId: string },
): Promise<string | null> {
  const method = 'users.profile.get';
  const asking = () => client.users.profile.get({ user: slackUserId });
  // If Slack refuses to show the field, another source must not decide whose identity it names.
  const answer = await askingAbout(method, asking, slackUserId);
  if (answer === null) return null;
  const { email, fields } = readAnswer(filledProfile, answer.profile, `${method}: profile`);
  // The answer names no account. Only the email can show that the profile is somebody else's.
  if (email && isOfOther(email, await settings.account(slackUserId, 'acted')))
    throw failure('decode', `${method}: the profile has another email than the account`);
  return fields?.[fieldId]?.value?.trim() || null;
}

const withEmail = z.object({ profile: z.object({ email: z.string().min(1) }) });

function isOfOther(email: string, account: unknown): boolean {
  const profile = withEmail.safeParse(account).data;
  return profile !== undefined && comparableEmail(profile.profile.email) !== comparableEmail(email);
}

/** Why people may be able to fill in this field themselves; null if only administrators can. */
async function notProtected(client: WebClient, fieldId: string): Promise<string | null> {
  const answer = await attempt('team.profile.get', () => client.team.profile.get());
  if (answer.ok) {
    const { fields } = readAnswer(
      workspaceProfile,
      answer.value.profile,
      'team.profile.get: profile',
    );
    const field = fields?.find((one) => one.id === fieldId);
    return field?.options?.is_protected === true
      ? null
      : 'the workspace has no such field, or does not protect it';
  }
  const { refusal } = answer;
  if (!(refusal instanceof OutwardFailure)) return refusal.code;
  if (refusal.kind === 'out-of-scope') return refusal.message;
  // Slack is down. The person must not get another identity from another source meanwhile.
  throw refusal;
}

/** Until when a status shows an absence. Slack writes 0 for a status without an end. */
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

/**
 * Reads a part of Slack's answer, which `what` names. Throws `OutwardFailure` if the part is not as
 * documented.
 */
function readAnswer<Shape extends z.ZodType>(
  shape: Shape,
  raw: unknown,
  what: string,
): z.output<Shape> {
  const parsed = shape.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw failure(
    'decode',
    `${what}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`,
  );
}

function failure(kind: 'decode' | 'http', message: string): OutwardFailure {
  return new OutwardFailure({ system: 'slack', kind, message, certainlyNotDone: true });
}
