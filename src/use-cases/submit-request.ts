import { type RequestedAccess, type SubmissionMistake, submissionMistakes } from '../domain/access-request.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { Store } from './store-ports.ts';
import type { World } from './world.ts';

export interface Submission extends Omit<RequestedAccess, 'appName' | 'entitlementName'> {
  /** What Slack repeats with a retry of the same submission: `view.id`. */
  readonly key: string;
}

/**
 * Keeps a request and the job that sends it, in one transaction. When this has returned, the request survives everything;
 * a repetition finds the key and changes nothing.
 */
export async function submitRequest(
  deps: { readonly store: Store; readonly world: World },
  submission: Submission,
  chosen: { readonly appName: string; readonly entitlement: CatalogueEntitlement | null },
): Promise<Result<void, readonly SubmissionMistake[]>> {
  const { key, ...access } = submission;
  if (chosen.entitlement === null) return refuse([{ field: 'entitlement', kind: 'unknown' }]);
  const entitlement = chosen.entitlement;
  const mistakes = submissionMistakes(access, entitlement);
  if (mistakes.length > 0) return refuse(mistakes);
  const id = deps.world.newId();
  const at = deps.world.now();
  await deps.store.transaction(async (tx) => {
    const isNew = await tx.requests.insertOnce({
      id,
      key,
      access: { ...access, appName: chosen.appName, entitlementName: entitlement.name },
      at,
    });
    if (!isNew) return;
    await tx.enqueue({ kind: 'submit-request', requestId: id });
    await tx.audit.append({
      kind: 'request.asked',
      at,
      requestId: id,
      taskId: null,
      actor: access.requester.userId,
      detail: {
        appId: access.appId,
        entitlementId: access.entitlementId,
        justification: access.justification,
        durationSeconds: access.durationSeconds,
        emergency: access.emergency,
        conversationId: access.conversationId,
      },
    });
  });
  return ok(undefined);
}
