/** Marks that reorder the text around them, in which a name would read as another one. */
const reordering = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const reorders = new RegExp(`[${reordering}]`, 'g');
const controls = new RegExp(`[^\\P{Cc}\\n]|[\\u2028\\u2029${reordering}]`, 'gu');

/** Marks that reorder text are shown as ⟨U+202E⟩ and not obeyed. */
export function visibleMarks(text: string): string {
  return text.replace(reorders, (sign) => `⟨U+${hexOf(sign)}⟩`);
}

/** For a terminal: everything that would control it is shown too, except line breaks. */
export function visibleControls(text: string): string {
  return text.toWellFormed().replace(controls, (sign) => `⟨U+${hexOf(sign)}⟩`);
}

/** The same JSON, with everything that would control a terminal as an escape of JSON. */
export function visibleJson(json: string): string {
  return json.replace(controls, (sign) => `\\u${hexOf(sign)}`);
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
