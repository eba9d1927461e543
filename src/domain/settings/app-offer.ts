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
