import type {
  AccessSettings,
  OptionalOperation,
  RequestableApp,
} from '../../src/domain/settings/access-settings.ts';

/** The directory file, the search and the owners lists, as strict as by default. */
export function identitySettings(
  change: Partial<AccessSettings['identity']> = {},
): AccessSettings['identity'] {
  return {
    sources: ['directory', 'userSearch', 'owners'],
    profileField: null,
    cacheSeconds: 600,
    unconfirmedEmail: 'refuse',
    unknownStatus: 'refuse',
    ...change,
  };
}

/** The defaults of `review`. */
export const acting: AccessSettings['review'] = {
  mode: 'act',
  linkWhen: { risk: [], emergency: false },
  expireAfterSeconds: 3_600,
};

/** The defaults of `webhook`. */
export const defaultWebhook: AccessSettings['webhook'] = {
  reviewers: [{ kind: 'owners', of: 'resource' }],
  setUpBy: [{ kind: 'owners', of: 'resource' }],
  fallback: null,
  freshForSeconds: 14_400,
  answerWithinSeconds: 86_400,
};

/** Nobody says when the credentials run out. */
export const noCredential = { expires: null } as const;

/** The defaults of `limits`. */
export const defaultLimits: AccessSettings['limits'] = {
  clicks: { most: 120, windowSeconds: 60 },
  refusals: { most: 10, windowSeconds: 60 },
  requests: { most: 100, windowSeconds: 3_600 },
  emergencies: { most: 10, windowSeconds: 3_600 },
  agents: { most: 120, windowSeconds: 60 },
};

/** The defaults of `agents`. */
export const withoutAgents: AccessSettings['agents'] = {
  enabled: false,
  url: null,
  tokens: 'allow',
  tokensLastSeconds: 2_592_000,
};

/** The defaults of what happens while a request waits. */
export const waiting = {
  timeZone: 'UTC',
  workingHours: {
    fromMinutes: 9 * 60,
    toMinutes: 17 * 60,
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    holidays: [],
  },
  reminders: {
    afterSeconds: 7_200,
    everySeconds: 14_400,
    atMost: 3,
    emergency: { afterSeconds: 300, everySeconds: 600, atMost: 6 },
  },
  escalation: [],
  emergencyEscalation: null,
  absence: { emojis: [] },
} satisfies Partial<AccessSettings>;

/** What counts for an app that is not configured. */
export const otherApps: AccessSettings['otherApps'] = {
  channel: null,
  resources: [],
  durationsSeconds: [3_600, 14_400, 86_400, 604_800],
  fields: [],
  tasks: 'bot',
  confidential: false,
  reminders: null,
  escalation: null,
  webhook: null,
};

/** An app as most tests have it. */
export function testApp(change: Partial<RequestableApp> = {}): RequestableApp {
  return {
    ...otherApps,
    id: 'app-github',
    name: 'GitHub',
    channel: 'C0REVIEWS',
    resources: [{ resourceTypeId: 'team', resourceId: 'platform' }],
    ...change,
  };
}

/** A tenant that serves the usual optional operations, and these. */
export function governanceWith(
  ...more: readonly OptionalOperation[]
): AccessSettings['governance'] {
  return {
    operations: ['taskRead', 'taskSearch', 'taskActions', 'userSearch', ...more],
    queryCase: 'both',
    credential: noCredential,
    taskUrl: 'https://acme.example/task/{numericId}',
  };
}

/** Two apps and the usual optional operations; scenarios name what differs. */
export function testSettings(change: Partial<AccessSettings> = {}): AccessSettings {
  return {
    language: 'en',
    offer: 'listed',
    otherApps,
    apps: [
      testApp(),
      testApp({
        id: 'app-aws',
        name: 'AWS',
        // The bot is not in this channel.
        channel: 'C0LOUNGE',
        resources: [{ resourceTypeId: 'account', resourceId: 'production' }],
        durationsSeconds: [3_600],
      }),
    ],
    governance: governanceWith(),
    channels: { allowShared: [] },
    limits: defaultLimits,
    review: acting,
    webhook: defaultWebhook,
    emergency: { channel: 'C0INCIDENTS', onCall: 'S0ONCALL', durationsSeconds: [3_600, 14_400] },
    identity: identitySettings(),
    directory: new Map(),
    ...waiting,
    agents: withoutAgents,
    retention: { requestsSeconds: 34_560_000, noticesSeconds: 2_592_000, auditSeconds: null },
    admins: ['U0HANA'],
    ...change,
  };
}
