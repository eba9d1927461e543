/** Typing into a conversation: a message, or a command. */
import type { Outcome } from '../client.ts';
import { readCommandAck } from '../delivery/acks.ts';
import { slashCommand } from '../delivery/payloads.ts';
import { showReply } from '../delivery/replies.ts';
import { limits } from '../limits/limits.ts';
import { canUseApp, team } from '../state/directory.ts';
import {
  findConversation,
  findPerson,
  type InteractionContext,
  responseUrl,
} from './interaction-context.ts';
import { commandFailure, done, invalidCommand, messageGone, refuse } from './outcomes.ts';
import { typedText } from './typed-text.ts';

export async function say(
  context: InteractionContext,
  personId: string,
  conversationId: string,
  text: string,
  threadTs: string | undefined,
): Promise<Outcome> {
  if (text.startsWith('/')) return runCommand(context, personId, conversationId, text);
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  const conversation = findConversation(context, personId, conversationId);
  if (!conversation.ok) return conversation;
  if (text.trim() === '') return refuse('no_text', 'There is nothing to send.');
  if (text.length > limits.messageText) return refuse('msg_too_long', 'Your message is too long.');
  if (threadTs !== undefined && context.state.messages.find(conversationId, threadTs) === undefined)
    return messageGone;
  const message = context.state.messages.add({
    conversationId,
    authorId: personId,
    byBot: false,
    text: typedText(context.state.directory, text, false),
    threadTs: threadTs ?? null,
  });
  context.state.announceMessage(message);
  if (conversation.value.kind === 'dm') {
    await context.events.announce('message.im', {
      type: 'message',
      channel: conversationId,
      channel_type: 'im',
      user: personId,
      team: team.id,
      text: message.text,
      ts: message.ts,
      event_ts: message.ts,
      ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    });
  }
  return done;
}

/** `line` is the whole line, with the command. */
export async function runCommand(
  context: InteractionContext,
  personId: string,
  conversationId: string,
  line: string,
): Promise<Outcome> {
  const person = findPerson(context, personId);
  if (!person.ok) return person;
  const conversation = findConversation(context, personId, conversationId);
  if (!conversation.ok) return conversation;
  const name = line.split(/\s/, 1)[0] ?? line;
  const command = context.manifest.commands.find((one) => one.command === name);
  // Another company's people do not have this company's commands.
  if (command === undefined || !canUseApp(person.value)) return invalidCommand(name);
  const typed = line.slice(name.length).trim();
  const answer = await context.delivery.deliver({
    kind: 'command',
    fields: slashCommand(
      person.value,
      conversation.value,
      name,
      command.shouldEscape ? typedText(context.state.directory, typed, true) : typed,
      {
        triggerId: context.state.triggers.issue(personId),
        responseUrl: responseUrl(context, {
          personId,
          conversationId,
          messageTs: null,
          threadTs: null,
        }),
      },
    ),
  });
  if (!answer.ok) return commandFailure(name, answer);
  const ack = readCommandAck(answer.body);
  if (ack.kind === 'invalid') {
    return refuse(
      'invalid_response',
      `${name} failed with the error "invalid_command_response" (${ack.reason})`,
    );
  }
  if (ack.kind === 'message')
    showReply(context.state, { conversationId, personId, threadTs: null }, ack.message);
  return done;
}
