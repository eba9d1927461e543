import type { AccessRequest, RequestData, SlackActor } from '../../../domain/access-request.ts';
import { isHolderActing } from '../../../domain/holder-action.ts';
import type { GrantRow } from '../../../use-cases/due-rows.ts';
import { requestRefusalWords } from '../../surfaces/refusal-words.ts';
import { emptyForm } from '../../surfaces/request-form/request-form.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { nothingFilled, type Prefill } from './open-form.ts';

/** `again` asks for the same once more, `extend` for more time with it, `mend` for what was refused, changed. */
export type AskAgain = 'again' | 'extend' | 'mend';

/** The form filled in from an earlier request of this person; null where it is not theirs, or not there any more. */
export async function prefillOfRequest(
  deps: Pick<ListenerDeps, 'store' | 'catalogue' | 'settings'>,
  texts: Texts,
  asking: { readonly by: SlackActor; readonly requestId: string; readonly how: AskAgain },
): Promise<{ readonly prefill: Prefill; readonly request: AccessRequest } | null> {
  const request = await deps.store.transaction((tx) => tx.requests.find(asking.requestId));
  if (request === null || !isHolderActing(request, asking.by)) return null;
  const prolonged = prolongedBy(request, asking.how);
  const grant = prolonged === null ? null : await deps.store.transaction((tx) => tx.grants.find(prolonged));
  const app = deps.catalogue.appById(request.appId);
  const entitlement = app === null ? null : deps.catalogue.entitlement(app.id, request.entitlementId);
  const isGone = app === null || entitlement === null;
  const isForTarget = request.targetSlackId !== null && request.targetSlackId !== asking.by.userId;
  const prefill: Prefill = {
    ...nothingFilled,
    app,
    entitlements: entitlement === null ? [] : [entitlement],
    filled: {
      ...emptyForm,
      justification: request.justification,
      // An end that was typed long ago is another one by now.
      ...(asking.how === 'mend' && request.timeText !== ''
        ? { timeText: request.timeText, durationSeconds: undefined }
        : { durationSeconds: request.durationSeconds }),
      targetSlackId: isForTarget ? request.targetSlackId : null,
      emergency: request.emergency && asking.how !== 'extend',
      answers: new Map(Object.entries(request.requestData ?? {}).map(([id, answer]) => [id, answerText(answer)])),
    },
    remark: remarkOf(deps, texts, request, { isAppGone: app === null, isGone, how: asking.how }),
    extended: isGone || prolonged === null ? null : { requestId: prolonged, endsAt: endOf(grant) },
  };
  return { prefill, request };
}

/** null where nothing is left, or nothing is known to end. */
function endOf(grant: GrantRow | null): Date | null {
  return grant?.endedAt === null ? grant.endsAt : null;
}

/** What was refused as more time is mended as more time. */
function prolongedBy(request: AccessRequest, how: AskAgain): string | null {
  if (how === 'extend') return request.id;
  return how === 'mend' ? request.extendsRequestId : null;
}

function remarkOf(
  { settings }: Pick<ListenerDeps, 'settings'>,
  texts: Texts,
  request: AccessRequest,
  { isAppGone, isGone, how }: { readonly isAppGone: boolean; readonly isGone: boolean; readonly how: AskAgain },
): string | null {
  const { refusal } = request;
  const words = texts.requestForm;
  const remarks: string[] = [];
  if (how === 'mend' && refusal !== null) {
    remarks.push(words.refusedBefore({ why: requestRefusalWords(texts, refusal, request, settings.admins) }));
  }
  if (isGone) remarks.push(isAppGone ? words.appGone : words.entitlementGone);
  return remarks.length === 0 ? null : remarks.join('\n');
}

function answerText(answer: RequestData[string]): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return typeof answer === 'object' ? answer.join('\n') : String(answer);
}
