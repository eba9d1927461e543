/** Images are described in words and never fetched, so that the sandbox calls no other server. */
import { html } from 'hono/html';
import type { Html } from './html.ts';

interface Described {
  readonly alt_text: string;
}

export function imageElement(image: Described): Html {
  return html`<span class="image small" role="img" aria-label="${image.alt_text}" title="${image.alt_text}">🖼️</span>`;
}

export function imageBlock(image: Described, title: string | undefined): Html {
  return html`<figure class="image-block">${title === undefined ? '' : html`<figcaption>${title}</figcaption>`}<div class="image" role="img" aria-label="${image.alt_text}">🖼️<span>${image.alt_text}</span></div></figure>`;
}
