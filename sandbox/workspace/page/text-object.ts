import type { TextObject } from '@slack/types';
import { html } from 'hono/html';
import { withEmoji } from './emoji.ts';
import { withPictures } from './emoji-pictures.ts';
import type { Html } from './html.ts';
import { mrkdwn } from './mrkdwn.ts';
import type { Reader } from './reader.ts';

/** Plain text: nothing in it is interpreted but emoji names and line breaks. */
export function plainText(text: string, emoji = true): Html {
  const lines = (emoji ? withEmoji(text) : text).split('\n');
  return html`${lines.map((line, index) => (index === 0 ? withPictures(line) : html`<br>${withPictures(line)}`))}`;
}

/** A text object of Block Kit, of either kind. */
export function textObject(reader: Reader, text: TextObject): Html {
  return text.type === 'mrkdwn'
    ? mrkdwn(reader, text.text, text.verbatim)
    : plainText(text.text, text.emoji);
}
