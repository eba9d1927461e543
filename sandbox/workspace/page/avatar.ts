/**
 * Coloured initials for each person. Colours are classes, because the page allows no inline style.
 */
import { html } from 'hono/html';
import type { Html } from './html.ts';

const colours = 10;

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{Script=Latin}/u.test(word));
  const letters = [words[0], words.at(-1)].map((word) => Array.from(word ?? '')[0] ?? '');
  return (words.length < 2 ? (letters[0] ?? '?') : letters.join('')).toUpperCase();
}

/** An id always gets the same colour. */
export function avatar(
  id: string,
  name: string,
  kind: 'person' | 'bot' = 'person',
  size = '',
): Html {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  const look = kind === 'bot' ? 'bot' : `colour-${sum % colours}`;
  return html`<span class="avatar ${look} ${size}" aria-hidden="true">${kind === 'bot' ? html`<img src="/static/icon.svg" alt="">` : initials(name)}</span>`;
}
