/**
 * What every interaction needs, and its first checks: does the person exist, and is the place
 * theirs?
 */
import type { Container, Person } from '../client.ts';
import type { AppDelivery } from '../delivery/app-delivery.ts';
import type { EventDelivery } from '../delivery/event-delivery.ts';
import type { Place } from '../delivery/payloads.ts';
import type { AppManifest } from '../manifest.ts';
import type { Conversation } from '../state/directory.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import type { OfferMemory } from './offer-memory.ts';
import {
  messageGone,
  notAllowed,
  notAMember,
  type Refusal,
  refuse,
  unknownPerson,
  viewGone,
} from './outcomes.ts';
import { conversationsOf, messageState } from './reading.ts';

export interface InteractionContext {
  readonly state: WorkspaceState;
  readonly manifest: AppManifest;
  readonly delivery: AppDelivery;
  readonly events: EventDelivery;
  readonly offers: OfferMemory;
  /** The workspace's own address, without a slash at the end. */
  readonly origin: () => string;
}

type Found<T> = { readonly ok: true; readonly value: T } | Refusal;

function found<T>(value: T): Found<T> {
  return { ok: true, value };
}

export function findPerson(
  { state }: Pick<InteractionContext, 'state'>,
  personId: string,
): Found<Person> {
  const person = state.directory.person(personId);
  if (person === undefined) return unknownPerson;
  return person.kind === 'deactivated' ? notAllowed : found(person);
}

export function findConversation(
  { state }: Pick<InteractionContext, 'state'>,
  personId: string,
  conversationId: string,
): Found<Conversation> {
  const conversation = conversationsOf(state, personId).find((one) => one.id === conversationId);
  return conversation === undefined ? notAMember : found(conversation);
}

/** Only the top modal can be used, and not while its submission waits for an answer. */
export function findPlace(
  context: InteractionContext,
  personId: string,
  container: Container,
): Found<Place> {
  if (container.kind === 'view') {
    const view = context.state.views.byId(container.viewId);
    if (view === undefined || view.personId !== personId) return viewGone;
    if (view.busy) return refuse('busy', 'The app is still working on this.');
    if (view.content.kind === 'modal' && context.state.views.top(personId)?.id !== view.id) {
      return refuse('not_allowed', 'Another window lies on top of this one.');
    }
    return found({ kind: 'view', view });
  }
  const conversation = findConversation(context, personId, container.conversationId);
  if (!conversation.ok) return conversation;
  const message = context.state.messages.find(container.conversationId, container.ts);
  const visible =
    message !== undefined && (message.onlyFor === null || message.onlyFor === personId);
  if (!visible) return messageGone;
  return found({
    kind: 'message',
    conversation: conversation.value,
    message,
    state: messageState(context.state, personId, message),
  });
}

export function responseUrl(
  context: InteractionContext,
  target: Parameters<WorkspaceState['responseUrls']['issue']>[0],
): string {
  return `${context.origin()}/hooks/${context.state.responseUrls.issue(target)}`;
}
