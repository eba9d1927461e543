/** The icons of the page. As SVG they look the same on a machine without an emoji font. */
import { html } from 'hono/html';
import type { Html } from './html.ts';

function drawn(paths: Html): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
}

export const eyeIcon = drawn(
  html`<path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5z"/><circle cx="10" cy="10" r="2.3"/>`,
);
export const replyIcon = drawn(html`<path d="M3 4.5h14v9H9l-4 3.2v-3.2H3z"/>`);
export const boltIcon = drawn(html`<path d="M11 2 4.5 11H10l-1 7 6.5-9H10z"/>`);
export const sendIcon = drawn(html`<path d="M3 4l14 6-14 6 2.5-6z M5.5 10H11"/>`);
export const dotsIcon = drawn(
  html`<path d="M10 4.5h.01M10 10h.01M10 15.5h.01" stroke-width="2.6"/>`,
);
