import type { AllMiddlewareArgs, App as BoltApp, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { standings, underWay } from '../../domain/action/holder-action.ts';
import { readCommand } from '../../domain/request/command-grammar.ts';
import { holderRequests, shownRequests } from '../../use-cases/access/holder-requests.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import { helpMessage, standingMessage } from '../home/standing.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { messageWords } from '../people/message-words.ts';
import { actorOf, conversationUrl, messageShortcut, slashCommand } from '../platform/payloads.ts';
import { cut } from '../platform/text.ts';
import { openForm, openFormForClick } from './open-form.ts';
import { prefillOfCommand } from './prefill.ts';

type CommandCall = Pick<
  SlackCommandMiddlewareArgs & AllMiddlewareArgs,
  'ack' | 'respond' | 'body' | 'client'
>;

/**
 * The commands, and the shortcuts "Request access" from anywhere and "Request access for this" on a
 * message, which is quoted and linked.
 */
export function formAsked(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.command('/request-access', (call) => answer(deps, 'request', call));
  bolt.command('/emergency-access', (call) => answer(deps, 'emergency', call));

  bolt.shortcut('request_access', async ({ ack, body, client }) => {
    await ack();
    await openFormForClick(deps, client, body, {});
  });

  bolt.shortcut('request_access_for_message', async ({ ack, body, client }) => {
    await ack();
    const { channel, message, team } = messageShortcut.parse(body);
    const author = message.user ?? null;
    const words = await messageWords(deps, actorOf(body).userId, message.text ?? '', author);
    await openFormForClick(deps, client, body, {
      conversationId: channel.id,
      conversationUrl: conversationUrl(team?.domain, channel.id, message),
      messageAuthor: author,
      prefill: { justification: quoted(words) },
    });
  });
}

/**
 * The form, filled in with what was typed; `status`, `list` and `help` are answered to the person
 * alone.
 */
async function answer(
  deps: ListenerDeps,
  mode: TypedForm['mode'],
  { ack, body, client, respond }: CommandCall,
) {
  const command = slashCommand.parse(body);
  const spoken = readCommand(command.text ?? '');
  // Asked while Slack gets its answer: the trigger lives 3 s.
  const readerLookup = deps.languages.readerOf(command.user_id);
  await ack();
  const reader = await readerLookup;
  const { texts } = reader;
  if (spoken.kind === 'help') {
    await respond({ response_type: 'ephemeral', ...helpMessage(texts, deps.helpLines) });
    return;
  }
  if (spoken.kind !== 'ask') {
    const standing = spoken.kind === 'list' ? standings : underWay;
    const requests = await holderRequests(deps, command.user_id, shownRequests.message, standing);
    await respond({
      response_type: 'ephemeral',
      ...standingMessage(texts, command.user_id, requests, spoken.kind),
    });
    return;
  }
  await openForm(deps, client, {
    triggerId: command.trigger_id,
    slackUserId: command.user_id,
    reader,
    mode,
    conversationId: command.channel_id,
    conversationUrl: conversationUrl(command.team_domain, command.channel_id),
    prefill: await prefillOfCommand(deps, spoken, { mode, askerId: command.user_id }, reader),
    typed: `${command.command} ${command.text ?? ''}`.trim(),
  });
}

/**
 * A longer message is cut: the link leads to the rest, and the justification needs room below it.
 */
const quotedLength = 1_000;

/** A message as a quotation to write below; nothing for one without words. */
function quoted(text: string): string {
  const words = text.trim();
  return words === '' ? '' : `${cut(words, quotedLength).replaceAll(/^/gm, '> ')}\n`;
}
