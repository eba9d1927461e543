/** People who answer a step that the service hands to the bot. */
export type AnswererSource =
  /** By the service's lists; in this role, or in any. */
  | { readonly kind: 'owners'; readonly of: Owned; readonly role?: string }
  /** The target's, by the service. */
  | { readonly kind: 'manager' }
  /** The holders of an entitlement. */
  | { readonly kind: 'group'; readonly appId: string; readonly entitlementId: string }
  /** Slack ids. */
  | { readonly kind: 'people'; readonly people: readonly string[] };

/** Who answers such a step: everybody of any of these. */
export type AnswererChoice = readonly AnswererSource[];

/** Who answers delivered steps of an app, and who does where these lists hold nobody. */
export interface Answerers {
  readonly reviewers: AnswererChoice;
  readonly setUpBy: AnswererChoice;
  /** Slack ids; null = the bot's administrators. */
  readonly fallback: readonly string[] | null;
}

/** What somebody can own of what a step is about. */
export const ownedThings = ['resource', 'entitlement', 'app'] as const;
export type Owned = (typeof ownedThings)[number];
