import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { AdminAnswer, AdminMistake } from '../../../use-cases/admin-desk.ts';
import { connectorBlocks, connectorFormId, connectorResult, formAction } from '../../surfaces/admin-form.ts';
import { adminWaitingMessage, adminWordsMessage } from '../../surfaces/admin-messages.ts';
import { adminPageBlocks } from '../../surfaces/admin-page.ts';
import { readFormArgs } from '../../surfaces/admin-values.ts';
import { plain } from '../../surfaces/text.ts';
import { answerMessage, chatCaller } from '../admin-caller.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, type ViewState, viewOf } from '../payloads.ts';

const title = 'Update a connector';
const oldFormWords = 'This form is from another version of me, and I cannot read it. Please type the command again.';

/** Slack waits 3 s for its answer; until then the result itself can be it. */
const patienceMs = 1_500;
/** Slack has shown the loading view by then: an update that overtook it would be lost behind it. */
const settledMs = 500;

/** The filled-in form is sent, and the modal says how it went. */
export function connectorSubmitted(bolt: BoltApp, deps: ListenerDeps): void {
  const { adminDesk: desk } = deps;

  bolt.view({ type: 'view_submission', callback_id: connectorFormId }, async ({ ack, body, client }) => {
    const view = viewOf(body);
    const { userId } = actorOf(body);
    const args = readFormArgs(view.privateMetadata);
    const reading = args === null ? null : desk.fill(args, setsOf(view));
    if (reading?.kind === 'mistakes') {
      await ack({ response_action: 'errors', errors: errorsOf(view, reading.mistakes) });
      return;
    }
    if (reading?.kind !== 'order') {
      await ack({ response_action: 'update', view: connectorResult(title, adminWordsMessage(oldFormWords).blocks) });
      return;
    }
    const answering = desk.carryOut(chatCaller(userId), reading.order).catch(unexpected);
    const waiting = new AbortController();
    const patience = sleep(patienceMs, 'late' as const, { signal: waiting.signal }).catch(() => 'late' as const);
    const first = await Promise.race([answering, patience]);
    waiting.abort();
    if (first !== 'late') {
      await ack({ response_action: 'update', view: resultView(first) });
      return;
    }
    const loading = adminWaitingMessage('Asking the governance service …').blocks;
    await ack({ response_action: 'update', view: connectorResult(title, loading) });
    const [answer] = await Promise.all([answering, sleep(settledMs)]);
    await show(client, view.viewId, userId, answer);
  });

  /** A form has no place of its own for what nobody expected, so it is said where the result would be. */
  function unexpected(err: unknown): AdminAnswer {
    const reference = deps.world.newId();
    deps.world.log.error({ err, reference }, 'connector update failed');
    const words = `Something went wrong on our side. Whether the connector was changed is not known: please look before you repeat it. Reference: ${reference}.`;
    return { kind: 'failed', words };
  }

  async function show(client: WebClient, viewId: string, userId: string, answer: AdminAnswer): Promise<void> {
    try {
      await client.views.update({ view_id: viewId, view: resultView(answer) });
    } catch (err) {
      deps.world.log.info({ err }, 'connector form closed before the answer: told directly');
      await client.chat.postMessage({
        channel: userId,
        ...answerMessage(answer, { args: [], pageToken: '', from: 0 }),
      });
    }
  }
}

function resultView(answer: AdminAnswer): ModalView {
  const blocks = answer.kind === 'page' ? adminPageBlocks(answer.page) : adminWordsMessage(answer.words).blocks;
  return connectorResult(title, blocks);
}

/** What was filled in, each `name=value`. */
function setsOf(view: ViewState): readonly string[] {
  const prefix = connectorBlocks.of('');
  const typed = view.blockIds
    .filter((block) => block.startsWith(prefix))
    .flatMap((block) => {
      const value = view.input(block, formAction);
      return value === null || value === '' ? [] : [`${block.slice(prefix.length)}=${value}`];
    });
  const emptied = view.picked(connectorBlocks.empty, formAction).map((name) => `${name}=`);
  const others = (view.input(connectorBlocks.others, formAction) ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...typed, ...emptied, ...others];
}

/** Each mistake beside its field; what is nobody's own beside the last one. */
function errorsOf(view: ViewState, mistakes: readonly AdminMistake[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { words, input } of mistakes) {
    const own = input === null ? '' : connectorBlocks.of(input);
    const block = view.blockIds.includes(own) ? own : connectorBlocks.others;
    errors[block] = plain([errors[block], words].filter((part) => part !== undefined).join(' '), 300).text;
  }
  return errors;
}
