import { z } from 'zod';

/**
 * That holders of one entitlement own another one, or a whole app, in a role. As kept in the data
 * file.
 */
export const ownerSource = z.object({
  appId: z.string(),
  /** "" where the whole app is owned. */
  entitlementId: z.string(),
  roleSlug: z.string(),
  sourceAppId: z.string(),
  sourceEntitlementId: z.string(),
  createdAt: z.string(),
});

export type OwnerSource = z.infer<typeof ownerSource>;

/** Roles that an owner can have. */
export const ownerRoles: ReadonlySet<string> = new Set(['owner', 'approver', 'steward']);
