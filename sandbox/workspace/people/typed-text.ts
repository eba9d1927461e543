/** What a person types, as Slack stores and sends it. */
import type { Directory } from '../state/directory.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * `@ana` and `#general` become references; everything else that looks like markup is only text.
 * `labelled`: with the name inside, as in commands.
 */
export function typedText(directory: Directory, text: string, labelled: boolean): string {
  return escaped(text)
    .replace(/(^|[\s(])@([a-z][a-z0-9._-]*)/g, (whole, before: string, handle: string) => {
      const person = directory.people.find((one) => one.handle === handle);
      return person === undefined
        ? whole
        : `${before}<@${person.id}${labelled ? `|${handle}` : ''}>`;
    })
    .replace(/(^|[\s(])#([a-z][a-z0-9_-]*)/g, (whole, before: string, name: string) => {
      const channel = directory.channelByName(name);
      return channel === undefined ? whole : `${before}<#${channel.id}|${name}>`;
    });
}
