/** What a person types, as Slack stores and sends it. */
import type { Directory } from '../state/directory.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a handle refers to in any case, a person or a user group; null where it is nobody's. */
function referenceOf(
  directory: Directory,
  typed: string,
): { readonly target: string; readonly label: string } | null {
  const handle = typed.toLowerCase();
  const person = directory.people.find((one) => one.handle === handle);
  if (person !== undefined) return { target: `@${person.id}`, label: handle };
  const group = directory.userGroups.find((one) => one.handle === handle);
  return group === undefined ? null : { target: `!subteam^${group.id}`, label: `@${handle}` };
}

/**
 * `@ana`, `@night-watch` and `#general` become references; everything else that looks like markup
 * is only text. `labelled`: with the name inside, as in commands.
 */
export function typedText(directory: Directory, text: string, labelled: boolean): string {
  return escaped(text)
    .replace(/(^|[\s(])@([a-z][a-z0-9._-]*)/gi, (whole, before: string, handle: string) => {
      const reference = referenceOf(directory, handle);
      if (reference === null) return whole;
      return `${before}<${reference.target}${labelled ? `|${reference.label}` : ''}>`;
    })
    .replace(/(^|[\s(])#([a-z][a-z0-9_-]*)/g, (whole, before: string, name: string) => {
      const channel = directory.channelByName(name);
      return channel === undefined ? whole : `${before}<#${channel.id}|${name}>`;
    });
}
