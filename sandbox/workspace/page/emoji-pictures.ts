/**
 * Pictures of the emoji that the bot writes, and of those with a short name in `emoji.ts`: on a
 * machine without an emoji font they would be empty boxes. Drawn for this page, on a square of 20.
 * The character stays in the text, under its picture, so that it can be copied, searched and read
 * aloud.
 */
import { html } from 'hono/html';
import type { Html } from './html.ts';

const yellow = '#f5b82e';
const red = '#dd2e44';
const green = '#3fa34d';
const blue = '#3b88c3';
const grey = '#66757f';
const pale = '#ccd6dd';
const brown = '#a0642c';
const skin = '#ffcc4d';
const paper = '#f5f8fa';

const fill = (colour: string, shape: string): string => `<path fill="${colour}" d="${shape}"/>`;
const line = (colour: string, shape: string, width = 1.6): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${shape}"/>`;
const disc = (colour: string, x: number, y: number, radius: number): string =>
  `<circle fill="${colour}" cx="${x}" cy="${y}" r="${radius}"/>`;

const glass =
  fill(
    pale,
    'M5 3h10v2.5c0 2-2.6 3-3.6 4.5 1 1.5 3.6 2.5 3.6 4.5V17H5v-2.5c0-2 2.6-3 3.6-4.5C7.6 8.5 5 7.5 5 5.5z',
  ) + fill(brown, 'M4 1.5h12v2H4zM4 16.5h12v2H4z');
const lockBody =
  fill(yellow, 'M4 9h12v9.5H4z') + disc('#7a5200', 10, 13, 1.5) + line('#7a5200', 'M10 13.5v2.2');
const thumb =
  fill(
    skin,
    'M6 9l3-6.5c2-.5 2.5 1 2.2 2.5L10.7 8H16c1.5 0 2 2 1 2.7.8.7.6 2-.3 2.4.5.9 0 2-.9 2.2.2 1.2-.5 2.2-1.8 2.2H9L6 16z',
  ) + fill(blue, 'M2 8.5h3.5v8.5H2z');
const bellShape =
  'M10 1.5c.8 0 1.3.6 1.3 1.3 2.7.6 4.2 2.7 4.2 5.7 0 4 1 5 2 6.5h-15c1-1.5 2-2.5 2-6.5 0-3 1.5-5.1 4.2-5.7 0-.7.5-1.3 1.3-1.3z';
const star = (x: number, y: number, size: number): string =>
  fill(
    yellow,
    `M${x} ${y - size}q${size * 0.2} ${size * 0.8} ${size} ${size}q-${size * 0.8} ${size * 0.2}-${size} ${size}q-${size * 0.2}-${size * 0.8}-${size}-${size}q${size * 0.8}-${size * 0.2} ${size}-${size}z`,
  );

/** By character, without the selector that asks for a colourful one. */
export const emojiPictures: Readonly<Record<string, string>> = {
  '⏳':
    glass +
    fill(yellow, 'M7 5.5h6c-.5 1.3-2.2 2-3 3.3C9.2 7.5 7.5 6.8 7 5.5zM9.6 9.5h.8v4l3 3H6.6l3-3z'),
  '⌛': glass + fill(yellow, 'M10 12.5l4 3v1H6v-1z'),
  '⚪': disc(pale, 10, 10, 8) + disc(paper, 10, 10, 6.2),
  '✅':
    fill(
      green,
      'M3.5 2h13A1.5 1.5 0 0 1 18 3.5v13a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 16.5v-13A1.5 1.5 0 0 1 3.5 2z',
    ) + line('#fff', 'M5.5 10.5l3 3 6-7', 2.2),
  '❌': line(red, 'M4 4l12 12M16 4L4 16', 3.2),
  '⛔': disc(red, 10, 10, 8.5) + fill('#fff', 'M4.5 8.3h11v3.4h-11z'),
  '⚠':
    fill(
      yellow,
      'M10 1.8c.6 0 1 .3 1.3.8l7.4 13.2c.6 1.1-.1 2.4-1.3 2.4H2.6c-1.2 0-1.9-1.3-1.3-2.4L8.7 2.6c.3-.5.7-.8 1.3-.8z',
    ) +
    line('#292f33', 'M10 7v5', 2) +
    disc('#292f33', 10, 15.2, 1.2),
  '🚨':
    fill(red, 'M5 15V10a5 5 0 0 1 10 0v5z') +
    fill(grey, 'M3 15h14v3.5H3z') +
    line(yellow, 'M10 3.2V1M4.7 5.2L3 3.5M15.3 5.2L17 3.5') +
    line('#f4a3ad', 'M7.7 12v-2.3'),
  '🔒': line(grey, 'M6.5 9V6a3.5 3.5 0 0 1 7 0v3', 2) + lockBody,
  '🔓': line(grey, 'M6.5 9V5a3.5 3.5 0 0 1 6.9-.8', 2) + lockBody,
  '🔑':
    `<circle fill="none" stroke="${yellow}" stroke-width="2.6" cx="6" cy="6.5" r="3.5"/>` +
    line(yellow, 'M8.7 9.2l8 8M13.5 14l2-2M16 16.5l1.8-1.8', 2.4),
  '🔔': fill(yellow, bellShape) + disc(brown, 10, 17, 1.7),
  '🔇': fill(grey, 'M2 7.5h3.5L11 3v14l-5.5-4.5H2z') + line(red, 'M13 7.5l5 5M18 7.5l-5 5', 2),
  '🔗': line(
    blue,
    'M8.5 11.5l3-3M9 6.5l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 0 1 4.5 11l2-2',
    2,
  ),
  '🔴': disc(red, 10, 10, 8.5),
  '🔥':
    fill(
      '#f4900c',
      'M10.5 1.5c.5 3.5 5.5 5.5 5.5 10.5a6 6 0 0 1-12 0c0-2.5 1.3-4.3 2.5-5.5.2 1.5.8 2.3 1.7 2.7C8 6.5 8.5 3.5 10.5 1.5z',
    ) +
    fill(
      skin,
      'M10.2 9.5c.3 2 2.8 2.8 2.8 5a3 3 0 0 1-6 0c0-1.2.5-2 1.2-2.7.2.7.5 1 1 1.2-.1-1.3.1-2.5 1-3.5z',
    ),
  '📅':
    fill(paper, 'M2.5 4h15v14h-15z') +
    fill(red, 'M2.5 3h15v4.5h-15z') +
    line(grey, 'M6 1.8v3M14 1.8v3') +
    line(pale, 'M5 10.5h10M5 13h10M5 15.5h6'),
  '📝':
    fill(paper, 'M3 2h11v16H3z') +
    line('#99aab5', 'M5.5 6h6M5.5 9h6M5.5 12h3', 1.2) +
    line(yellow, 'M17 7l-6.5 7.5', 2.4) +
    line('#292f33', 'M10.3 14.7l-.8 1.3', 1.6),
  '📣':
    fill(red, 'M3 9l11-6v13L3 12z') +
    fill(pale, 'M14 2.5c1.5 1.5 2.5 4 2.5 7s-1 5.5-2.5 7z') +
    line(grey, 'M6 12.5l1.2 4.5h2.2l-1-3.5'),
  '🎺':
    line(yellow, 'M2 8h11M6 8v5h6V8M8 5v3M10 5v3', 1.8) +
    fill(yellow, 'M13 6.5c2 0 3.5-1.5 5-3v9c-1.5-1.5-3-3-5-3z'),
  '🎉':
    fill(yellow, 'M2 18L6.5 7.5l6 6z') +
    line(red, 'M9 6c.5-1.5 0-3-1-4M13 11c1.5-1 3.5-1 5 0') +
    line(blue, 'M11 9l4.5-5') +
    disc(green, 13, 2.8, 1.1) +
    disc(red, 17, 7, 1.1) +
    disc(blue, 16.5, 15, 1.1),
  '✨': star(8, 11, 6.5) + star(15.5, 4.5, 3.5) + star(15.5, 16, 2.5),
  '🌙': fill(skin, 'M13 1.5A9 9 0 1 0 18.5 13 7.5 7.5 0 0 1 13 1.5z'),
  '👀':
    `<ellipse fill="${paper}" stroke="${grey}" stroke-width="1" cx="5.5" cy="10" rx="3.8" ry="5.5"/><ellipse fill="${paper}" stroke="${grey}" stroke-width="1" cx="14.5" cy="10" rx="3.8" ry="5.5"/>` +
    disc('#292f33', 4.5, 11, 1.9) +
    disc('#292f33', 13.5, 11, 1.9),
  '👋':
    fill(
      skin,
      'M4 6.5c.8-1 2-.6 2.6.2l2.2 3-2-5c-.4-1.2 1.5-2 2.2-.8l2.3 4.6-.9-4.2c-.2-1.3 1.7-1.7 2.1-.5l1.8 5.7.5-1.8c.4-1.3 2.2-1 2.2.4 0 3-.5 5.5-2 7.5-2 2.7-6 2.7-8 .2L4 9c-.6-.8-.6-1.8 0-2.5z',
    ) + line(blue, 'M2 13c.3 2 1.5 3.5 3.3 4.3', 1.3),
  '👍': thumb,
  '👎': `<g transform="rotate(180 10 10) translate(20 0) scale(-1 1)">${thumb}</g>`,
  '😄':
    disc(skin, 10, 10, 8.5) +
    line('#664500', 'M5 8q1.5-2.2 3 0M12 8q1.5-2.2 3 0', 1.4) +
    fill('#664500', 'M4.8 10.8h10.4a5.2 5.2 0 0 1-10.4 0z'),
};

const selector = '\uFE0F';
const pictured = new RegExp(`(?:${Object.keys(emojiPictures).join('|')})${selector}?`, 'gu');

function codeOf(character: string): string {
  return character.codePointAt(0)?.toString(16) ?? '';
}

/** One emoji with its picture over it, if there is one. `title`: how it was typed. */
export function emoji(character: string, title: string | null = null): Html {
  const isDrawn = Object.hasOwn(emojiPictures, character.replace(selector, ''));
  const look = isDrawn ? `emoji drawn e-${codeOf(character)}` : 'emoji';
  const typed = title === null ? '' : html` title="${title}"`;
  return html`<span class="${look}"${typed}>${character}</span>`;
}

/** Text as it stands, its emoji as pictures. */
export function withPictures(text: string): Html {
  const parts: (string | Html)[] = [];
  let from = 0;
  for (const found of text.matchAll(pictured)) {
    parts.push(text.slice(from, found.index), emoji(found[0]));
    from = found.index + found[0].length;
  }
  return parts.length === 0 ? html`${text}` : html`${[...parts, text.slice(from)]}`;
}

/** The pictures as a style sheet: a class each, `e-1f512`. */
export function emojiStyle(): string {
  const rules = Object.entries(emojiPictures).map(([character, shapes]) => {
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">${shapes}</svg>`;
    return `.e-${codeOf(character)}{background-image:url("data:image/svg+xml,${encodeURIComponent(picture)}")}`;
  });
  return rules.join('\n');
}
