/** Long because every setting of `access.yaml` is here once. */

import type { RequestField } from '../form/request-answers.ts';
import type { IdentityPerson } from '../people/identity-person.ts';
import type { Limit, LimitedUse } from '../people/limit.ts';
import type { Language } from '../text/sentence.ts';
import type { Answerers } from './answerers.ts';
import type { EscalationTier, Reminders } from './reminders.ts';
import type { WorkingHours } from './working-time.ts';

/**
 * Where the identity of a Slack account is looked up.
 * - `directory`: the directory file, by email
 * - `userSearch`: the service's own search, by email (an optional operation)
 * - `slackProfileField`: a field of the Slack profile that holds the id of the identity user
 * - `owners`: the owners lists of the configured resources, by email
 */
export const identitySources = ['directory', 'userSearch', 'slackProfileField', 'owners'] as const;
export type IdentitySource = (typeof identitySources)[number];

export const permissions = ['refuse', 'allow'] as const;
export type Permission = (typeof permissions)[number];

/** A resource of an app whose entitlements can be asked for (docs/spec/interface.md#endpoint-6). */
export interface ResourceSettings {
  readonly resourceTypeId: string;
  readonly resourceId: string;
}

export const tasksSeen = ['bot', 'all'] as const;
export type TasksSeen = (typeof tasksSeen)[number];

export interface RequestableApp {
  readonly id: string;
  /** The id where none is configured. */
  readonly name: string;
  /**
   * Slack channel id for the cards; null = the conversation the request came from, and where all
   * apps are offered, direct messages to the reviewers.
   */
  readonly channel: string | null;
  readonly resources: readonly ResourceSettings[];
  /** Offered durations in seconds, ascending, each once; never empty. */
  readonly durationsSeconds: readonly number[];
  /**
   * Which requests people see here: those that were made through the bot, or also those that were
   * made elsewhere.
   */
  readonly tasks: TasksSeen;
  /** Channels read only number, app and state of its requests. */
  readonly confidential: boolean;
  /** Extra questions of the request form, in their order. */
  readonly fields: readonly RequestField[];
  /**
   * Ids of the entitlements for which the tenant wants no justification; absent where it told
   * nothing of the kind.
   */
  readonly withoutReason?: readonly string[];
  /** In the place of the general ones; null = those. */
  readonly reminders: Reminders | null;
  readonly escalation: readonly EscalationTier[] | null;
  /** In the place of the general one; null = that. */
  readonly webhook: Answerers | null;
}

/**
 * What the operator decided in `access.yaml`, in the bot's own units (seconds, ids). Read and
 * checked by `config/`; use cases get the part they need.
 */
export interface AccessSettings {
  /** Language of cards in channels, and of messages to people whose own language is not known. */
  readonly language: Language;
  readonly offer: AppOffer;
  /** What is configured of single apps: which apps are offered, `OfferedApps` knows. */
  readonly apps: readonly RequestableApp[];
  /** What counts for apps that `apps` does not name. */
  readonly otherApps: Omit<RequestableApp, 'id' | 'name'>;
  readonly governance: {
    /** Those that the tenant has beyond the 16 of the interface, and the bot may use. */
    readonly operations: readonly OptionalOperation[];
    readonly queryCase: 'both' | 'camel' | 'snake';
    /** When the bot's credentials in the service run out, like 2027-01-31; null where it is not said. */
    readonly credential: { readonly expires: string | null };
    /**
     * Link to a task in the service's own console with `{numericId}` or `{id}` in it; null = no
     * links.
     */
    readonly taskUrl: string | null;
  };
  readonly channels: {
    /** Channels shared with other companies in which cards are posted all the same. */
    readonly allowShared: readonly string[];
  };
  readonly review: {
    /**
     * act = the bot carries out decisions; link = every decision is a link to the service's own
     * page.
     */
    readonly mode: 'act' | 'link';
    /** What is decided by a link although the mode is `act`. */
    readonly linkWhen: {
      /** Risk levels by name or id. */
      readonly risk: readonly string[];
      readonly emergency: boolean;
    };
    /** How long a decision waits for the service before it is given up. */
    readonly expireAfterSeconds: number;
  };
  /** Steps that the service hands to the bot. */
  readonly webhook: Answerers & {
    /** How long a delivery counts as what is so, where the tenant does not let tasks be read. */
    readonly freshForSeconds: number;
    /** How long the service waits for an answer. */
    readonly answerWithinSeconds: number;
  };
  /** How often one person may do what. */
  readonly limits: Readonly<Record<LimitedUse, Limit>>;
  readonly emergency: {
    readonly channel: string | null;
    /**
     * Id of the Slack user group that emergency cards mention, like S0ONCALL; null = nobody is
     * mentioned.
     */
    readonly onCall: string | null;
    readonly durationsSeconds: readonly number[];
  };
  readonly identity: {
    /** Asked in this order until one knows the person; never empty, each once. */
    readonly sources: readonly IdentitySource[];
    /**
     * Id of the Slack profile field that holds the identity's id; set exactly if
     * `slackProfileField` is a source.
     */
    readonly profileField: string | null;
    /** How long an identity is kept before it is looked up again. */
    readonly cacheSeconds: number;
    /** Whether an email identifies that nobody confirmed in Slack. */
    readonly unconfirmedEmail: Permission;
    /** Whether an identity counts whose status the service does not know. */
    readonly unknownStatus: Permission;
  };
  /**
   * The directory file's people by lower-case email; empty without one. Changes while the process
   * runs, as the file does.
   */
  readonly directory: ReadonlyMap<string, Pick<IdentityPerson, 'id'>>;
  /** IANA name: the zone of the report and escalation. */
  readonly timeZone: string;
  /** In each person's own zone. */
  readonly workingHours: WorkingHours;
  readonly reminders: Reminders;
  /** In the order of their times; null where nothing is configured. */
  readonly escalation: readonly EscalationTier[] | null;
  /** For emergencies of all apps, in the order of their times; null where nothing is configured. */
  readonly emergencyEscalation: readonly EscalationTier[] | null;
  /** With one of these in their Slack status, like `:palm_tree:`, somebody is away. */
  readonly absence: { readonly emojis: readonly string[] };
  /** Agents that act for people: they look things up, and draft what a person sends. */
  readonly agents: {
    readonly enabled: boolean;
    /** Where they reach the bot, without a slash at its end; null = where its webhooks do. */
    readonly url: string | null;
    /** `refuse` ends every token that people made. */
    readonly tokens: Permission;
    /** How long a token is good. */
    readonly tokensLastSeconds: number;
  };
  /**
   * How long requests that are over, their messages, and the audit trail are kept; null = for ever.
   */
  readonly retention: {
    readonly requestsSeconds: number;
    readonly noticesSeconds: number;
    readonly auditSeconds: number | null;
  };
  /** Slack ids of the bot's administrators; messages name them as the people to ask. */
  readonly admins: readonly string[];
}

type WaitingSettings = Pick<
  AccessSettings,
  'apps' | 'reminders' | 'escalation' | 'emergencyEscalation' | 'emergency' | 'admins'
>;

/** When reviewers are reminded of a request, and who is told that nobody decides. */
interface WaitingRules {
  readonly reminders: Reminders;
  readonly escalation: readonly EscalationTier[];
}

/** What an app says of reminders and escalation, else what is said of all. */
export function waitingSettings(
  settings: WaitingSettings,
  { appId, isEmergency }: { readonly appId: string; readonly isEmergency: boolean },
): WaitingRules {
  const app = settings.apps.find((one) => one.id === appId);
  const reminders = app?.reminders ?? settings.reminders;
  const written = app?.escalation ?? settings.escalation;
  if (!isEmergency) return { reminders, escalation: written ?? [] };
  const escalation = settings.emergencyEscalation ?? written ?? defaultTiers(settings);
  return { reminders, escalation };
}

/** Long enough for on-call to answer, short enough for the person who waits. */
const defaultTierSeconds = 600;

/** Nobody who configured no escalation leaves an emergency without an answer. */
function defaultTiers({ emergency, admins }: WaitingSettings): readonly EscalationTier[] {
  return [
    {
      afterSeconds: defaultTierSeconds,
      people: admins,
      channel: emergency.channel,
      group: emergency.channel === null ? null : emergency.onCall,
      owners: true,
      offersEmergency: false,
    },
  ];
}

/** Whether channels read only number, app and state of this app's requests. */
export function isConfidential({ apps }: Pick<AccessSettings, 'apps'>, appId: string): boolean {
  return apps.some((one) => one.id === appId && one.confidential);
}

export function taskLink(
  settings: Pick<AccessSettings['governance'], 'taskUrl'>,
  task: { id: string; numericId: string } | null,
): string | null {
  if (settings.taskUrl === null || task === null) return null;
  const number = task.numericId === '' ? task.id : task.numericId;
  return settings.taskUrl
    .replaceAll('{numericId}', encodeURIComponent(number))
    .replaceAll('{id}', encodeURIComponent(task.id));
}

/** The console's front page, for what has no task to link to. */
export function consoleLink({
  taskUrl,
}: Pick<AccessSettings['governance'], 'taskUrl'>): string | null {
  return URL.parse(taskUrl ?? '')?.origin ?? null;
}

/**
 * Operations beyond the interface that a tenant may have
 * (docs/spec/deployments.md#optional-operations).
 */
export const optionalOperations = [
  'taskRead',
  'taskSearch',
  'taskActions',
  'taskAudit',
  'taskRevoke',
  'userSearch',
  'userRead',
  'appList',
  'entitlementSearch',
  'whoAmI',
  'riskLevels',
  'grantsFeed',
  'userGrants',
  'grantSearch',
  'userAccounts',
  'requestSchemas',
  'requestSettings',
  'catalogs',
  'entitlementConfigurationRules',
  'accessRequestDefaults',
  'policyRead',
  'entitlementHolders',
  'entitlementOwnerIds',
  'appOwnerIds',
] as const;
export type OptionalOperation = (typeof optionalOperations)[number];

/**
 * Which apps people can ask for.
 * - `listed`: those of `apps`
 * - `all`: those that the tenant has; `apps` only says what is different for some of them
 */
export const offers = ['all', 'listed'] as const;
export type AppOffer = (typeof offers)[number];

/** What is read to offer all apps (docs/spec/deployments.md#people-and-apps). */
export const discoveryOperations = ['appList', 'entitlementSearch'] as const;

/** An app of the tenant, as its list tells it. */
export interface TenantApp {
  readonly id: string;
  readonly name: string;
}
