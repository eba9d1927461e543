/** A person, and the bot, as `users.*` shows them. */
import type { Person } from '../client.ts';
import { bot, otherTeam, team } from '../state/directory.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes longer than everything else in an answer. */
function zoneFormat(timeZone: string, timeZoneName: 'longOffset' | 'long'): Intl.DateTimeFormat {
  const key = `${timeZoneName} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  formats.set(key, format);
  return format;
}

/** Seconds east of UTC at that moment, as Slack's `tz_offset`. */
function offsetSeconds(timeZone: string, at: Date): number {
  const text = zoneFormat(timeZone, 'longOffset').format(at);
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(text);
  if (match === null) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60;
  return match[1] === '-' ? -seconds : seconds;
}

function zoneName(timeZone: string, at: Date): string {
  const parts = zoneFormat(timeZone, 'long').formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** Addresses as Slack's are, of pictures that nobody uploaded. */
function avatars(personId: string): Record<string, string> {
  const sizes = [24, 32, 48, 72, 192, 512].map((size) => [
    `image_${size}`,
    `https://secure.gravatar.example/avatar/${personId}?s=${size}&d=identicon`,
  ]);
  return { avatar_hash: `g${personId.toLowerCase()}`, ...Object.fromEntries(sizes) };
}

/** `withEmail`: Slack shows addresses only to apps with `users:read.email`. */
export function profileShape(person: Person, withEmail: boolean): Record<string, unknown> {
  const [firstName = person.name, ...rest] = person.name.split(' ');
  return {
    title: person.title,
    phone: '',
    skype: '',
    real_name: person.name,
    real_name_normalized: person.name.normalize('NFKD').replace(/\p{M}/gu, ''),
    display_name: person.handle,
    display_name_normalized: person.handle,
    first_name: firstName,
    last_name: rest.join(' '),
    status_text: '',
    status_emoji: person.status?.emoji ?? '',
    status_expiration: person.status?.expiration ?? 0,
    fields: {},
    ...avatars(person.id),
    ...(person.teamId === null ? {} : { team: person.teamId }),
    ...(withEmail ? { email: person.email } : {}),
  };
}

export function personShape(person: Person, withEmail: boolean, at: Date): Record<string, unknown> {
  const shape = {
    id: person.id,
    ...(person.teamId === null ? {} : { team_id: person.teamId }),
    name: person.handle,
    deleted: person.kind === 'deactivated',
    profile: profileShape(person, withEmail),
    is_bot: false,
    is_app_user: false,
    updated: 0,
  };
  // For a deactivated person Slack sends only these fields.
  if (person.kind === 'deactivated') return shape;
  return {
    ...shape,
    real_name: person.name,
    tz: person.timeZone,
    tz_label: zoneName(person.timeZone, at),
    tz_offset: offsetSeconds(person.timeZone, at),
    locale: person.locale,
    is_admin: person.handle === 'hana',
    is_owner: person.handle === 'marisol',
    is_primary_owner: person.handle === 'marisol',
    is_restricted: person.kind === 'guest',
    is_ultra_restricted: false,
    ...(person.isEmailConfirmed === null ? {} : { is_email_confirmed: person.isEmailConfirmed }),
    who_can_share_contact_card: 'EVERYONE',
    ...(person.kind === 'external'
      ? { is_stranger: true, enterprise_user: { teams: [otherTeam.id] } }
      : {}),
  };
}

export function botShape(): Record<string, unknown> {
  return {
    id: bot.userId,
    team_id: team.id,
    name: bot.name,
    real_name: bot.name,
    deleted: false,
    is_bot: true,
    is_app_user: false,
    tz: 'Etc/UTC',
    tz_label: 'Coordinated Universal Time',
    tz_offset: 0,
    profile: {
      real_name: bot.name,
      display_name: bot.name,
      bot_id: bot.botId,
      api_app_id: bot.appId,
      always_active: true,
      team: team.id,
    },
    updated: 0,
  };
}
