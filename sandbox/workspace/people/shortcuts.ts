/** Shortcuts: from the composer's menu, or from a message's. */
import type { Outcome } from '../client.ts';
import { globalShortcut, messageAction } from '../delivery/payloads.ts';
import { canUseApp } from '../state/directory.ts';
import { type Desk, findPerson, findPlace, responseUrl } from './desk.ts';
import { clickFailure, done, notAllowed, refuse } from './outcomes.ts';

export async function runShortcut(
  desk: Desk,
  personId: string,
  callbackId: string,
  on: { readonly conversationId: string; readonly ts: string } | undefined,
): Promise<Outcome> {
  const person = findPerson(personId);
  if (!person.ok) return person;
  if (!canUseApp(person.value)) return notAllowed;
  const kind = on === undefined ? 'global' : 'message';
  const known = desk.manifest.shortcuts.some((one) => one.callbackId === callbackId && one.kind === kind);
  if (!known) return refuse('not_found', 'There is no such shortcut.');
  const actionTs = desk.state.timestamps.next();
  if (on === undefined) {
    const payload = globalShortcut(person.value, callbackId, desk.state.triggers.issue(personId), actionTs);
    return deliver(desk, payload);
  }
  const place = findPlace(desk, personId, { kind: 'message', ...on });
  if (!place.ok) return place;
  if (place.value.kind !== 'message' || place.value.message.onlyFor !== null) {
    return refuse('not_allowed', 'Shortcuts do not work on messages that only you can see.');
  }
  const { conversation, message } = place.value;
  const issued = {
    actionTs,
    triggerId: desk.state.triggers.issue(personId),
    responseUrl: responseUrl(desk, {
      personId,
      conversationId: conversation.id,
      messageTs: null,
      threadTs: message.threadTs,
    }),
  };
  return deliver(desk, messageAction(person.value, conversation, message, callbackId, issued));
}

async function deliver(desk: Desk, payload: Record<string, unknown>): Promise<Outcome> {
  const answer = await desk.delivery.deliver({ kind: 'interactive', payload });
  return answer.ok ? done : clickFailure(answer);
}
