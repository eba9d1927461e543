import type { AccessRequest } from '../../../domain/access-request.ts';
import { isHolder } from '../../../domain/holder-action.ts';
import { emptyForm } from '../../surfaces/request-form/request-form.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { nothingFilled, type Prefill } from './open-form.ts';

/** `again` asks for the same once more, `extend` for more time with it, `mend` for what was refused, changed. */
export type AskAgain = 'again' | 'extend' | 'mend';

/** The form filled in from an earlier request of this person; null where it is not theirs, or not there any more. */
export async function prefillOfRequest(
  deps: ListenerDeps,
  texts: Texts,
  asking: { readonly slackUserId: string; readonly requestId: string; readonly how: AskAgain },
): Promise<{ readonly prefill: Prefill; readonly request: AccessRequest } | null> {
  const request = await deps.store.transaction((tx) => tx.requests.find(asking.requestId));
  if (request === null || !isHolder(request, asking.slackUserId)) return null;
  const app = deps.catalogue.appById(request.appId);
  const entitlement = app === null ? null : deps.catalogue.entitlement(app.id, request.entitlementId);
  const isGone = app === null || entitlement === null;
  const words = texts.requestForm;
  const isForTarget = request.targetSlackId !== null && request.targetSlackId !== asking.slackUserId;
  const prefill: Prefill = {
    ...nothingFilled,
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    filled: {
      ...emptyForm,
      justification: request.justification,
      durationSeconds: request.durationSeconds,
      targetSlackId: isForTarget ? request.targetSlackId : null,
      emergency: request.emergency && asking.how !== 'extend',
      answers: new Map(Object.entries(request.requestData ?? {}).map(([id, answer]) => [id, answerText(answer)])),
    },
    remark: isGone ? (app === null ? words.appGone : words.entitlementGone) : null,
    extendsRequestId: asking.how === 'extend' && !isGone ? request.id : null,
  };
  return { prefill, request };
}

function answerText(answer: string | number | boolean): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return String(answer);
}
