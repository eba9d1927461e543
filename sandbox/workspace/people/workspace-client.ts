/** `WorkspaceClient` on the real state and the real delivery. */
import type { WorkspaceClient } from '../client.ts';
import type { Slackbot } from '../slackbot/slackbot.ts';
import { bot, team } from '../state/directory.ts';
import { act } from './act.ts';
import type { InteractionContext } from './interaction-context.ts';
import { closeView, fill, submitView } from './modals.ts';
import { openHome } from './open-home.ts';
import { optionsFor } from './options.ts';
import { notAllowed } from './outcomes.ts';
import { conversationsOf, messagesSeenBy, shownView, summary } from './reading.ts';
import { runCommand, say } from './say.ts';
import { runShortcut } from './shortcuts.ts';

/** @param slackbot null where the app offers it no tools */
export function workspaceClient(
  context: InteractionContext,
  slackbot: Slackbot | null,
): WorkspaceClient {
  const { state, manifest } = context;
  return {
    teamName: state.directory.teamName,
    teamDomain: team.domain,
    people: () => state.directory.people,
    bot: () => bot,
    userGroups: () => state.directory.userGroups,
    channelNames: () => state.directory.channels.map(({ id, name }) => ({ id, name })),
    commands: () =>
      manifest.commands.map(({ command, description, usageHint }) => ({
        command,
        description,
        usageHint,
      })),
    shortcuts: () => manifest.shortcuts,
    conversations: (personId) =>
      conversationsOf(state, personId).map((one) => summary(state, personId, one)),
    messages: (personId, conversationId) =>
      messagesSeenBy(state, personId, conversationId, context.origin()),
    openViews: (personId) => state.views.stack(personId).map(shownView),
    home: (personId) => {
      const view = state.views.home(personId);
      return view === undefined ? null : shownView(view);
    },
    markRead: (personId, conversationId) => {
      const last = state.messages.of(conversationId).at(-1);
      if (last === undefined || state.readUpTo(personId, conversationId) >= last.ts) return;
      if (!conversationsOf(state, personId).some((one) => one.id === conversationId)) return;
      state.markRead(personId, conversationId, last.ts);
      state.announce({ kind: 'conversation', conversationId, personId });
    },
    fill: (personId, viewId, values) => fill(context, personId, viewId, values),
    say: (personId, conversationId, text, threadTs) =>
      say(context, personId, conversationId, text, threadTs),
    runCommand: (personId, conversationId, text) =>
      runCommand(context, personId, conversationId, text),
    runShortcut: (personId, callbackId, message) =>
      runShortcut(context, personId, callbackId, message),
    act: (personId, container, action, values = {}) =>
      act(context, personId, container, action, values),
    optionsFor: (personId, container, blockId, actionId, query) =>
      optionsFor(context, personId, container, blockId, actionId, query),
    submitView: (personId, viewId, values) => submitView(context, personId, viewId, values),
    closeView: async (personId, viewId) => closeView(context, personId, viewId),
    openHome: (personId) => openHome(context, personId),
    slackbot: (personId) => slackbot?.talk(personId) ?? null,
    askSlackbot: async (personId, text) => (await slackbot?.ask(personId, text)) ?? notAllowed,
    subscribe: (listener) => state.subscribe(listener),
  };
}
