/**
 * Builds the payloads of commands and interactions. The caller issues trigger ids and response
 * urls.
 */
import type { Person, StateValues } from '../client.ts';
import { bot, type Conversation, otherTeam, team } from '../state/directory.ts';
import type { StoredMessage, StoredView } from '../state/stored.ts';
import { messageShape } from '../wire/message-shape.ts';
import { viewShape } from '../wire/view-shape.ts';
import { verificationToken } from './event-delivery.ts';

type Payload = Record<string, unknown>;

/** Where an interaction happened. */
export type Place =
  | { readonly kind: 'view'; readonly view: StoredView }
  | {
      readonly kind: 'message';
      readonly conversation: Conversation;
      readonly message: StoredMessage;
      readonly state: StateValues;
    };

function person(one: Person): Payload {
  return { id: one.id, username: one.handle, name: one.handle, team_id: one.teamId };
}

function teamOf(one: Person): Payload {
  const home = one.teamId === otherTeam.id ? otherTeam : team;
  return { id: home.id, domain: home.domain };
}

function channel(conversation: Conversation): Payload {
  return {
    id: conversation.id,
    name: conversation.kind === 'dm' ? 'directmessage' : conversation.name,
  };
}

function common(one: Person): Payload {
  return {
    team: teamOf(one),
    user: person(one),
    api_app_id: bot.appId,
    token: verificationToken,
    enterprise: null,
    is_enterprise_install: false,
  };
}

function container(place: Place): Payload {
  if (place.kind === 'view') return { type: 'view', view_id: place.view.id };
  const { message } = place;
  return {
    type: 'message',
    message_ts: message.ts,
    channel_id: message.conversationId,
    is_ephemeral: message.onlyFor !== null,
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
  };
}

/** For an ephemeral message Slack sends only its address, not the message. */
function surroundings(place: Place): Payload {
  if (place.kind === 'view') return { container: container(place), view: viewShape(place.view) };
  return {
    container: container(place),
    channel: channel(place.conversation),
    ...(place.message.onlyFor === null ? { message: messageShape(place.message) } : {}),
    state: { values: place.state },
  };
}

export function blockActions(
  one: Person,
  place: Place,
  action: Payload,
  issued: { readonly triggerId: string; readonly responseUrl: string | null },
): Payload {
  return {
    type: 'block_actions',
    ...common(one),
    ...surroundings(place),
    trigger_id: issued.triggerId,
    ...(issued.responseUrl === null ? {} : { response_url: issued.responseUrl }),
    actions: [action],
  };
}

export function blockSuggestion(
  one: Person,
  place: Place,
  blockId: string,
  actionId: string,
  value: string,
): Payload {
  return {
    type: 'block_suggestion',
    ...common(one),
    ...surroundings(place),
    action_id: actionId,
    block_id: blockId,
    value,
  };
}

export function viewSubmission(one: Person, view: StoredView, triggerId: string): Payload {
  return {
    type: 'view_submission',
    ...common(one),
    trigger_id: triggerId,
    view: viewShape(view),
    response_urls: [],
  };
}

export function globalShortcut(
  one: Person,
  callbackId: string,
  triggerId: string,
  actionTs: string,
): Payload {
  return {
    type: 'shortcut',
    ...common(one),
    action_ts: actionTs,
    callback_id: callbackId,
    trigger_id: triggerId,
  };
}

export function messageAction(
  one: Person,
  conversation: Conversation,
  message: StoredMessage,
  callbackId: string,
  issued: { readonly triggerId: string; readonly responseUrl: string; readonly actionTs: string },
): Payload {
  return {
    type: 'message_action',
    ...common(one),
    action_ts: issued.actionTs,
    channel: channel(conversation),
    callback_id: callbackId,
    trigger_id: issued.triggerId,
    response_url: issued.responseUrl,
    message_ts: message.ts,
    message: messageShape(message),
  };
}

/** Slash commands are form fields, not JSON. `text` is without the command. */
export function slashCommand(
  one: Person,
  conversation: Conversation,
  command: string,
  text: string,
  issued: { readonly triggerId: string; readonly responseUrl: string },
): Record<string, string> {
  return {
    token: verificationToken,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: conversation.id,
    channel_name: conversation.kind === 'dm' ? 'directmessage' : conversation.name,
    user_id: one.id,
    user_name: one.handle,
    command,
    text,
    api_app_id: bot.appId,
    is_enterprise_install: 'false',
    response_url: issued.responseUrl,
    trigger_id: issued.triggerId,
  };
}
