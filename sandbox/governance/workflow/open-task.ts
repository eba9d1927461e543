import type { CatalogEntitlement } from '../entities/app-entitlement.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { invalidArgument, ServiceError } from '../errors.ts';
import { timestamp, type World } from '../world.ts';
import { ancestorsHeld, sameAccess } from './grants.ts';
import { assess } from './insights.ts';
import { enterStep, recorded } from './steps.ts';
import { policyFor } from './transitions.ts';

/** The facts of a new task; everything else follows from them. */
export interface NewTask {
  readonly kind: 'grant' | 'revoke';
  readonly origin: string;
  readonly appId: string;
  readonly appEntitlementId: string;
  readonly identityUserId: string;
  readonly appUserId: string;
  readonly description: string;
  readonly grantDuration: string | null;
  readonly emergencyAccess: boolean;
  readonly requestData: Record<string, unknown> | null;
  readonly source: StoredTask['source'];
}

/** The source of a task that was created without one. */
export const noSource: StoredTask['source'] = {
  conversationId: '',
  externalUrl: '',
  integrationId: '',
  isExtension: false,
  requestId: '',
};

/** The person a request is for. Exactly one of the two ids may be given. */
export interface RequestTarget {
  /** "" for an account that belongs to nobody known. */
  readonly identityUserId: string;
  readonly appUserId: string;
}

/**
 * The target that a body names.
 * @throws ServiceError 400 for both ids, 500 (code 2) for none, 404 for an unknown one
 */
export function targetOf(
  world: World,
  body: { readonly appId: string; readonly appUserId: string; readonly identityUserId: string },
): RequestTarget {
  if (body.appUserId !== '') {
    const appUser = world.catalog.requireAppUser(body.appId, body.appUserId);
    return { identityUserId: appUser.identityUserId, appUserId: appUser.id };
  }
  return { identityUserId: world.catalog.requireUser(body.identityUserId).id, appUserId: '' };
}

/**
 * Refuses a body that names no target, or two.
 * @throws ServiceError 400 or 500, as deployments do
 */
export function requireOneTarget(body: {
  readonly appUserId: string;
  readonly identityUserId: string;
}): void {
  if (body.appUserId !== '' && body.identityUserId !== '') {
    throw invalidArgument('app_user_id and identity_user_id are mutually exclusive');
  }
  if (body.appUserId === '' && body.identityUserId === '')
    throw new ServiceError(2, 'user_id is required');
}

/**
 * Refuses a second open request for the same access. The service has no other guard against
 * duplicates.
 * @throws ServiceError 409 with the first one's id in its details
 */
export function refuseDuplicate(world: World, request: NewTask): void {
  const open = world.state.tasks.find(
    (task) => task.state === 'open' && task.kind === request.kind && sameAccess(task, request),
  );
  if (open === undefined) return;
  throw new ServiceError(6, 'duplicate ticket found', {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'DUPLICATE_TICKET',
        domain: 'acme.example',
        metadata: { taskId: open.id, numericId: open.numericId },
      },
    ],
  });
}

function titleOf(world: World, request: NewTask, { entitlement }: CatalogEntitlement): string {
  const app = world.catalog.requireApplication(request.appId).displayName;
  const target = world.catalog.user(request.identityUserId)?.displayName ?? request.appUserId;
  const verb = request.kind === 'grant' ? 'Give' : 'Take back';
  return `${verb} ${entitlement.displayName} (${app}): ${target}`;
}

/**
 * A task that has been checked, in the first step of its policy. Must run inside `state.change`.
 */
export function openTask(world: World, request: NewTask, createdByUserId: string): StoredTask {
  const found = world.catalog.requireEntitlement(request.appId, request.appEntitlementId);
  const at = timestamp(world);
  // An expired grant takes back no other entitlement.
  const isRevoked = request.kind === 'revoke' && request.origin !== 'TASK_ORIGIN_TIME_REVOKE';
  const created: StoredTask = {
    ...request,
    id: world.newId('task'),
    numericId: world.state.takeNumericId(),
    createdByUserId,
    policyId: policyFor(world, request, request.emergencyAccess),
    policyGenerationId: world.newId('generation'),
    currentStep: null,
    pastSteps: [],
    state: 'open',
    outcome: 'UNSPECIFIED',
    outcomeTime: null,
    provisioning: null,
    approverIds: [],
    revocationTargets: isRevoked ? ancestorsHeld(world, request, world.now().getTime()) : [],
    deletedAt: null,
    ...assess(found, world.catalog.user(request.identityUserId)),
    events: [],
    createdAt: at,
    updatedAt: at,
  };
  const task = enterStep(
    world,
    recorded(world, created, 'created', createdByUserId, request.description),
    0,
  );
  world.state.putTask(task);
  return task;
}

/** The name of a task, as Task.displayName. */
export function displayNameOf(world: World, task: StoredTask): string {
  return titleOf(world, task, world.catalog.requireEntitlement(task.appId, task.appEntitlementId));
}
