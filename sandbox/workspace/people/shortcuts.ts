/** Shortcuts: from the composer's menu, or from a message's. */
import type { Outcome } from '../client.ts';
import { globalShortcut, messageAction } from '../delivery/payloads.ts';
import { canUseApp } from '../state/directory.ts';
import {
  findPerson,
  findPlace,
  type InteractionContext,
  responseUrl,
} from './interaction-context.ts';
import { clickFailure, done, notAllowed, refuse } from './outcomes.ts';

export async function runShortcut(
  context: InteractionContext,
  personId: string,
  callbackId: string,
  on: { readonly conversationId: string; readonly ts: string } | undefined,
): Promise<Outcome> {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  if (!canUseApp(person.value)) return notAllowed;
  const kind = on === undefined ? 'global' : 'message';
  const known = context.manifest.shortcuts.some(
    (one) => one.callbackId === callbackId && one.kind === kind,
  );
  if (!known) return refuse('not_found', 'There is no such shortcut.');
  const actionTs = context.state.timestamps.next();
  if (on === undefined) {
    const payload = globalShortcut(
      person.value,
      callbackId,
      context.state.triggers.issue(personId),
      actionTs,
    );
    return deliver(context, payload);
  }
  const place = findPlace(context, personId, { kind: 'message', ...on });
  if (!place.ok) return place;
  if (place.value.kind !== 'message' || place.value.message.onlyFor !== null) {
    return refuse('not_allowed', 'Shortcuts do not work on messages that only you can see.');
  }
  const { conversation, message } = place.value;
  const issued = {
    actionTs,
    triggerId: context.state.triggers.issue(personId),
    responseUrl: responseUrl(context, {
      personId,
      conversationId: conversation.id,
      messageTs: null,
      threadTs: message.threadTs,
    }),
  };
  return deliver(context, messageAction(person.value, conversation, message, callbackId, issued));
}

async function deliver(
  context: InteractionContext,
  payload: Record<string, unknown>,
): Promise<Outcome> {
  const answer = await context.delivery.deliver({ kind: 'interactive', payload });
  return answer.ok ? done : clickFailure(answer);
}
