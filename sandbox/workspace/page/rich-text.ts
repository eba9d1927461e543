/** Rich text blocks. */
import { html } from 'hono/html';
import type { ShownRichText } from '../client.ts';
import type { Html } from './html.ts';
import { plainText } from './text-object.ts';

export function richText({ elements }: ShownRichText): Html {
  const parts = elements.map(({ type, elements: runs }) => {
    const words = runs.map(({ text, style }) => {
      const shown = plainText(text, false);
      if (style?.bold === true) return html`<b>${shown}</b>`;
      return style?.italic === true ? html`<i>${shown}</i>` : shown;
    });
    return type === 'rich_text_quote' ? html`<blockquote>${words}</blockquote>` : html`<div>${words}</div>`;
  });
  return html`${parts}`;
}
