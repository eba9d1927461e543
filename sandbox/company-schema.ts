/**
 * The keys of a company file (README.md says what each means).
 *
 * Long because it describes the file key by key.
 */
import { z } from 'zod';

const word = z.string().min(1);
const text = z.string().default('');
const flag = z.boolean().default(false);
const words = z.array(word).default([]);
const handle = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'expected a handle: lower-case letters, digits and dashes');
const handles = z.array(handle).default([]);
/** Role slug by handle. */
const owners = z.record(handle, word).default({});
/** A record or setting exactly as the interface returns it. */
const wire = z.record(z.string(), z.unknown());

const seconds = { m: 60, h: 3600, d: 86_400 } as const;
/** Seconds of `90m`, `4h` or `30d`. */
const duration = z
  .string()
  .regex(/^[1-9]\d*[mhd]$/, 'expected a time like 90m, 4h or 30d')
  .transform((value) => {
    const unit = z.enum(['m', 'h', 'd']).parse(value.at(-1));
    return Number.parseInt(value, 10) * seconds[unit];
  });

const person = z.strictObject({
  /**
   * Also the local part of the email; the ids are `user-ana` in governance and `U0ANA` in Slack.
   */
  handle,
  name: word,
  title: text,
  department: text,
  /** Handle; nobody for the head of the company. */
  manager: handle.nullable().default(null),
  timeZone: z.string().default('Europe/Lisbon'),
  locale: z.string().default('en-GB'),
  presence: z.enum(['both', 'slack-only', 'governance-only']).default('both'),
  slackKind: z.enum(['member', 'guest', 'deactivated']).default('member'),
  /** In Slack; without `until` it has no end. */
  status: z
    .strictObject({ emoji: word, until: z.iso.datetime().optional() })
    .nullable()
    .default(null),
  identityStatus: z.enum(['ENABLED', 'DISABLED', 'UNKNOWN', 'DELETED']).default('ENABLED'),
  /** Who decides in their place. */
  delegate: handle.nullable().default(null),
  /** When the record was deleted: no search finds it, but what they owned still names it. */
  deletedAt: word.nullable().default(null),
  isAdministrator: flag,
});
export type CompanyPerson = z.output<typeof person>;

/**
 * Accounts in Slack that the governance service does not know: people of other companies, and
 * people who pretend to be somebody else.
 */
const outsider = z.strictObject({
  handle,
  name: word,
  title: text,
  email: word,
  timeZone: z.string().default('Europe/Lisbon'),
  kind: z.enum(['member', 'external']).default('member'),
  isOfThisTeam: z.boolean().nullable().default(true),
  isEmailConfirmed: z.boolean().nullable().default(true),
});

const channel = z.strictObject({
  id: z.string().regex(/^C[A-Z0-9]{2,}$/, 'expected the id of a channel, like C0REVIEWS'),
  name: word,
  topic: text,
  /** Handles; `everyone` stands for every member of the company. */
  members: z.array(handle).default(['everyone']),
  hasBot: z.boolean().default(true),
  /**
   * With another company, with one that was invited and has not answered, with another workspace of
   * ours, or with nobody.
   */
  shared: z.enum(['company', 'invited', 'organisation', 'nobody']).default('nobody'),
  archived: flag,
});

const said = { hoursAgo: z.number(), author: handle, text: word };
const message = z.strictObject({
  channel: word,
  ...said,
  replies: z.array(z.strictObject(said)).default([]),
});

const fallback = z.strictObject({ fallback: handles });
/** What happens to a step that nobody decides; exactly one of the others goes with `after`. */
const escalation = z.union([
  z.strictObject({ after: duration, to: z.array(handle).min(1) }),
  z.strictObject({ after: duration, result: z.enum(['cancel', 'skip']) }),
  z.strictObject({ after: duration, policy: word }),
]);
const approval = {
  escalation: escalation.optional(),
  stepUp: z.enum(['none', 'offered', 'required']).default('none'),
  allowReassignment: z.boolean().default(true),
  allowDelegation: flag,
  allowSelfApproval: flag,
  requireDistinctApprovers: flag,
  requireApprovalReason: flag,
  requireDenialReason: flag,
};
/** One step of a policy. Exactly one of the first members of each says what it waits for. */
const step = z.union([
  z.strictObject({ users: handles, ...approval }),
  z.strictObject({
    group: z.strictObject({ appId: word, id: word, people: handles }),
    ...approval,
  }),
  z.strictObject({ manager: fallback, ...approval }),
  z.strictObject({ owners: fallback, ...approval }),
  z.strictObject({ webhook: word, ...approval }),
  /** The id of a request schema. The person that the access is for fills it in. */
  z.strictObject({ form: word }),
  z.strictObject({
    wait: z.strictObject({ name: word, for: duration.optional(), condition: word.optional() }),
  }),
  z.strictObject({ accept: word }),
  z.strictObject({ reject: word }),
]);
export type CompanyStep = z.output<typeof step>;

const policy = z.strictObject({
  id: word,
  name: word,
  description: text,
  steps: z.array(step).default([]),
});
export type CompanyPolicy = z.output<typeof policy>;

const resourceRef = z.strictObject({ typeId: word, id: word });
const entitlement = z.strictObject({
  id: word,
  name: word,
  alias: text,
  description: text,
  risk: z.enum(['low', 'medium', 'high', 'critical']),
  /** The longest grant. */
  longest: z.union(
    [z.literal('until revoked'), duration],
    'expected “until revoked” or a time like 90m, 4h or 30d',
  ),
  policy: word.optional(),
  /** The policy for revoking it, unless it is the company's. */
  revokePolicy: word.optional(),
  /** Emergency access is allowed, by this policy or the company's. */
  emergency: z.union([z.literal(true), word]).optional(),
  /** Departments whose people may ask for it; if absent, everybody may. */
  departments: z.array(word).nullable().default(null),
  frameworks: words,
  /** Whether the first attempt to carry out a grant fails. */
  provisioning: z.enum(['works', 'fails-once']).default('works'),
  /** ProvisionPolicy: how it is given; the connector's ordinary way where absent. */
  provisioner: wire.optional(),
  deprovisioner: wire.optional(),
  annotations: wire.nullable().default(null),
  /** Fields that a person has changed after the connector imported them, as `userEditedMask`. */
  editedFields: text,
  scopeRole: z.strictObject({ role: resourceRef, scope: resourceRef }).nullable().default(null),
  inheritedFrom: words,
  requestSchema: text,
  /** More actions offered on its tasks, for values that no published list has yet. */
  extraActions: words,
  owners,
  heldBy: z.int().default(0),
  /** People by handle who have had it from the beginning, given in the service's own pages. */
  holders: z
    .record(
      handle,
      z.strictObject({
        /** Name of the account that has it; the person's first one where absent. */
        account: word.optional(),
        /** How long they still have it; until it is revoked where absent. */
        for: duration.optional(),
      }),
    )
    .default({}),
});
export type CompanyEntitlement = z.output<typeof entitlement>;

const resource = z.strictObject({
  type: word,
  id: word,
  name: word,
  description: text,
  owners,
  /** Handles of owners that a connector brought in and no caller can remove. */
  systemOwners: handles,
  deletedAt: word.nullable().default(null),
  entitlements: z.array(entitlement).default([]),
});
export type CompanyResource = z.output<typeof resource>;

/** A configuration rule of an app. */
const rule = z.strictObject({
  id: word,
  name: word,
  enabled: z.boolean().default(true),
  /** The lowest goes first. */
  priority: z.int().default(0),
  /** What the service shows of it; it matches everything where it is empty. */
  condition: text,
  /** Ids of the entitlements that the condition matches. */
  covers: words,
  longest: duration.optional(),
  policy: word.optional(),
  /** Emergency access is allowed, by this policy. */
  emergency: word.optional(),
});
export type CompanyRule = z.output<typeof rule>;

const app = z.strictObject({
  id: z.string().regex(/^app-./, 'expected an id that begins with app-'),
  name: word,
  description: text,
  isDirectory: flag,
  /**
   * Where its cards go; the first channel where absent. Read only for `--seed`, where no
   * access.yaml is given.
   */
  channel: word.optional(),
  /** Name by id of its kinds of resources. */
  types: z.record(word, word),
  resources: z.array(resource),
  rules: z.array(rule).default([]),
  /** The longest grant of entitlements that say nothing themselves. */
  defaultLongest: duration.optional(),
  /**
   * Handles of people with an account; the number is how many days before 2026-01-15 they last used
   * it, null never.
   */
  accounts: z.record(handle, z.number().nullable()).default({}),
  /** Names of further accounts of people by handle. */
  moreAccounts: z.record(handle, words).default({}),
  /** Names of accounts that belong to nobody. */
  orphanAccounts: words,
});
export type CompanyApp = z.output<typeof app>;

const entitlementRef = z.strictObject({ appId: word, id: word });
const catalog = z.strictObject({
  id: word,
  name: word,
  description: text,
  published: z.boolean().default(true),
  everyone: flag,
  /** Who holds one of these may see it. */
  access: z.array(entitlementRef).default([]),
  /** Apps of which it holds everything. */
  apps: words,
  entitlements: z.array(entitlementRef).default([]),
  /** The app whose standard audience it is: the list of catalogs leaves it out. */
  standardOf: word.nullable().default(null),
  /** Asking for it asks for the whole catalog, which is an access profile then. */
  enrolment: entitlementRef.nullable().default(null),
  /** What leaving the profile does to what is in it. */
  unenrolment: z
    .enum(['LEAVE_ACCESS_AS_IS', 'REVOKE_ALL', 'REVOKE_UNJUSTIFIED'])
    .default('LEAVE_ACCESS_AS_IS'),
});
export type CompanyCatalog = z.output<typeof catalog>;

/** A task that is neither a grant nor a revocation: the service's own pages decide it. */
const otherTask = z.strictObject({
  id: word,
  kind: z.enum(['certify', 'offboarding', 'action', 'finding']),
  name: word,
  assignees: handles,
  /** The access review of a `certify` task. */
  review: word.nullable().default(null),
});

/** A request that somebody made in the service's own console before anything else happens. */
const consoleRequest = z.strictObject({
  who: handle,
  for: handle,
  kind: z.enum(['grant', 'revoke']).default('grant'),
  app: word,
  entitlement: word,
  why: text,
  seconds: z.int().positive().nullable().default(null),
});
export type CompanyConsoleRequest = z.output<typeof consoleRequest>;

const records = z
  .array(z.looseObject({ id: z.string().default(''), deletedAt: z.string().nullable().optional() }))
  .default([]);

export const company = z.strictObject({
  company: z.strictObject({ name: word, emailDomain: word }),
  people: z.array(person).min(1),
  outsiders: z.array(outsider).default([]),
  channels: z.array(channel).min(1),
  userGroups: z
    .array(z.strictObject({ id: word, handle, name: word, members: handles }))
    .default([]),
  profileFields: z
    .array(
      z.strictObject({
        id: word,
        label: word,
        isProtected: z.boolean(),
        values: z.record(handle, word),
      }),
    )
    .default([]),
  messages: z.array(message).default([]),
  policies: z.array(policy).min(1),
  /** Ids of the policies that apply where no other is named. */
  defaultPolicies: z.strictObject({ grant: word, emergency: word, revoke: word, certify: word }),
  apps: z.array(app).min(1),
  /** What people may ask for, by who sees it; without one nobody is told. */
  catalogs: z.array(catalog).default([]),
  otherTasks: z.array(otherTask).default([]),
  consoleRequests: z.array(consoleRequest).default([]),
  /** Questions that entitlements and steps ask, as `requestSchema.form` of the interface, by id. */
  requestSchemas: z.record(word, wire).default({}),
  /** Ids of those whose requests need no justification. */
  withoutReason: z.array(word).default([]),
  /** Nothing reads it: a place for anchors. */
  blanks: wire.optional(),
  /** Other records of the tenant, as the interface returns them. */
  records: z
    .strictObject({
      connectors: z.array(wire).default([]),
      credentialPolicies: records,
      recoveryPolicies: records,
      mcpCatalog: records,
      mcpServers: z.array(z.looseObject({ appId: word, connectorId: word })).default([]),
      findingRoutingRules: records,
      roleSuggestions: records,
      automationExecutions: records,
      federationProviders: records,
      accessReviews: z
        .array(
          z.looseObject({
            id: word,
            scope: z.strictObject({
              appId: word,
              principals: z.record(word, resourceRef).nullable(),
            }),
          }),
        )
        .default([]),
    })
    .prefault({}),
});
export type Company = z.output<typeof company>;
