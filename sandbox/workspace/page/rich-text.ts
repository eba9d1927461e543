/** Rich text blocks. */
import type { RichTextBlock, RichTextElement } from '@slack/types';
import { html } from 'hono/html';
import { emojiFor } from './emoji.ts';
import type { Html } from './html.ts';
import { linkTo } from './links.ts';
import { channelMention, dateMention, groupMention, personMention } from './mrkdwn-control.ts';
import type { Reader } from './reader.ts';
import { plainText } from './text-object.ts';

function bare(reader: Reader, element: RichTextElement): Html {
  switch (element.type) {
    case 'text':
      return plainText(element.text, false);
    case 'link': {
      const link = linkTo(reader, element.url);
      const text = element.text ?? element.url;
      return link === null ? html`${text}` : html`<a ${link}>${text}</a>`;
    }
    case 'user':
      return personMention(reader, element.user_id, null);
    case 'channel':
      return channelMention(reader, element.channel_id, null);
    case 'usergroup':
      return groupMention(reader.groupHandle(element.usergroup_id) ?? element.usergroup_id);
    case 'broadcast':
      return groupMention(element.range);
    case 'emoji':
      return html`<span class="emoji">${emojiFor(element.name) ?? `:${element.name}:`}</span>`;
    case 'date':
      return dateMention(
        reader,
        element.timestamp,
        element.format,
        element.fallback ?? element.format,
        element.url ?? null,
      );
    case 'color':
    case 'team':
      return html``;
  }
}

function styled(reader: Reader, element: RichTextElement): Html {
  let out = bare(reader, element);
  const style = element.style ?? {};
  if (style.code === true) out = html`<code>${out}</code>`;
  if (style.bold === true) out = html`<b>${out}</b>`;
  if (style.italic === true) out = html`<i>${out}</i>`;
  if (style.strike === true) out = html`<s>${out}</s>`;
  if (style.underline === true) out = html`<u>${out}</u>`;
  return out;
}

function part(reader: Reader, element: RichTextBlock['elements'][number]): Html {
  const run = (elements: readonly RichTextElement[]): readonly Html[] => elements.map((one) => styled(reader, one));
  switch (element.type) {
    case 'rich_text_section':
      return html`<div>${run(element.elements)}</div>`;
    case 'rich_text_quote':
      return html`<blockquote>${run(element.elements)}</blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre>${run(element.elements)}</pre>`;
    case 'rich_text_list': {
      const items = element.elements.map((item) => html`<li>${run(item.elements)}</li>`);
      const indent = Math.min(element.indent ?? 0, 4);
      return element.style === 'ordered'
        ? html`<ol class="indent-${indent}">${items}</ol>`
        : html`<ul class="indent-${indent}">${items}</ul>`;
    }
  }
}

export function richText(reader: Reader, block: RichTextBlock): Html {
  return html`${block.elements.map((element) => part(reader, element))}`;
}
