/** Rich text blocks. */
import { html } from 'hono/html';
import type { ShownRichText } from '../client.ts';
import type { Html } from './html.ts';
import { dateMention } from './mrkdwn-control.ts';
import type { Reader } from './reader.ts';
import { plainText } from './text-object.ts';

export function richText(reader: Reader, { elements }: ShownRichText): Html {
  const parts = elements.map(({ type, elements: runs }) => {
    const words = runs.map((run) => {
      if (run.type === 'date')
        return dateMention(reader, run.timestamp, run.format, run.fallback ?? run.format, null);
      const shown = plainText(run.text, false);
      if (run.style?.bold === true) return html`<b>${shown}</b>`;
      return run.style?.italic === true ? html`<i>${shown}</i>` : shown;
    });
    return type === 'rich_text_quote'
      ? html`<blockquote>${words}</blockquote>`
      : html`<div>${words}</div>`;
  });
  return html`${parts}`;
}
