import { basename } from 'node:path';
import { roomOf } from './import-rules.ts';
import type { CodeFile, ListedFile, Rule } from './tree.ts';

const longestLines = 400;
const longLines = 250;

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The comment that a file opens with, or nothing. */
function openingComment(file: ListedFile): string {
  return /^\s*(?:\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n\s*)+)/.exec(file.text)?.[0] ?? '';
}

export const filesStayShort: Rule<ListedFile> = (file) => {
  const lines = lineCount(file.text);
  return lines > longestLines ? [`${file.path} has ${lines} lines; ${longestLines} is the most`] : [];
};

export const longFilesSayWhy: Rule<ListedFile> = (file) => {
  const lines = lineCount(file.text);
  if (lines <= longLines || /\blong because\b/i.test(openingComment(file))) return [];
  return [`${file.path} has ${lines} lines; past ${longLines} its opening comment has to say "Long because ..."`];
};

const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const namesAreKebabCase: Rule<ListedFile> = (file) =>
  file.path
    .split('/')
    .map((part) => part.split('.')[0] ?? '')
    .filter((part) => !kebabCase.test(part) && part !== '__snapshots__')
    .map((part) => `${file.path}: ${part} is not kebab-case`);

export const foldersHaveAPurpose: Rule<ListedFile> = (file) =>
  file.path
    .split('/')
    .slice(0, -1)
    .filter((part) => /^(?:utils?|helpers?|common|types|shared|misc|lib)$/.test(part))
    .map((part) => `${file.path}: a folder named ${part} says nothing about what is in it`);

export const noBarrels: Rule = (file) => {
  const name = basename(file.path);
  const rest = file.bare.replaceAll(/\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;]*\bfrom\s*['"][^'"]*['"]\s*;?/g, '');
  const onlyPassesOn = rest.trim() === '' && file.bare.trim() !== '';
  return /^index\.[cm]?[jt]s$/.test(name) || onlyPassesOn ? [`${file.path} is a barrel; import from where it is`] : [];
};

const escapes: readonly (readonly [RegExp, 'bare' | 'text', string])[] = [
  [/\bas\s+any\b|<any>|:\s*any\b/, 'bare', 'any'],
  [/\bas\s+unknown\s+as\b/, 'bare', 'a double assertion'],
  [/@ts-(?:ignore|expect-error|nocheck)\b/, 'text', 'a comment that switches the compiler off'],
  [/[\w)\]]!(?=\s*[.;,)\]}[(:]|\s+as\b|\s*$)/m, 'bare', 'a non-null assertion'],
];

export const typesAreNotEscaped: Rule = (file) =>
  escapes
    .filter(([pattern, view]) => pattern.test(file[view]))
    .map(([, , name]) => `${file.path} escapes its types with ${name}`);

export const noBareTypeNames: Rule = (file) => {
  const names = '(App|User|Task|Event|View|Request)';
  const declared = new RegExp(`\\b(?:(?:interface|class|enum)\\s+${names}\\b|type\\s+${names}\\s*[=<])`, 'g');
  return [...file.bare.matchAll(declared)].map(
    (match) => `${file.path} declares ${match[1] ?? match[2]}; say which one in its name`,
  );
};

export const noTestIsSwitchedOff: Rule = (file) =>
  /\b(?:it|test|describe|suite|bench)(?:\s*\.\s*\w+)*\s*\.\s*(?:skip|only|todo)\b|\b[xf](?:it|test|describe)\s*\(/.test(
    file.bare,
  )
    ? [`${file.path} switches tests off or singles them out`]
    : [];

/** Of all files right in a room, one opens by saying what the room owns and what it never does. */
export function roomsWithoutAnOpening(files: readonly CodeFile[]): readonly string[] {
  const rooms = new Map<string, boolean>();
  for (const file of files) {
    const room = roomOf(file.path);
    if (room.endsWith('.ts')) continue;
    const isInRoom = file.path.slice(`src/${room}/`.length).split('/').length === 1;
    const opens = isInRoom && /\b(?:never|nothing)\b/.test(openingComment(file));
    rooms.set(room, opens || rooms.get(room) === true);
  }
  return [...rooms].filter(([, opens]) => !opens).map(([room]) => `src/${room}`);
}

/** Folders of one machine: home folders, and the places where checkouts usually lie. */
const machinePath = /(?<![\w./@-])\/(?:work|root|farm|home|Users)\/[\w.-]+/;
const registryHost =
  /\bregistry\.[a-z0-9-]+\.|\bnpmjs\.(?:org|com)\b|\byarnpkg\.com\b|\b(?:artifactory|verdaccio|nexus)\.[a-z]|"resolve[d]":/;

export const nothingNamesAMachine: Rule<ListedFile> = (file) => {
  const path = machinePath.exec(file.text)?.[0];
  return path === undefined ? [] : [`${file.path} names the path ${path} of a machine`];
};

export const nothingNamesARegistry: Rule<ListedFile> = (file) => {
  const host = registryHost.exec(file.text)?.[0];
  return host === undefined ? [] : [`${file.path} names a package registry or an address at one: ${host}`];
};
