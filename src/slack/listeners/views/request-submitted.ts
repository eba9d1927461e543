import type { App as BoltApp } from '@slack/bolt';
import type { SubmissionMistake } from '../../../domain/access-request.ts';
import { submitRequest } from '../../../use-cases/submit-request.ts';
import { submittedModal } from '../../surfaces/modals.ts';
import { mistakeWords } from '../../surfaces/refusal-words.ts';
import {
  optionValue,
  readFormMemory,
  requestFields,
  requestModalId,
  untilRevoked,
} from '../../surfaces/request-modal.ts';
import { channelLink } from '../../surfaces/text.ts';
import type { Texts } from '../../texts/texts.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, type ViewState, viewOf } from '../payloads.ts';

/** The request is kept before Slack gets its answer; a retry of the same submission changes nothing. */
export function requestSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.view({ type: 'view_submission', callback_id: requestModalId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const requester = actorOf(body);
    const texts = await deps.languages.textsOf(requester.userId);
    const memory = readFormMemory(view.privateMetadata);
    const input = (field: keyof typeof requestFields) =>
      view.input(requestFields[field].block, requestFields[field].action);
    const pickedApp = deps.catalogue.apps('').find((one) => optionValue(one.id) === input('app'));
    const entitlement =
      // The form's memory and the picked app differ while a change of app is still on its way.
      pickedApp === undefined || pickedApp.id !== memory?.appId
        ? undefined
        : deps.catalogue.all(pickedApp.id).find((one) => optionValue(one.id) === input('entitlement'));
    if (memory === null || pickedApp === undefined) {
      await ack({ response_action: 'errors', errors: errorsFor(texts, view, [{ field: 'app', kind: 'unknown' }]) });
      return;
    }
    const duration = pickedSeconds(input('duration'));
    if (duration === 'unknown') {
      await ack({
        response_action: 'errors',
        errors: errorsFor(texts, view, [{ field: 'duration', kind: 'unknown' }]),
      });
      return;
    }
    let kept: Awaited<ReturnType<typeof submitRequest>>;
    try {
      kept = await submitRequest(
        deps,
        {
          key: view.viewId,
          requester,
          appId: pickedApp.id,
          justification: input('justification') ?? '',
          durationSeconds: duration,
          emergency: false,
          targetSlackId: null,
          requestData: null,
          extendsRequestId: null,
          conversationId: memory.conversationId,
          conversationUrl: conversationUrl(memory.teamDomain, memory.conversationId),
        },
        { appName: pickedApp.name, entitlements: entitlement === undefined ? [] : [entitlement] },
      );
    } catch (err) {
      deps.world.log.error({ err, viewId: view.viewId }, 'request not kept');
      await ack({
        response_action: 'errors',
        errors: {
          [requestFields.justification.block]: texts.requestForm.notSaved,
        },
      });
      return;
    }
    if (!kept.ok) {
      await ack({ response_action: 'errors', errors: errorsFor(texts, view, kept.refusal) });
      return;
    }
    const where = channelLink(texts, pickedApp.channel ?? memory.conversationId);
    const what = `${pickedApp.name} · ${entitlement?.name ?? ''}`;
    await ack({ response_action: 'update', view: submittedModal(texts, where, what) });
  });
}

/** null is "until revoked", and only that: nothing picked is not the same as for ever. */
function pickedSeconds(value: string | null): number | null | 'unknown' {
  if (value === untilRevoked) return null;
  const seconds = Number(value ?? '');
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 'unknown';
}

function errorsFor(texts: Texts, view: ViewState, mistakes: readonly SubmissionMistake[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const mistake of mistakes) {
    const field = mistake.field === 'emergency' ? 'entitlement' : mistake.field;
    errors[view.blockId(requestFields[field].block)] = mistakeWords(texts, mistake);
  }
  return errors;
}

/** Opens the conversation in Slack, in the browser or the client. */
function conversationUrl(teamDomain: string, conversationId: string): string {
  return `https://${encodeURIComponent(teamDomain || 'app')}.slack.com/archives/${encodeURIComponent(conversationId)}`;
}
