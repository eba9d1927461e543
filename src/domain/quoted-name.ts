const longestName = 80;

/** Control characters, line ends, and characters that reorder or hide text. */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A name that people can give themselves, in quotes that it cannot end: what stands outside of them are the bot's own words. */
export function quotedName(name: string): string {
  const characters = Array.from(plain(name));
  const shown =
    characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : characters.join('');
  return `"${shown}"`;
}

/** Who did something, as the comments in the service name them. */
export function nameAndEmail(person: { readonly name: string; readonly email: string | null }): string {
  if (person.email === null) return quotedName(person.name);
  return `${quotedName(person.name)} (${plain(person.email).replaceAll(/[\s()]/g, '')})`;
}

function plain(text: string): string {
  return text
    .replaceAll(unseen, ' ')
    .replaceAll(/["“”„«»]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}
