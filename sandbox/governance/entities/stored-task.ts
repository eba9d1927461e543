import { z } from 'zod';

/** How a step ended. */
const stepEnding = z.object({
  how: z.enum([
    'approved',
    'denied',
    'reassigned',
    'skipped',
    'restarted',
    'escalated',
    'provisioned',
    'completed',
    'waited',
    'cancelled',
  ]),
  userId: z.string(),
  at: z.string(),
  comment: z.string(),
});

/** One instance of a policy step: opened when the task arrives at it, ended when it leaves. */
export const storedStep = z.object({
  id: z.string(),
  kind: z.enum(['approval', 'form', 'wait', 'accept', 'reject', 'provision']),
  /** Position in the policy; that of the last step + 1 for provisioning. */
  position: z.int(),
  /** Who decides, fills the form in, or sets up by hand. */
  reviewerIds: z.array(z.string()),
  /** The people that the policy names, before delegation. */
  assignedUserIds: z.array(z.string()),
  /** When a wait is over, or an approval escalates; null where neither comes by itself. */
  dueAt: z.string().nullable(),
  /** The approval has escalated, and does not again. */
  isEscalated: z.boolean(),
  policyGenerationId: z.string(),
  startedAt: z.string(),
  ending: stepEnding.nullable(),
});

const grantSource = z.object({
  conversationId: z.string(),
  externalUrl: z.string(),
  integrationId: z.string(),
  isExtension: z.boolean(),
  requestId: z.string(),
});

/** Something that happened to a task, for its history. */
const taskEvent = z.object({
  id: z.string(),
  /** For example `created`, `approved`, `comment`, `granted`. */
  what: z.string(),
  /** "" where nobody did it: the service itself. */
  userId: z.string(),
  at: z.string(),
  comment: z.string(),
});

/**
 * A task as the service keeps it, also in the data file. Dates are RFC 3339 texts, ids are those of
 * the interface.
 */
export const storedTask = z.object({
  id: z.string(),
  numericId: z.string(),
  kind: z.enum(['grant', 'revoke']),
  origin: z.string(),
  appId: z.string(),
  appEntitlementId: z.string(),
  /** "" for an account that belongs to nobody known. */
  identityUserId: z.string(),
  /** "" unless the task is about an account. */
  appUserId: z.string(),
  createdByUserId: z.string(),
  description: z.string(),
  /** Protobuf duration, or null: the longest that the entitlement allows. */
  grantDuration: z.string().nullable(),
  emergencyAccess: z.boolean(),
  requestData: z.record(z.string(), z.unknown()).nullable(),
  source: grantSource,
  policyId: z.string(),
  policyGenerationId: z.string(),
  currentStep: storedStep.nullable(),
  pastSteps: z.array(storedStep),
  state: z.enum(['open', 'closed']),
  /**
   * Without the prefix that the kind gives it: `UNSPECIFIED`, `GRANTED`, `DENIED`, `ERROR`,
   * `CANCELLED`, ...
   */
  outcome: z.string(),
  outcomeTime: z.string().nullable(),
  /**
   * While a grant or revocation is carried out: when it will be done, and the number of the
   * attempt.
   */
  provisioning: z.object({ dueAt: z.string(), attempt: z.int() }).nullable(),
  approverIds: z.array(z.string()),
  recommendation: z.string(),
  insightIds: z.array(z.string()),
  /**
   * Entitlements that a revocation takes back with its own, because it is inherited from them;
   * fixed when it is made.
   */
  revocationTargets: z.array(z.object({ appId: z.string(), appEntitlementId: z.string() })),
  events: z.array(taskEvent),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
});

/** Access that somebody holds or held. */
export const storedGrant = z.object({
  appId: z.string(),
  appEntitlementId: z.string(),
  identityUserId: z.string(),
  appUserId: z.string(),
  /** "" for access that was there from the beginning, or is inherited. */
  taskId: z.string(),
  grantedAt: z.string(),
  /** When it is removed by itself; null: until it is revoked. */
  expiresAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Held only because an entitlement that includes it is held. */
  isInherited: z.boolean(),
});

export type StoredTask = z.infer<typeof storedTask>;
export type StoredStep = z.infer<typeof storedStep>;
export type StepEnding = z.infer<typeof stepEnding>;
export type StoredGrant = z.infer<typeof storedGrant>;
