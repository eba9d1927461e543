/** What a sentence says, as far as a few patterns tell: words to search for, how long, and why. */

const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
};
const units: Readonly<Record<string, string>> = { m: 'm', h: 'h', d: 'd', w: 'w' };

const lasting =
  /\bfor (?:the next )?(\d+|an?|one|two|three|four|five|six|seven|eight)\s*(m(?:in(?:ute)?s?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?)\b(?: (?:longer|more))?/i;

/** As `2h`; empty where it says nothing of it. */
export function durationOf(sentence: string): string {
  const [, count = '', unit = ''] = lasting.exec(sentence) ?? [];
  const letter = units[unit.charAt(0).toLowerCase()];
  if (letter === undefined) return '';
  return `${counts[count.toLowerCase()] ?? Number(count)}${letter}`;
}

const because = /\b(?:because|as|since)\s+(.+)$/i;
const ticket = /\b[A-Z]{2,}-\d+\b.*$/;

/** What stands behind "because", or a ticket and what follows it; empty where there is neither. */
export function reasonOf(sentence: string): string {
  return (because.exec(sentence)?.[1] ?? ticket.exec(sentence)?.[0] ?? '').trim();
}

/** Words of no use to a search. */
const fillers = new Set(
  'a access am an and ask back can could do explain extend find for from get give have hand how i in is it longer me more my need of on or please repo request return search so some the there time to want what which who decides with would'.split(
    ' ',
  ),
);

export function searchWords(sentence: string): string {
  const without = sentence.replace(because, ' ').replace(ticket, ' ').replace(lasting, ' ');
  const words = without.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '');
  return words.filter((word) => !fillers.has(word.toLowerCase())).join(' ');
}
