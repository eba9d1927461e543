import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import type { AdminOrder, AdminReading } from '../../../use-cases/admin-desk.ts';
import { connectorForm } from '../../surfaces/admin-form.ts';
import {
  adminConfirmMessage,
  adminHelpMessage,
  adminMistakesMessage,
  adminWordsMessage,
} from '../../surfaces/admin-messages.ts';
import type { RenderedMessage } from '../../surfaces/task-card.ts';
import { answerMessage, chatCaller } from '../admin-caller.ts';
import type { ListenerDeps } from '../deps.ts';

const commandPayload = z.object({
  text: z.string().nullish(),
  trigger_id: z.string(),
  user_id: z.string(),
});

const accessAdminCommand = '/access-admin';

/** Ours: as many rows as one message shows; the least that deployments take (deployments.md, Wire). */
const pageSize = 10;

const tooLongWords = 'These ids are too long for Slack to carry. Please use the command line.';

/** `/access-admin ...`: Slack gets its answer at once, the administrator theirs when the service has answered. */
export function accessAdmin(bolt: BoltApp, deps: ListenerDeps): void {
  const { adminDesk: desk, world } = deps;

  bolt.command(accessAdminCommand, async ({ ack, body, client, respond }) => {
    const command = commandPayload.parse(body);
    const typed = unescaped(command.text ?? '');
    const caller = chatCaller(command.user_id);
    await ack();
    const say = (message: RenderedMessage) => respond({ response_type: 'ephemeral', ...message });
    if (!desk.admits(caller)) {
      await say(answerMessage(await desk.turnAway(caller, typed), nowhere));
      return;
    }
    const reading = desk.read(typed, 'chat');
    if (reading.kind !== 'order') {
      await say(readingMessage(reading));
      return;
    }
    const { order } = reading;
    if (order.form !== null) {
      const view = connectorForm(order.form);
      if (view === null) {
        await say(adminWordsMessage(tooLongWords));
        return;
      }
      try {
        await client.views.open({ trigger_id: command.trigger_id, view });
      } catch (err) {
        world.log.warn({ err }, 'connector form not opened');
        await say(
          adminWordsMessage('The form could not be opened just now. Nothing was changed. Please type it again.'),
        );
      }
      return;
    }
    if (order.confirm !== null) {
      await say(adminConfirmMessage(order.confirm, order.args) ?? adminWordsMessage(tooLongWords));
      return;
    }
    const answer = await desk.carryOut(caller, sizedOrder(order));
    await say(answerMessage(answer, { args: order.args, pageToken: order.pageToken, from: 0 }));
  });
}

const nowhere = { args: [], pageToken: '', from: 0 };

/** An order for a list asks for what one message shows, unless the administrator said how many. */
export function sizedOrder(order: AdminOrder): AdminOrder {
  return order.isList && order.pageSize === null ? { ...order, pageSize } : order;
}

/** What is said where there is nothing to carry out. */
export function readingMessage(reading: Exclude<AdminReading, { kind: 'order' }>): RenderedMessage {
  switch (reading.kind) {
    case 'help':
      return adminHelpMessage(reading.help);
    case 'mistakes':
      return adminMistakesMessage(reading.mistakes);
  }
}

/** Slack escapes these three in what people type. */
function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt);/g, (_, sign: string) => (sign === 'amp' ? '&' : sign === 'lt' ? '<' : '>'));
}
