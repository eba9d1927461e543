/** Who is asked in one step of a policy. People are identity user ids. */
export type ReviewerRule =
  | { readonly kind: 'users'; readonly userIds: readonly string[] }
  | {
      readonly kind: 'group';
      readonly appId: string;
      readonly groupId: string;
      readonly userIds: readonly string[];
    }
  /** The target's managers; the others where the target has none. */
  | { readonly kind: 'manager'; readonly fallbackUserIds: readonly string[] }
  /** The owners of the entitlement, or of its resource; the others where there are none. */
  | { readonly kind: 'entitlement-owners'; readonly fallbackUserIds: readonly string[] }
  /** Another system decides: no person is asked. */
  | { readonly kind: 'webhook'; readonly webhookId: string };

/** What the service does with a step that nobody decides in time. */
export interface Escalation {
  readonly seconds: number;
  readonly result:
    | { readonly kind: 'reassign'; readonly userIds: readonly string[] }
    | { readonly kind: 'cancel' | 'skip' }
    | { readonly kind: 'replace'; readonly policyId: string };
}

export interface ApprovalStep {
  readonly kind: 'approval';
  readonly reviewers: ReviewerRule;
  readonly allowReassignment: boolean;
  /**
   * Whether the target may decide on their own request. The list of reviewers names them either
   * way: a client that acts for people must check this itself.
   */
  readonly allowSelfApproval: boolean;
  /**
   * Whether somebody else has to decide than those who decided earlier steps; a client that acts
   * for people must check this itself.
   */
  readonly requireDistinctApprovers: boolean;
  /** Whether delegates decide in the place of people who are away. */
  readonly allowDelegation: boolean;
  readonly requireApprovalReason: boolean;
  readonly requireDenialReason: boolean;
  /** Whether an approval can, or must, be confirmed by the reviewer in the browser. */
  readonly stepUp: 'none' | 'offered' | 'required';
  readonly escalation: Escalation | null;
}

export type PolicyStep =
  | ApprovalStep
  /** The person that the access is for answers the questions of a request schema. */
  | { readonly kind: 'form'; readonly schemaId: string }
  /** For so many seconds; where that is null, until somebody processes the task. */
  | {
      readonly kind: 'wait';
      readonly name: string;
      readonly seconds: number | null;
      readonly condition: string;
    }
  /** The end of the policy. */
  | { readonly kind: 'accept' | 'reject'; readonly message: string };

/** A policy: its steps in order. No steps: granted without asking anybody. */
export interface GrantPolicy {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly steps: readonly PolicyStep[];
}
