import type { ModalView } from '@slack/types';
import { snoozeChoices } from '../../use-cases/snooze-reminder.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { channelLink, formInput, option, plain, section } from './text.ts';

export const snoozeModalId = 'reminder.snooze';
export const snoozeUntil = { block: 'until', action: 'until' } as const;

/** Asks when a reminder comes again. `privateMetadata` names the message. */
export function snoozeModal(texts: Texts, privateMetadata: string): ModalView {
  const { waiting } = texts.notices;
  const options = snoozeChoices.map((choice) => option(waiting.choices[choice], choice));
  const element = {
    type: 'radio_buttons',
    action_id: snoozeUntil.action,
    options,
    initial_option: options[0],
  } as const;
  return {
    type: 'modal',
    callback_id: snoozeModalId,
    private_metadata: privateMetadata,
    title: plain(waiting.snoozeTitle, limits.modalTitle),
    submit: plain(waiting.snooze, limits.modalTitle),
    close: plain(texts.review.back, limits.modalTitle),
    blocks: [formInput(snoozeUntil.block, waiting.snoozeUntil, element)],
  };
}

/** One sentence in a modal, for a form that ended. */
export function wordModal(texts: Texts, title: string, words: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.modalTitle),
    close: plain(texts.requestForm.close, limits.modalTitle),
    blocks: [section(words)],
  };
}

/** What follows a kept submission. `incident`: where an emergency is answered, where there is such a channel. */
export function submittedModal(
  texts: Texts,
  title: string,
  incident: { readonly channel: string; readonly onCall: string | null } | null,
): ModalView {
  const { received, receivedEmergency, onCallIsCalled } = texts.requestForm;
  const words = [received];
  if (incident !== null) {
    words.push(receivedEmergency({ where: channelLink(texts, incident.channel) }));
    if (incident.onCall !== null) words.push(onCallIsCalled);
  }
  return wordModal(texts, title, words.join(' '));
}
