import {
  commonBounds,
  entitlementsInOneGo,
  type RequestedAccess,
  type SubmissionMistake,
  submissionMistakes,
} from '../domain/access-request.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { holderOf, isHolderActing } from '../domain/holder-action.ts';
import { answersTo } from '../domain/request-answers.ts';
import type { RequestField } from '../domain/request-field.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { Store, StoreTransaction } from './store-ports.ts';
import type { World } from './world.ts';

export interface Submission extends Omit<RequestedAccess, 'appName' | 'entitlementId' | 'entitlementName' | 'groupId'> {
  /** What is the same in a retry of the same submission, and in no other. */
  readonly key: string;
}

/**
 * Keeps a request for each entitlement and the jobs that send them, in one transaction. When this has returned, they survive
 * everything; a repetition finds the key and changes nothing.
 */
export async function submitRequest(
  deps: { readonly store: Store; readonly world: World },
  submission: Submission,
  chosen: {
    readonly appName: string;
    readonly fields: readonly RequestField[];
    readonly entitlements: readonly CatalogueEntitlement[];
  },
): Promise<Result<void, readonly SubmissionMistake[]>> {
  const { key, ...asked } = submission;
  const { entitlements } = chosen;
  if (entitlements.length === 0) return refuse([{ field: 'entitlement', kind: 'unknown' }]);
  if (entitlements.length > entitlementsInOneGo) {
    return refuse([{ field: 'entitlement', kind: 'too-many', limit: entitlementsInOneGo }]);
  }
  const mistakes = submissionMistakes(asked, commonBounds(entitlements), entitlements);
  if (mistakes.length > 0) return refuse(mistakes);
  const firstId = deps.world.newId();
  return deps.store.transaction(async (tx) => {
    const target = await targetOf(deps.world, tx, submission, entitlements);
    if (!target.ok) return target;
    for (const [index, entitlement] of entitlements.entries()) {
      const access: RequestedAccess = {
        ...asked,
        targetSlackId: target.value,
        requestData: answersTo(chosen.fields, asked.requestData, entitlement.id),
        appName: chosen.appName,
        entitlementId: entitlement.id,
        entitlementName: entitlement.name,
        groupId: entitlements.length > 1 ? firstId : null,
      };
      const id = index === 0 ? firstId : deps.world.newId();
      const isNew = await keep(deps.world, tx, { id, key: index === 0 ? key : `${key}#${index}`, access });
      if (!isNew) return ok(undefined);
    }
    await tx.enqueue({ kind: 'sync-home', slackUserId: asked.requester.userId });
    return ok(undefined);
  });
}

/** More time is for whoever has the access, whatever the form says, and only on the word of who stands behind that request. */
async function targetOf(
  world: World,
  tx: StoreTransaction,
  { requester, targetSlackId, appId, extendsRequestId, durationSeconds }: Submission,
  entitlements: readonly CatalogueEntitlement[],
): Promise<Result<string | null, readonly SubmissionMistake[]>> {
  if (extendsRequestId === null) return ok(targetSlackId);
  const prolonged = await tx.requests.find(extendsRequestId);
  const isTheSame =
    prolonged !== null &&
    prolonged.appId === appId &&
    entitlements.every((one) => one.id === prolonged.entitlementId) &&
    isHolderActing(prolonged, requester);
  if (!isTheSame) return refuse([{ field: 'entitlement', kind: 'unknown' }]);
  const grant = await tx.grants.find(extendsRequestId);
  const leftMs = grant?.endedAt === null && grant.endsAt !== null ? grant.endsAt.getTime() - world.now().getTime() : 0;
  if (durationSeconds !== null && durationSeconds * 1_000 <= leftMs) {
    return refuse([{ field: 'duration', kind: 'no-longer', leftSeconds: Math.floor(leftMs / 1_000) }]);
  }
  const holder = holderOf(prolonged);
  return ok(holder === requester.userId ? null : holder);
}

async function keep(
  world: World,
  tx: StoreTransaction,
  { id, key, access }: { readonly id: string; readonly key: string; readonly access: RequestedAccess },
): Promise<boolean> {
  const at = world.now();
  const isNew = await tx.requests.insertOnce({ id, key, access, at });
  if (!isNew) return false;
  await tx.enqueue({ kind: 'create-task', requestId: id });
  await tx.audit.append({
    kind: 'request.asked',
    at,
    requestId: id,
    taskId: null,
    actor: access.requester.userId,
    detail: {
      appId: access.appId,
      entitlementId: access.entitlementId,
      targetSlackId: access.targetSlackId,
      justification: access.justification,
      durationSeconds: access.durationSeconds,
      emergency: access.emergency,
      requestData: access.requestData,
      extendsRequestId: access.extendsRequestId,
      conversationId: access.conversationId,
    },
  });
  return true;
}
