import type { Language } from './language.ts';
import type { OptionalOperation } from './optional-operation.ts';
import type { RequestField } from './request-field.ts';
import type { IdentityPerson } from './task-snapshot.ts';

/**
 * Who says which identity a Slack account has.
 * - `directory`: the directory file, by email
 * - `userSearch`: the service's own search, by email (an optional operation)
 * - `slackProfileField`: a field of the Slack profile that holds the id of the identity user
 * - `owners`: the owners lists of the configured resources, by email
 */
export const identitySources = ['directory', 'userSearch', 'slackProfileField', 'owners'] as const;
export type IdentitySource = (typeof identitySources)[number];

/** A resource of an app whose entitlements can be asked for (interface.md, endpoint 6). */
export interface ResourceSettings {
  readonly resourceTypeId: string;
  readonly resourceId: string;
}

export interface RequestableApp {
  readonly id: string;
  readonly name: string;
  /** Slack channel id for the cards; null = the conversation the request came from. */
  readonly channel: string | null;
  readonly resources: readonly ResourceSettings[];
  /** Offered durations in seconds, ascending, without repeats; never empty. */
  readonly durationsSeconds: readonly number[];
  /** Extra questions of the request form, in their order. */
  readonly fields: readonly RequestField[];
}

/**
 * What the operator decided in `access.yaml`, in the bot's own units (seconds, ids). Read and checked by `config/`; use cases
 * get the part they need.
 */
export interface AccessSettings {
  /** Language of what is said to many (cards in channels), and to people whose own language is not known. */
  readonly language: Language;
  readonly apps: readonly RequestableApp[];
  readonly governance: {
    readonly operations: readonly OptionalOperation[];
    readonly queryCase: 'camel' | 'snake';
    /** Link to a task in the service's own console with `{numericId}` or `{id}` in it; null = no links. */
    readonly taskUrl: string | null;
  };
  readonly review: {
    /** act = the bot carries decisions out; link = every decision is a link to the service's own page. */
    readonly mode: 'act' | 'link';
    /** Whether people may decide on a request that they made or that is for them. Default false. */
    readonly allowOwnRequests: boolean;
  };
  readonly emergency: {
    readonly channel: string | null;
    /** Id of the Slack user group that emergency cards mention, like S0ONCALL; null = nobody is mentioned. */
    readonly onCall: string | null;
    readonly durationsSeconds: readonly number[];
  };
  readonly identity: {
    /** Asked in this order, the first that knows the person wins; never empty, without repeats. */
    readonly sources: readonly IdentitySource[];
    /** Id of the Slack profile field that holds the identity's id; there exactly when `slackProfileField` is a source. */
    readonly profileField: string | null;
    /** How long an answer is believed. */
    readonly cacheSeconds: number;
  };
  /** The directory file's people by lower-case email; empty without one. */
  readonly directory: ReadonlyMap<string, Pick<IdentityPerson, 'id'>>;
  /** Slack ids of the bot's administrators; people with a question are sent to them. */
  readonly admins: readonly string[];
}

export function taskLink(
  settings: Pick<AccessSettings['governance'], 'taskUrl'>,
  task: { id: string; numericId: string },
) {
  if (settings.taskUrl === null) return null;
  const number = task.numericId === '' ? task.id : task.numericId;
  return settings.taskUrl
    .replaceAll('{numericId}', encodeURIComponent(number))
    .replaceAll('{id}', encodeURIComponent(task.id));
}
