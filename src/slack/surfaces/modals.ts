import type { ModalView } from '@slack/types';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { channelLink, groupMention, marked, name, plain } from './text.ts';

export const denyModalId = 'review.deny';
export const denyReason = { block: 'reason', action: 'reason' } as const;

/** Asks the reviewer for a reason. `privateMetadata` names the card, the step and the message. */
export function denyModal(texts: Texts, what: string, privateMetadata: string): ModalView {
  const { review } = texts;
  return {
    type: 'modal',
    callback_id: denyModalId,
    private_metadata: privateMetadata,
    title: plain(review.denyTitle, limits.modalTitle),
    submit: plain(review.deny, limits.modalTitle),
    close: plain(review.back, limits.modalTitle),
    blocks: [
      { type: 'section', block_id: 'what', text: plain(what, limits.sectionText) },
      {
        type: 'input',
        block_id: denyReason.block,
        label: plain(review.reason, limits.optionText),
        hint: plain(review.reasonHint, limits.fieldText),
        element: { type: 'plain_text_input', action_id: denyReason.action, multiline: true, max_length: 1_000 },
      },
    ],
  };
}

/** One sentence in a modal, for a form that ended. */
export function wordModal(texts: Texts, title: string, words: string): ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.modalTitle),
    close: plain(texts.requestForm.close, limits.modalTitle),
    blocks: [{ type: 'section', text: marked(words) }],
  };
}

/** What follows a kept submission: says where to look. `isFollowed`: whether the bot will hear what becomes of it. */
export function submittedModal(texts: Texts, submitted: Submitted): ModalView {
  const { received, receivedExplained, receivedUnfollowed, receivedEmergency } = texts.requestForm;
  const { where, isFollowed, incident } = submitted;
  const parts = { what: name(submitted.what, 200), where };
  const words = isFollowed ? receivedExplained(parts) : receivedUnfollowed(parts);
  if (incident === null) return wordModal(texts, received, words);
  const group = incident.onCall === null ? '' : groupMention(incident.onCall);
  const called = receivedEmergency({ where: channelLink(texts, incident.channel), group });
  return wordModal(texts, received, `${words}\n\n${called}`);
}

interface Submitted {
  readonly where: string;
  readonly what: string;
  /** Whether the bot hears what becomes of it. */
  readonly isFollowed: boolean;
  /** Where an emergency is answered; null for any other request, and where there is no such channel. */
  readonly incident: { readonly channel: string; readonly onCall: string | null } | null;
}
