import type { App as BoltApp } from '@slack/bolt';
import { z } from 'zod';
import { snoozeChoices, snoozeReminder } from '../../../use-cases/snooze-reminder.ts';
import { readJson } from '../../json-text.ts';
import { spokenMemory } from '../../languages.ts';
import { snoozeModal, snoozeModalId, snoozeUntil, wordModal } from '../../surfaces/modals.ts';
import { snoozeAction } from '../../surfaces/notice-messages.ts';
import { moment } from '../../surfaces/text.ts';
import type { ListenerDeps } from '../deps.ts';
import { actorOf, clickedElement, triggerOf, viewOf } from '../payloads.ts';

const memory = z.object({ noticeId: z.string(), spoken: spokenMemory });
const pickedChoice = z.enum(snoozeChoices).catch('hour');

/** The button on a reminder, and the choice of when it comes again. */
export function reminderSnoozed(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: snoozeAction }, async ({ ack, body, action, client }) => {
    await ack();
    const { texts, language, timeZone } = await deps.languages.readerOf(actorOf(body).userId);
    const noticeId = clickedElement(action).value;
    const view = snoozeModal(texts, JSON.stringify({ noticeId, spoken: { language, timeZone } }));
    await client.views.open({ trigger_id: triggerOf(body), view });
  });

  bolt.view({ type: 'view_submission', callback_id: snoozeModalId }, async ({ ack, body }) => {
    const view = viewOf(body);
    const { noticeId = '', spoken = null } = memory.safeParse(readJson(view.privateMetadata)).data ?? {};
    const { texts, timeZone } = deps.languages.readerFrom(spoken);
    const until = await snoozeReminder(deps, {
      noticeId,
      slackUserId: actorOf(body).userId,
      choice: pickedChoice.parse(view.input(snoozeUntil.block, snoozeUntil.action)),
      timeZone,
    });
    const { waiting } = texts.notices;
    const words = until === null ? waiting.nothingToSnooze : waiting.snoozed({ when: moment(texts, until) });
    await ack({ response_action: 'update', view: wordModal(texts, waiting.snoozeTitle, words) });
  });
}
