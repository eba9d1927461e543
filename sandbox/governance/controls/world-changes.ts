/**
 * What changes in the world behind an open card, for real: every later answer of the service agrees
 * with it.
 */
import { z } from 'zod';
import type { IdentityUser } from '../entities/identity-user.ts';
import { snapshotOf, type TaskSnapshot } from '../entities/task-snapshot.ts';
import { notFound } from '../errors.ts';
import { timestamp, type World } from '../world.ts';

/** What `setIdentity` changes. Two people exchange their accounts by exchanging their emails. */
export const identityChange = z.strictObject({
  /** `ENABLED`, `DISABLED`, `DELETED`, ... */
  status: z.string().optional(),
  email: z.string().optional(),
  displayName: z.string().optional(),
  department: z.string().optional(),
  delegatedUserId: z.string().optional(),
  managerIds: z.array(z.string()).optional(),
  deletedAt: z.iso.datetime().nullable().optional(),
});

export type IdentityChange = Readonly<z.infer<typeof identityChange>>;

/** @throws ServiceError 404 */
export function setIdentity(world: World, id: string, change: IdentityChange): void {
  const before = world.catalog.requireUser(id);
  const emails = change.email === undefined ? before.emails : [change.email];
  const changed: IdentityUser = {
    ...before,
    ...definedOf(change),
    emails,
    updatedAt: timestamp(world),
  };
  world.catalog.putUser(changed);
}

/** The body of `setSearchLag`. */
export const searchLag = z.strictObject({ seconds: z.int().nonnegative() });

/** What `changeTask` changes: what a reviewer decides on. */
export const taskChange = z.strictObject({
  appId: z.string().optional(),
  appEntitlementId: z.string().optional(),
  identityUserId: z.string().optional(),
  /** The justification. */
  description: z.string().optional(),
  /** Protobuf duration, for example `31536000s`. */
  grantDuration: z.string().nullable().optional(),
  emergencyAccess: z.boolean().optional(),
  /** The answers to the form. */
  requestData: z.record(z.string(), z.unknown()).nullable().optional(),
  /** The reviewers of the step that waits. */
  reviewerIds: z.array(z.string()).optional(),
});

export type TaskChange = Readonly<z.infer<typeof taskChange>>;

/** @throws ServiceError 404, also for a person or entitlement that does not exist */
export function changeTask(world: World, taskId: string, change: TaskChange): TaskSnapshot {
  const before = world.state.task(taskId);
  if (before === undefined) throw notFound('task', taskId);
  const { reviewerIds, ...others } = change;
  const step = before.currentStep;
  const currentStep = step === null || reviewerIds === undefined ? step : { ...step, reviewerIds };
  const after = { ...before, ...definedOf(others), currentStep, updatedAt: timestamp(world) };
  world.catalog.requireEntitlement(after.appId, after.appEntitlementId);
  if (after.identityUserId !== '') world.catalog.requireUser(after.identityUserId);
  world.state.change(() => world.state.putTask(after));
  return snapshotOf(after);
}

type Defined<Change> = { [Key in keyof Change]?: Exclude<Change[Key], undefined> };

/** A field that is `undefined` is not changed. */
function definedOf<Change extends object>(change: Change): Defined<Change>;
function definedOf(change: object): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
