/** What a policy says, before a request, of who will decide. */

/** Who is asked in one step. */
export type PolicyStep =
  | {
      readonly kind: 'users';
      readonly userIds: readonly string[];
      readonly allowSelfApproval: boolean;
    }
  | { readonly kind: 'group'; readonly appId: string; readonly entitlementId: string }
  | { readonly kind: 'manager' | 'app-owners' | 'entitlement-owners' | 'resource-owners' | 'self' }
  /** Somebody or something that the service finds out. */
  | { readonly kind: 'rule' }
  /** The policy ends without asking anybody. */
  | { readonly kind: 'accept' | 'reject' };

export interface RequestPolicy {
  readonly id: string;
  /** Rules choose between policies by what is asked for, by whom and when. */
  readonly hasRules: boolean;
  /** The policy whose steps apply in the place of its own; null for none. */
  readonly baselineId: string | null;
  /** Those that decide, in their order; null where something of them cannot be read. */
  readonly steps: readonly PolicyStep[] | null;
}
