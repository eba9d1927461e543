import type { AnyBlock, ContextBlock, ModalView } from '@slack/types';
import { limits } from './platform/limits.ts';
import { channelLink, line, moment, plain, section } from './platform/text.ts';
import type { Texts } from './texts.ts';

/**
 * A window. A form has the name under which it is submitted, the label of its button, and its
 * memory.
 */
export function modal(
  title: string,
  close: string,
  blocks: AnyBlock[],
  form: { readonly id: string; readonly submit: string; readonly memory: string } | null = null,
): ModalView {
  return {
    type: 'modal',
    title: plain(title, limits.modalTitle),
    close: plain(close, limits.modalTitle),
    blocks,
    ...(form && {
      callback_id: form.id,
      private_metadata: form.memory,
      submit: plain(form.submit, limits.modalTitle),
    }),
  };
}

/** One sentence in a modal, for a form that ended. */
export function wordModal(texts: Texts, title: string, words: string): ModalView {
  return modal(title, texts.requestForm.close, [section(words)]);
}

/** Says as of when a window is true, because it stays as it is for as long as it is open. */
export function asOfLine({ review }: Texts, asOf: Date): ContextBlock[] {
  return line('as-of', review.asOf({ when: moment(asOf) }));
}

interface Submission {
  /** The emergency channel, if there is one. */
  readonly incident: { readonly channel: string; readonly onCall: string | null } | null;
  /** When the access ends. */
  readonly ends: string;
}

/** The form after a submission was stored. */
export function submittedModal(
  texts: Texts,
  title: string,
  { incident, ends }: Submission,
): ModalView {
  const { received, receivedEmergency, receivedOnCall } = texts.requestForm;
  const words = [received];
  if (incident !== null) {
    const alarm = incident.onCall === null ? receivedEmergency : receivedOnCall;
    words.push(alarm({ where: channelLink(texts, incident.channel) }));
  }
  const blocks = [section(words.join(' ')), ...line('ends', ends)];
  return modal(title, texts.requestForm.close, blocks);
}
