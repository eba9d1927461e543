/** Long because it describes every setting of `access.yaml` once. */
import { IANAZone } from 'luxon';
import { z } from 'zod';
import { type RequestField, requestFieldTypes } from '../domain/form/request-answers.ts';
import { type Limit, type LimitedUse, limitedUses } from '../domain/people/limit.ts';
import {
  type AccessSettings,
  type IdentitySource,
  identitySources,
  offers,
  optionalOperations,
  permissions,
  tasksSeen,
} from '../domain/settings/access-settings.ts';
import type { EscalationTier } from '../domain/settings/reminders.ts';
import { type WorkingHours, weekdays } from '../domain/settings/working-time.ts';
import { comparableEmail } from '../domain/text/foreign-text.ts';
import { languages } from '../domain/text/sentence.ts';
import { answerersOfApp, answerersWithDefaults, webhook } from './answerers-schema.ts';
import {
  asRead,
  channelId,
  duration,
  emptyAsGroup,
  expecting,
  filledListOf,
  flagSetting,
  group,
  listSetting,
  minutesFromText,
  oneOf,
  optional,
  personId,
  secondsFromText,
  settings,
  someOf,
  textMatching,
  textSetting,
  textThat,
  upTo,
  userGroupId,
  writtenAlso,
} from './values.ts';
import { withoutEndSlash } from './web-address.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;

function durations(defaultSeconds: readonly number[]) {
  return someOf(duration, 'a list like [1h, 4h]', defaultSeconds).transform((list) =>
    list.toSorted((one, other) => one - other),
  );
}

function readTaskUrl(text: string): string | null {
  const names = [...text.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const example = text.replaceAll(/\{[^}]*\}/g, '1');
  const isWeb = URL.canParse(example) && /^https?:$/.test(new URL(example).protocol);
  const hasOnlyTaskFields =
    names.length > 0 && names.every((name) => name === 'numericId' || name === 'id');
  return isWeb && hasOnlyTaskFields ? text : null;
}

const resource = settings({
  resourceTypeId: textSetting('the id of the resource’s type in the governance service'),
  resourceId: textSetting('the id of the resource in the governance service'),
});

/** Slack's limits: 100 blocks in a form, 100 options of 75 characters in a select. */
const field = settings({
  id: textMatching(/^[A-Za-z0-9_.-]{1,64}$/, 'at most 64 letters, digits, _ . and -, like ticket'),
  label: textThat(upTo(150), '1 to 150 characters, like Ticket'),
  type: oneOf(requestFieldTypes),
  required: flagSetting,
  hint: optional(textThat(upTo(2_000), 'at most 2000 characters'), null),
  options: someOf(
    textThat(upTo(75), 'a text of 1 to 75 characters, in quotes'),
    'a list like [north, south]',
    [],
    100,
  ),
  entitlements: someOf(textSetting('the id of an entitlement'), 'a list of entitlement ids', null),
}) satisfies z.ZodType<RequestField>;

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

const calendarDay = z.iso.date(expecting('a date, like 2026-12-25'));

const timeZone = optional(
  textThat(
    (text) => (IANAZone.isValidZone(text) ? text : null),
    'the name of a time zone, like Europe/Berlin or UTC',
  ),
  'UTC',
);

const workingHours = group({
  from: optional(timeOfDay, 9 * 60),
  to: optional(untilMidnight, 17 * 60),
  days: someOf(oneOf(weekdays), 'a list like [mon, tue, wed, thu, fri]', weekdays.slice(0, 5)),
  holidays: listSetting(calendarDay, 'a list like [2026-12-25]'),
}).transform(
  ({ from, to, ...days }): WorkingHours => ({ fromMinutes: from, toMinutes: to, ...days }),
);

const timesWanted = expecting('a whole number from 0 to 100, like 3');

function pace(afterSeconds: number, everySeconds: number, atMost: number) {
  return {
    after: optional(wait, afterSeconds),
    every: optional(wait, everySeconds),
    atMost: optional(z.int(timesWanted).min(0, timesWanted).max(100, timesWanted), atMost),
  };
}

function inSeconds<Written extends { after: number; every: number }>({
  after,
  every,
  ...others
}: Written) {
  return { afterSeconds: after, everySeconds: every, ...others };
}

const reminders = settings({
  ...pace(2 * hourSeconds, 4 * hourSeconds, 3),
  emergency: group(pace(5 * minuteSeconds, 10 * minuteSeconds, 6)).transform(inSeconds),
}).transform(inSeconds);

const recipients = group({
  people: someOf(personId, 'a list like [U0LEAD]', []),
  channel: optional(channelId, null),
  group: optional(userGroupId, null),
  owners: optional(z.literal(true, expecting('true')), false),
});

const escalation = z.array(
  settings({
    after: wait,
    to: recipients,
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

const absence = group({
  emojis: listSetting(
    textMatching(/^:[^\s:]+:$/, 'an emoji like ":palm_tree:"'),
    'a list like [":palm_tree:"]',
  ),
});

/** What can be said of an app beside its id and its name. */
const ofApp = {
  channel: optional(channelId, null),
  resources: someOf(resource, 'a list like [{ resourceTypeId: team, resourceId: platform }]', []),
  durations: durations([hourSeconds, 4 * hourSeconds, daySeconds, 7 * daySeconds]),
  /** Ten questions are enough for people. */
  fields: listSetting(field, 'a list like [{ id: ticket, label: Ticket, type: text }]', 10),
  tasks: optional(oneOf(tasksSeen), 'bot'),
  confidential: flagSetting,
  reminders: optional(reminders, null),
  escalation: optional(escalation, null),
  webhook: answerersOfApp,
};

const inUnits = <Written extends { durations: readonly number[] }>({
  durations: durationsSeconds,
  ...app
}: Written) => ({ ...app, durationsSeconds });

const otherApps = settings(ofApp).transform(inUnits);

const requestableApp = settings({
  id: textSetting('the app’s id in the governance service'),
  name: textSetting('the app’s name as people know it').optional(),
  ...ofApp,
}).transform((written) => ({ ...inUnits(written), name: written.name ?? written.id }));

/** Without the operations that change something: somebody has to choose those. */
const readingOperations = optionalOperations.filter(
  (one) => one !== 'taskActions' && one !== 'taskRevoke',
);
const operationsExpected = expecting(
  'a list of what the tenant has, like [taskRead, taskSearch]; npm run setup finds it out',
);
const operationList = z.array(oneOf(optionalOperations), {
  error: (issue) =>
    issue.input === 'auto'
      ? `is "auto", which is gone: write operations: [${readingOperations.join(', ')}], add taskActions and taskRevoke if they were allowed, and take out what npm run doctor says the tenant does not have.`
      : operationsExpected.error(issue),
});

const governance = group({
  operations: optional(operationList, []),
  queryCase: optional(oneOf(['both', 'camel', 'snake']), 'both'),
  credential: group({ expires: optional(calendarDay, null) }),
  taskUrl: optional(
    textThat(
      readTaskUrl,
      'a link with {numericId} or {id}, like https://acme.example/task/{numericId}',
    ),
    null,
  ),
}).transform((written) => ({ ...written, operations: [...new Set(written.operations)] }));

const identity = group({
  directory: optional(textSetting('the name of a file beside this one, like people.yaml'), null),
  order: someOf(oneOf(identitySources), `a list of ${identitySources.join(', ')}`, null),
  profileField: optional(
    textMatching(/^Xf[A-Z0-9]{2,}$/, 'the id of a Slack profile field, like Xf0ABC'),
    null,
  ),
  cache: optional(duration, 600),
  unconfirmedEmail: optional(oneOf(permissions), 'refuse'),
  unknownStatus: optional(oneOf(permissions), 'refuse'),
});

/** `120/1m`: so often in such a time. `off`: as often as they like. */
function readLimit(text: string): Limit | null {
  if (text === 'off') return { most: Number.POSITIVE_INFINITY, windowSeconds: 1 };
  const [, most = '0', window = ''] = /^(\d{1,9})\s*\/\s*(.+)$/.exec(text.trim()) ?? [];
  const windowSeconds = secondsFromText(window);
  return Number(most) > 0 && windowSeconds !== null ? { most: Number(most), windowSeconds } : null;
}

function limit(most: number, windowSeconds: number) {
  return optional(textThat(readLimit, 'how often in how long, like 120/1m, or off'), {
    most,
    windowSeconds,
  });
}

const unlimited = Object.fromEntries(limitedUses.map((act) => [act, 'off']));

/** `limits`: a person's, of each kind; `off` for none. */
const limits = z
  .preprocess(
    (value) => (value === 'off' ? unlimited : (value ?? {})),
    settings({
      clicks: limit(120, 60),
      refusals: limit(10, 60),
      requests: limit(100, hourSeconds),
      emergencies: limit(10, hourSeconds),
      agents: limit(120, 60),
    } satisfies Record<LimitedUse, unknown>),
  )
  .register(writtenAlso, { ways: [{ const: 'off' }, { type: 'null' }] });

/** Tokens are sent there: plain http is for this machine. */
function readPublicUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || /[?#@]/.test(text)) return null;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
  return isSafe ? withoutEndSlash(url) : null;
}

/**
 * `access.yaml` as the operator writes it, with the defaults filled in: the settings in the bot's
 * own units, except for the people of the directory file.
 */
export const accessShape = settings({
  governance,
  offer: optional(oneOf(offers), null),
  apps: optional(filledListOf(requestableApp, 'a list with at least one app'), null),
  identity,
  channels: group({
    allowShared: listSetting(channelId, 'a list like [C0REVIEWS]'),
  }),
  review: group({
    mode: optional(oneOf(['act', 'link']), 'act'),
    linkWhen: group({
      risk: listSetting(
        textSetting('the name or id of a risk level'),
        'a list like [high, critical]',
      ),
      emergency: flagSetting,
    }),
    expireAfter: optional(duration, hourSeconds),
  }).transform(({ expireAfter, ...review }) => ({ ...review, expireAfterSeconds: expireAfter })),
  webhook,
  limits,
  emergency: group({
    channel: optional(channelId, null),
    onCall: optional(userGroupId, null),
    durations: durations([hourSeconds, 4 * hourSeconds]),
    escalation: optional(escalation, null),
  }).transform(({ durations: durationsSeconds, ...emergency }) => ({
    ...emergency,
    durationsSeconds,
  })),
  timeZone,
  workingHours,
  reminders: emptyAsGroup(reminders),
  escalation: optional(escalation, null),
  absence,
  agents: group({
    enabled: flagSetting,
    url: optional(
      textThat(
        readPublicUrl,
        'the https address at which this bot is reached, without a path after it, like https://bot.acme.example',
      ),
      null,
    ),
    tokens: optional(oneOf(permissions), 'allow'),
    tokensLast: optional(duration, 30 * daySeconds),
  }).transform(({ tokensLast, ...agents }) => ({ ...agents, tokensLastSeconds: tokensLast })),
  retention: group({
    requests: optional(duration, 400 * daySeconds),
    notices: optional(duration, 30 * daySeconds),
    audit: optional(duration, null),
  }).transform(({ requests, notices, audit }) => ({
    requestsSeconds: requests,
    noticesSeconds: notices,
    auditSeconds: audit,
  })),
  admins: listSetting(personId, 'a list like [U0ADMIN]'),
  language: optional(oneOf(languages), 'en'),
}).transform(
  ({
    identity: { directory, order, cache, ...identity },
    emergency: { escalation: emergencyEscalation, ...emergency },
    apps,
    offer,
    ...written
  }) =>
    asRead<Omit<AccessSettings, 'directory'>>()({
      ...written,
      offer: offer ?? (apps === null ? 'all' : 'listed'),
      // Their steps are answered by those who are configured for all.
      otherApps: { ...otherApps.parse({}), webhook: null },
      apps: (apps ?? []).map((app) => ({
        ...app,
        webhook: answerersWithDefaults(app.webhook, written.webhook),
      })),
      emergency,
      emergencyEscalation,
      identity: {
        ...identity,
        sources: order ?? usableSources(directory, written.governance),
        cacheSeconds: cache,
      },
    }),
);

/**
 * The default order of identity sources: the directory file and userSearch if they are there or may
 * be found, then the owners lists.
 */
function usableSources(
  directory: string | null,
  { operations }: Pick<AccessSettings['governance'], 'operations'>,
): readonly IdentitySource[] {
  const sources: IdentitySource[] = directory === null ? [] : ['directory'];
  if (operations.includes('userSearch')) sources.push('userSearch');
  return [...sources, 'owners'];
}

/** The directory file: the identity of each person in the governance service, by email. */
export const directoryShape = z.array(
  settings({
    email: textThat(
      (text) => (z.email().safeParse(text.trim()).success ? comparableEmail(text) : null),
      'the person’s email address, like ana@acme.example',
    ),
    identityUserId: textSetting('the id of the person’s identity user in the governance service'),
  }),
  expecting('a list of people, each like { email: ana@acme.example, identityUserId: user-ana }'),
);
