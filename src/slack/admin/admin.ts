import type { App as BoltApp } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { withoutEntities } from '../../domain/request/command-grammar.ts';
import { button } from '../action/buttons.ts';
import { standingMessage } from '../home/standing.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { limits } from '../platform/limits.ts';
import {
  actorOf,
  clickedElement,
  clickedMessage,
  readJson,
  slashCommand,
} from '../platform/payloads.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { actionsBlock, name, plain } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import type { AdminAnswer, AdminButton } from './admin-answer.ts';

/** With the place of the button behind it: two of one message are two. */
export const adminButton = 'admin.run';

/**
 * `/access-admin ...`: Slack gets its answer at once, the person theirs when the service has
 * answered. Each button below it gives another command.
 */
export function adminAsked(bolt: BoltApp, deps: ListenerDeps): void {
  const { administer, languages, store, world } = deps;

  bolt.command('/access-admin', async ({ ack, body, respond }) => {
    const { text, user_id: userId } = slashCommand.parse(body);
    await ack();
    const answer = await administer(userId, withoutEntities(withoutLinks(text ?? '')));
    const message = adminMessage(await languages.textsOf(userId), userId, answer);
    await respond({ response_type: 'ephemeral', ...message });
  });

  const clicked = { type: 'block_actions', action_id: /^admin\./ } as const;
  bolt.action(clicked, async ({ ack, body, action, respond }) => {
    await ack();
    const { userId } = actorOf(body);
    const texts = await languages.textsOf(userId);
    const show = async (answer: AdminAnswer) => {
      const message = adminMessage(texts, userId, answer);
      await respond({ response_type: 'ephemeral', replace_original: true, ...message });
    };
    const order = readAdminButton(clickedElement(action).value);
    if (order === null) {
      await show({ says: [oldButton] });
      return;
    }
    if (order.isConfirmed) {
      const question = JSON.stringify(clickedMessage(body));
      // A second click on a question changes nothing, even in another process.
      if (!(await store.transaction((tx) => tx.confirmations.confirm(question, world.now()))))
        return;
      await show({ says: [asking] });
    }
    await show(await administer(userId, order.words, order.isConfirmed));
  });
}

const oldButton = [
  'This button is of another version of me. Please type the command again.',
  'Dieser Button ist von einer anderen Version von mir. Bitte gib den Befehl noch einmal ein.',
] as const;
const asking = ['Asking the access service …', 'Ich frage den Zugriffsdienst …'] as const;

/** Slack turns typed addresses into links: `<mailto:ana@acme.example|ana@acme.example>`. */
function withoutLinks(text: string): string {
  return text.replaceAll(/<(?:mailto|https?):[^|>]*\|([^>]*)>/g, '$1');
}

/** The value of a button: a command. It grants nothing. */
const buttonValue = z.object({
  v: z.literal(3),
  words: z.array(z.string()),
  isConfirmed: z.boolean().default(false),
});

/** The command; null for a value of another version or from somewhere else. */
export function readAdminButton(text: string): z.output<typeof buttonValue> | null {
  return buttonValue.safeParse(readJson(text)).data ?? null;
}

/** An answer as an ephemeral message. */
export function adminMessage(texts: Texts, readerId: string, answer: AdminAnswer): RenderedMessage {
  const inWords = ([en, de]: AdminButton['label']) => ({ en, de })[texts.language];
  const words = answer.says.map(inWords).join('\n');
  const requests =
    answer.requests === undefined
      ? []
      : standingMessage(texts, readerId, answer.requests, 'list').blocks;
  const buttons = (answer.buttons ?? []).flatMap(({ label, ...order }, at) => {
    const value = JSON.stringify({ v: 3, ...order });
    // Slack counts the value once more with its quotation marks escaped, as a part of the message.
    const isTooLong = JSON.stringify(value).length > limits.buttonValue;
    return isTooLong ? [] : [button(`${adminButton}.${at}`, inWords(label), value)];
  });
  const text: KnownBlock = { type: 'section', text: plain(words, limits.sectionText) };
  return {
    text: name(words, 500),
    blocks: [text, ...requests.slice(0, 40), ...actionsBlock('admin.buttons', buttons)],
  };
}
