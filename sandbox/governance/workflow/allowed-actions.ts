import type { Caller } from '../caller.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import type { World } from '../world.ts';
import { currentPolicyStep } from './steps.ts';

/** The caller's relation to the task. */
interface Standing {
  readonly decides: boolean;
  readonly administers: boolean;
  /** Made the task or is its target. */
  readonly isParty: boolean;
}

function standingOf(world: World, task: StoredTask, caller: Caller): Standing {
  const step = currentPolicyStep(world, task);
  const isSelf = caller.userId === task.identityUserId && step?.allowSelfApproval !== true;
  const isReviewer = task.currentStep?.reviewerIds.includes(caller.userId) === true;
  return {
    decides: step !== undefined && !isSelf && (isReviewer || caller.permissions.has('review')),
    administers: caller.permissions.has('administer'),
    isParty: caller.userId === task.createdByUserId || caller.userId === task.identityUserId,
  };
}

function approvalActions(world: World, task: StoredTask, standing: Standing): readonly string[] {
  const step = currentPolicyStep(world, task);
  const { entitlement, extraActions } = world.catalog.requireEntitlement(
    task.appId,
    task.appEntitlementId,
  );
  const isRisky = ['risk-high', 'risk-critical'].includes(entitlement.riskLevelValueId);
  const canEscalate =
    task.kind === 'grant' && entitlement.emergencyGrantEnabled && !task.emergencyAccess;
  const stepUp = step?.stepUp ?? 'none';
  const offers: readonly (readonly [string, boolean])[] = [
    ['APPROVE', standing.decides && stepUp !== 'required'],
    ['APPROVE_WITH_STEP_UP', standing.decides && stepUp !== 'none'],
    ['DENY', standing.decides],
    ['COMMENT', true],
    ['REASSIGN', standing.decides && step?.allowReassignment === true],
    ['ESCALATE_TO_EMERGENCY_ACCESS', canEscalate && (standing.decides || standing.isParty)],
    ['CLOSE', standing.administers || standing.isParty],
    ['RESTART', standing.administers],
    ['SEND_REMINDER', isRisky && (standing.administers || standing.isParty)],
    ['SKIP_STEP', isRisky && standing.administers],
    ['CHANGE_POLICY', isRisky && standing.administers],
    ['HARD_RESET', isRisky && standing.administers],
    [
      'UPDATE_GRANT_DURATION',
      isRisky && task.kind === 'grant' && (standing.decides || standing.isParty),
    ],
  ];
  const offered = offers.flatMap(([action, isOffered]) =>
    isOffered ? [`TASK_ACTION_TYPE_${action}`] : [],
  );
  return standing.decides ? [...offered, ...extraActions] : offered;
}

/** While nobody decides: a form, a wait, or access being set up. */
function otherActions(task: StoredTask, standing: Standing, caller: Caller): readonly string[] {
  const { kind = 'provision', reviewerIds = [] } = task.currentStep ?? {};
  const isByHand = kind === 'provision' && reviewerIds.length > 0;
  const offers: readonly (readonly [string, boolean])[] = [
    ['COMMENT', true],
    ['PROCESS_NOW', standing.administers && !isByHand && task.outcome !== 'ERROR'],
    [
      'PROVISION_COMPLETE',
      isByHand && (standing.administers || reviewerIds.includes(caller.userId)),
    ],
    ['UPDATE_REQUEST_DATA', kind === 'form' && (standing.isParty || standing.administers)],
    ['SKIP_STEP', kind !== 'provision' && standing.administers],
    ['RETRY_PROVISIONING', standing.administers && task.outcome === 'ERROR'],
    ['CLOSE', standing.administers || standing.isParty],
    ['RESTART', standing.administers],
  ];
  return offers.flatMap(([action, isOffered]) => (isOffered ? [`TASK_ACTION_TYPE_${action}`] : []));
}

/** Task.actions: what the calling user, and nobody else, may do to the task now. */
export function allowedActions(world: World, task: StoredTask, caller: Caller): readonly string[] {
  const mayAct = (['request', 'review', 'administer'] as const).some((one) =>
    caller.permissions.has(one),
  );
  const standing = standingOf(world, task, caller);
  if (!mayAct && !standing.decides) return [];
  if (task.state === 'closed') return ['TASK_ACTION_TYPE_COMMENT'];
  return task.currentStep?.kind === 'approval'
    ? approvalActions(world, task, standing)
    : otherActions(task, standing, caller);
}
