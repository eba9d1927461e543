import type { KnownBlock } from '@slack/types';
import { limits } from '../../platform/limits.ts';
import type { RenderedMessage } from '../../platform/rendered-message.ts';
import { name, plain, section } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';

/** The most characters of the typed text in the notification; the message has all of it. */
const spokenLength = 200;

/**
 * Says that Slack did not open the form, and gives back what was typed.
 *
 * @param typed the whole command; '' if the form was opened by a click
 */
export function notOpenedMessage(texts: Texts, typed: string): RenderedMessage {
  const { notOpened } = texts.requestForm;
  if (typed === '') return { text: notOpened, blocks: [section(notOpened)] };
  const { typed: youWrote } = texts.refusals.changed;
  // As plain text, so that nothing in it mentions anybody and it can be copied as it was.
  const formText: KnownBlock = {
    type: 'section',
    text: plain(youWrote({ words: typed }), limits.sectionText),
  };
  return {
    text: `${notOpened} ${youWrote({ words: name(typed, spokenLength) })}`,
    blocks: [section(notOpened), formText],
  };
}
