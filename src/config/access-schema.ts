/** Long because it describes every setting of `access.yaml` once. */
import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';
import {
  type AccessSettings,
  type IdentitySource,
  identitySources,
  type OptionalOperation,
  optionalOperations,
  permissions,
} from '../domain/access-settings.ts';
import { languages } from '../domain/language.ts';
import { type LimitedAct, limitedActs, type PersonLimit } from '../domain/person-limit.ts';
import { type RequestField, requestFieldTypes } from '../domain/request-answers.ts';
import type { EscalationTier, ReminderPace } from '../domain/waiting-settings.ts';
import { type WorkingHours, weekdays } from '../domain/working-time.ts';
import {
  channelId,
  duration,
  expecting,
  filledListOf,
  flag,
  group,
  listOf,
  matching,
  minutesFromText,
  nonEmpty,
  oneOf,
  optional,
  personId,
  secondsFromText,
  settings,
  textThat,
  upTo,
  userGroupId,
} from './values.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;

function durations(defaultSeconds: readonly number[]) {
  return optional(
    filledListOf(duration, 'a list of times, like [1h, 4h], or leave it out for the default'),
    defaultSeconds,
  ).transform((list) => [...new Set(list)].sort((one, other) => one - other));
}

function readTaskUrl(text: string): string | null {
  const names = [...text.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const example = text.replaceAll(/\{[^}]*\}/g, '1');
  const isWeb = URL.canParse(example) && /^https?:$/.test(new URL(example).protocol);
  const known = names.length > 0 && names.every((name) => name === 'numericId' || name === 'id');
  return isWeb && known ? text : null;
}

const resource = settings({
  resourceTypeId: textThat(nonEmpty, 'the id of the resource’s type in the governance service'),
  resourceId: textThat(nonEmpty, 'the id of the resource in the governance service'),
});

/** Slack's limits: 100 blocks in a form, 100 options of 75 characters in a select. Ten questions are enough for people. */
const mostFields = 10;
const mostOptions = 100;

const field = settings({
  id: textThat(
    matching(/^[A-Za-z0-9_.-]{1,64}$/),
    'a plain key of letters, digits, _ . and -, at most 64, like ticket',
  ),
  label: textThat(upTo(150), 'what the form says above the field, 1 to 150 characters, like Ticket'),
  type: oneOf(requestFieldTypes),
  required: flag,
  hint: optional(textThat(upTo(2_000), 'a sentence below the field of at most 2000 characters, or leave it out'), null),
  options: optional(
    filledListOf(
      textThat(upTo(75), 'a text of 1 to 75 characters (a number or yes/no in quotes)'),
      'a list of what can be chosen, like [production, staging]',
    ).max(mostOptions, `has more than ${mostOptions} options; write at most ${mostOptions}.`),
    [],
  ),
  entitlements: optional(
    filledListOf(
      textThat(upTo(1_000), 'the id of an entitlement of this app'),
      'a list of entitlement ids of this app, or leave it out for all of them',
    ).transform((ids) => [...new Set(ids)]),
    null,
  ),
}) satisfies z.ZodType<RequestField>;

/** `apps[].fields` as the operator writes it. */
const requestFields = z
  .array(field, expecting('a list of fields, like [{ id: ticket, label: Ticket, type: text }], or leave it out'))
  .max(mostFields, `has more than ${mostFields} fields; write at most ${mostFields}.`);

const minuteSeconds = 60;
const longestWaitSeconds = 365 * 24 * 3_600;

const untilMidnight = textThat(minutesFromText, 'a time of day in quotes, from "00:00" to "24:00"');
const timeOfDay = textThat((text) => {
  const minutes = minutesFromText(text);
  return minutes === 24 * 60 ? null : minutes;
}, 'a time of day in quotes, from "00:00" to "23:59"');

const wait = textThat((text) => {
  const seconds = secondsFromText(text);
  return seconds !== null && seconds <= longestWaitSeconds ? seconds : null;
}, 'a time above zero and up to 365d with its unit, like 30s, 10m or 2h');

const calendarDay = textThat(
  (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && DateTime.fromISO(text).isValid ? text : null),
  'a date, like 2026-12-25',
);

const timeZone = optional(
  textThat((text) => (IANAZone.isValidZone(text) ? text : null), 'the name of a time zone, like Europe/Berlin or UTC'),
  'UTC',
);

const workingHours = group({
  from: optional(timeOfDay, 9 * 60),
  to: optional(untilMidnight, 17 * 60),
  days: optional(filledListOf(oneOf(weekdays), 'a list of days, like [mon, tue, wed, thu, fri]'), weekdays.slice(0, 5)),
  holidays: listOf(calendarDay, 'a list of dates, like [2026-12-25]'),
}).transform(({ from, to, ...days }): WorkingHours => ({ fromMinutes: from, toMinutes: to, ...days }));

const timesWanted = expecting('a whole number from 0 to 100, like 3');

function pace(afterSeconds: number, everySeconds: number, atMost: number) {
  return {
    after: optional(wait, afterSeconds),
    every: optional(wait, everySeconds),
    atMost: optional(z.int(timesWanted).min(0, timesWanted).max(100, timesWanted), atMost),
  };
}

const inSeconds = (written: { after: number; every: number; atMost: number }): ReminderPace => ({
  afterSeconds: written.after,
  everySeconds: written.every,
  atMost: written.atMost,
});

const reminders = settings({
  ...pace(2 * hourSeconds, 4 * hourSeconds, 3),
  emergency: group(pace(5 * minuteSeconds, 10 * minuteSeconds, 6)),
}).transform(({ emergency, ...normal }) => ({ ...inSeconds(normal), emergency: inSeconds(emergency) }));

const recipients = settings({
  people: optional(filledListOf(personId, 'a list of member ids, like [U0LEAD]'), []),
  channel: optional(channelId, null),
  group: optional(userGroupId, null),
  owners: optional(z.literal(true, expecting('true, or leave it out')), false),
});

const nobody: z.output<typeof recipients> = { people: [], channel: null, group: null, owners: false };

const escalation = z.array(
  settings({
    after: wait,
    to: optional(recipients, nobody),
    offer: optional(oneOf(['emergency']), null),
  }).transform(
    ({ after, to, offer }): EscalationTier => ({
      afterSeconds: after,
      ...to,
      offersEmergency: offer === 'emergency',
    }),
  ),
  expecting('a list of tiers, like [{ after: 8h, to: { people: [U0LEAD] } }]'),
);

const digest = optional(
  settings({ at: timeOfDay, channel: channelId }).transform(({ at, channel }) => ({ atMinutes: at, channel })),
  null,
);

const absence = group({
  emojis: listOf(
    textThat(matching(/^:[^\s:]+:$/), 'an emoji by its name, like ":palm_tree:"'),
    'a list of emojis, like [":palm_tree:"]',
  ),
});

const requestableApp = settings({
  id: textThat(nonEmpty, 'the app’s id in the governance service'),
  name: textThat(nonEmpty, 'the app’s name as people know it'),
  channel: optional(channelId, null),
  resources: optional(
    filledListOf(
      resource,
      'a list of resources, like [{ resourceTypeId: team, resourceId: platform }], or leave it out',
    ),
    [],
  ),
  durations: durations([hourSeconds, 4 * hourSeconds, daySeconds, 7 * daySeconds]),
  fields: optional(requestFields, []),
  confidential: flag,
  reminders: optional(reminders, null),
  escalation: optional(escalation, null),
}).transform(({ durations: durationsSeconds, ...app }) => ({ ...app, durationsSeconds }));

const governance = group({
  operations: listOf(
    oneOf(optionalOperations),
    'a list of the optional operations that the tenant has, like [taskRead, taskSearch]',
  ),
  queryCase: optional(z.enum(['both', 'camel', 'snake'], expecting('both, camel or snake')), 'both'),
  taskUrl: optional(
    textThat(
      readTaskUrl,
      'an http or https link with {numericId} or {id} in it, like https://acme.example/task/{numericId}',
    ),
    null,
  ),
});

const identity = group({
  directory: optional(
    textThat(nonEmpty, 'the name of the directory file, relative to this one, like people.yaml'),
    null,
  ),
  order: optional(
    filledListOf(oneOf(identitySources), `a list of ${identitySources.join(', ')}, or leave it out for the default`),
    null,
  ),
  profileField: optional(
    textThat(
      matching(/^Xf[A-Z0-9]{2,}$/),
      'the id of a Slack profile field, like Xf0ABC (team.profile.get lists them)',
    ),
    null,
  ),
  cache: optional(duration, 600),
  unconfirmedEmail: optional(oneOf(permissions), 'refuse'),
  unknownStatus: optional(oneOf(permissions), 'refuse'),
});

/** `120/1m`: so often in such a time. `off`: as often as they like. */
function readLimit(text: string): PersonLimit | null {
  if (text === 'off') return { most: Number.POSITIVE_INFINITY, windowSeconds: 1 };
  const [, most = '0', window = ''] = /^(\d{1,9})\s*\/\s*(.+)$/.exec(text.trim()) ?? [];
  const windowSeconds = secondsFromText(window);
  return Number(most) > 0 && windowSeconds !== null ? { most: Number(most), windowSeconds } : null;
}

function limit(most: number, windowSeconds: number) {
  return optional(textThat(readLimit, 'how often in how long, like 120/1m, or off'), { most, windowSeconds });
}

const unlimited = Object.fromEntries(limitedActs.map((act) => [act, 'off']));

/** `limits`: a person's, of each kind; `off` for none. */
const limits = z.preprocess(
  (value) => (value === 'off' ? unlimited : (value ?? {})),
  settings({
    clicks: limit(120, 60),
    refusals: limit(10, 60),
    commands: limit(60, 60),
    requests: limit(100, hourSeconds),
    emergencies: limit(10, hourSeconds),
  } satisfies Record<LimitedAct, unknown>),
);

/**
 * `access.yaml` as the operator writes it, with the defaults filled in: the settings in the bot's own units, except for the people of
 * the directory file.
 */
export const accessShape = settings({
  governance,
  apps: filledListOf(requestableApp, 'a list with at least one app that people can ask access to'),
  identity,
  channels: group({
    allowShared: listOf(channelId, 'a list of channel ids, like [C0REVIEWS]'),
  }),
  review: group({
    mode: optional(z.enum(['act', 'link'], expecting('act or link')), 'act'),
    linkWhen: group({
      risk: listOf(
        textThat(nonEmpty, 'the name or id of a risk level, like high'),
        'a list of risk levels by name or id, like [high, critical]',
      ),
      emergency: flag,
    }),
    expireAfter: optional(duration, hourSeconds),
  }).transform(({ expireAfter, ...review }) => ({ ...review, expireAfterSeconds: expireAfter })),
  limits,
  emergency: group({
    channel: optional(channelId, null),
    onCall: optional(userGroupId, null),
    durations: durations([hourSeconds, 4 * hourSeconds]),
  }).transform(({ durations: durationsSeconds, ...emergency }) => ({ ...emergency, durationsSeconds })),
  timeZone,
  workingHours,
  reminders: z.preprocess((value) => value ?? {}, reminders),
  escalation: optional(escalation, []),
  digest,
  absence,
  audit: group({ channel: optional(channelId, null) }),
  retention: group({
    requests: optional(duration, 400 * daySeconds),
    notices: optional(duration, 30 * daySeconds),
    audit: optional(duration, null),
  }).transform(({ requests, notices, audit }) => ({
    requestsSeconds: requests,
    noticesSeconds: notices,
    auditSeconds: audit,
  })),
  admins: listOf(personId, 'a list of member ids, like [U0ADMIN]'),
  language: optional(z.enum(languages, expecting(languages.join(' or '))), 'en'),
}).transform(
  ({ identity: { directory, order, cache, ...identity }, ...written }): Omit<AccessSettings, 'directory'> => ({
    ...written,
    identity: {
      ...identity,
      sources: order ?? usableSources(directory, written.governance.operations),
      cacheSeconds: cache,
    },
  }),
);

/** The default order of identity sources: the directory file and userSearch if they are there, then the owners lists. */
function usableSources(directory: string | null, operations: readonly OptionalOperation[]): readonly IdentitySource[] {
  const sources: IdentitySource[] = directory === null ? [] : ['directory'];
  if (operations.includes('userSearch')) sources.push('userSearch');
  return [...sources, 'owners'];
}

/** The directory file: who has which identity in the governance service, by email. */
export const directoryShape = z.array(
  settings({
    email: textThat(
      (text) => z.email().safeParse(text.trim()).data?.toLowerCase() ?? null,
      'the person’s email address, like ana@acme.example',
    ),
    identityUserId: textThat(nonEmpty, 'the id of the person’s identity user in the governance service'),
  }),
  expecting('a list of people, each like { email: ana@acme.example, identityUserId: user-ana }'),
);
