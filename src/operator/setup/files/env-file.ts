import { parseEnv } from 'node:util';
import { ok, type Result, refuse } from '../../../domain/result.ts';

/** Variables to write; null takes one out. */
export type WantedVariables = Readonly<Record<string, string | null>>;

const heading = `# Written by npm run setup. npm start and the other commands read it; what the environment itself says counts more.
# It holds secrets: only its owner may read it.
`;

/** How the file can say a value, the plainest first. */
const spellings = (value: string): readonly string[] => [
  ...(/^[\w.:/@%+=,?&~-]*$/.test(value) ? [value] : []),
  `'${value}'`,
  `"${value}"`,
  `\`${value}\``,
];

function lineOf(name: string, value: string): string | null {
  const lines = spellings(value).map((spelling) => `${name}=${spelling}`);
  return lines.find((line) => parseEnv(line)[name] === value) ?? null;
}

/**
 * The text of `.env` with these variables, and everything else of it as it was; or a sentence where
 * it cannot say them.
 */
export function envFileText(
  existing: string | null,
  wanted: WantedVariables,
): Result<string, string> {
  let text = existing ?? heading;
  for (const [name, value] of Object.entries(wanted)) {
    const line = value === null ? '' : lineOf(name, value);
    if (line === null)
      return refuse(
        `${name} has characters that no quotes in .env can hold. Write it into a file, and name that in ${name}_FILE.`,
      );
    text = withLine(text, name, line);
  }
  return saysAll(text, existing ?? '', wanted) ? ok(text) : refuse(unclear);
}

const unclear =
  '.env has a value of several lines that looks like one of the settings. Move it out, and run this again.';

/** The line in the place of the first one of that name, and no other of that name. */
function withLine(text: string, name: string, line: string): string {
  let isThere = false;
  const lines = text.split('\n').flatMap((one) => {
    if (!new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(one)) return [one];
    const isFirst = !isThere;
    isThere = true;
    return isFirst && line !== '' ? [line] : [];
  });
  if (isThere || line === '') return lines.join('\n');
  return `${text.endsWith('\n') || text === '' ? text : `${text}\n`}${line}\n`;
}

/** Whether the new text changes the wanted variables, and no other. */
function saysAll(text: string, before: string, wanted: WantedVariables): boolean {
  const expected = new Map(Object.entries(parseEnv(before)));
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) expected.delete(name);
    else expected.set(name, value);
  }
  const now = new Map(Object.entries(parseEnv(text)));
  return now.size === expected.size && [...expected].every(([name, one]) => now.get(name) === one);
}
