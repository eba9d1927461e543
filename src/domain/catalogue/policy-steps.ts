/** What a policy says, before a request, of who will decide. */

/** Who is asked in one step. */
export type PolicyStep =
  | {
      readonly kind: 'users';
      readonly userIds: readonly string[];
      readonly allowSelfApproval: boolean;
    }
  | { readonly kind: 'group'; readonly appId: string; readonly entitlementId: string }
  | { readonly kind: 'manager' }
  | PlainStep;

/** A step of which there is no more to know. */
interface PlainStep {
  readonly kind:
    | 'app-owners'
    | 'entitlement-owners'
    | 'resource-owners'
    | 'self'
    /** Somebody or something that the service finds out. */
    | 'rule'
    /** The policy ends without asking anybody. */
    | 'accept'
    | 'reject';
}

export interface RequestPolicy {
  readonly id: string;
  /** Rules choose between policies by what is asked for, by whom and when. */
  readonly hasRules: boolean;
  /** The policy whose steps apply in the place of its own; null for none. */
  readonly baselineId: string | null;
  /** Those that decide, in their order; null where something of them cannot be read. */
  readonly steps: readonly PolicyStep[] | null;
}

/** Who would be asked in a step, in names. */
export type Decider =
  | {
      readonly kind: 'users';
      /** Only the first of them are named. */
      readonly names: readonly string[];
      /** How many there are. */
      readonly count: number;
    }
  /** Without names where they are not known. */
  | { readonly kind: 'manager'; readonly names: readonly string[] }
  /** The name is null where it is not known. */
  | { readonly kind: 'group'; readonly name: string | null }
  | PlainStep;

/**
 * Who decides by the policy, step by step: never empty. `depends`: only the service knows; null:
 * nobody knows.
 */
export type Deciders = readonly Decider[] | 'depends' | null;
