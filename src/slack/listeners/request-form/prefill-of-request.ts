import type { AccessRequest, RequestData, SlackActor } from '../../../domain/access-request.ts';
import { isHolderActing } from '../../../domain/holder-action.ts';
import { requestRefusalWords } from '../../surfaces/refusal-words.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { nothingFilled, type Prefill } from './open-form.ts';

/** `again` asks for the same once more, `extend` for more time with it, `mend` for what was refused, changed. */
export type AskAgain = 'again' | 'extend' | 'mend';

/** The form filled in from an earlier request of this person; null where it is not theirs, or not there any more. */
export async function prefillOfRequest(
  { store, catalogue, settings }: Pick<ListenerDeps, 'store' | 'catalogue' | 'settings'>,
  texts: Texts,
  { by, requestId, how }: { readonly by: SlackActor; readonly requestId: string; readonly how: AskAgain },
): Promise<{ readonly prefill: Prefill; readonly request: AccessRequest } | null> {
  const request = await store.transaction((tx) => tx.requests.find(requestId));
  if (request === null || !isHolderActing(request, by)) return null;
  // What was refused as more time is mended as more time.
  const asMoreTime = how === 'mend' ? request.extendsRequestId : null;
  const prolonged = how === 'extend' ? request.id : asMoreTime;
  const grant = prolonged === null ? null : await store.transaction((tx) => tx.grants.find(prolonged));
  // null where nothing is left, or nothing is known to end.
  const endsAt = grant?.endedAt === null ? grant.endsAt : null;
  const app = catalogue.appById(request.appId);
  const entitlement = app === null ? null : catalogue.entitlement(app.id, request.entitlementId);
  const { refusal, targetSlackId } = request;
  const remarks = [
    how === 'mend' && refusal !== null
      ? texts.requestForm.refusedBefore({ why: requestRefusalWords(texts, refusal, request, settings.admins) })
      : '',
    entitlement === null ? texts.requestForm.gone : '',
  ];
  const prefill: Prefill = {
    ...nothingFilled,
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    filled: {
      justification: request.justification,
      // An end that was typed long ago is another one by now.
      ...(how === 'mend' && request.timeText !== ''
        ? { timeText: request.timeText, durationSeconds: undefined }
        : { timeText: '', durationSeconds: request.durationSeconds }),
      targetSlackId: targetSlackId === by.userId ? null : targetSlackId,
      emergency: request.emergency && how !== 'extend',
      answers: new Map(Object.entries(request.requestData ?? {}).map(([id, answer]) => [id, answerText(answer)])),
    },
    remark: remarks.filter(Boolean).join('\n') || null,
    extended: entitlement === null || prolonged === null ? null : { requestId: prolonged, endsAt },
  };
  return { prefill, request };
}

function answerText(answer: RequestData[string]): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return [answer].flat().join('\n');
}
