/**
 * Checking a tenant against the declared interface, by reading only, but for `--write`. This folder
 * owns what is called, in which order, and what is printed; without `--write` it never sends
 * anything that changes something; it never prints a secret or a token. Calls are made by the bot's
 * own functions. What came is compared with the declaration, which knows nothing of the bot, and
 * with what the bot's client decoded.
 */

/** Ids that the operator knows. Missing ids are discovered if the interface allows it. */
export interface KnownIds {
  readonly appId?: string;
  readonly resourceTypeId?: string;
  readonly resourceId?: string;
  readonly entitlementId?: string;
  readonly roleSlug?: string;
  readonly userId?: string;
  readonly catalogId?: string;
  readonly ruleId?: string;
}

export interface TenantSettings {
  readonly baseUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: URL;
  readonly queryCase: 'both' | 'camel' | 'snake';
  readonly ids: KnownIds;
  /** How long one call may take. */
  readonly timeoutMs: number;
}
