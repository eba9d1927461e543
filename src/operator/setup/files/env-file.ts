import { isDeepStrictEqual, parseEnv } from 'node:util';
import { ok, type Result, refuse } from '../../../domain/result.ts';

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

/**
 * The text of `.env` with those of these variables added that it does not have yet, or a sentence
 * where it cannot say them.
 */
export function envFileText(
  existing: string | null,
  added: Readonly<Record<string, string>>,
): Result<string, string> {
  let text = existing ?? heading;
  if (!text.endsWith('\n')) text += '\n';
  const before = parseEnv(text);
  // A quote that is open at the end would take up the first line with the same quote.
  for (const quote of ["'", '"', '`'])
    if (parseEnv(`${text}PROBE=${quote}x${quote}\n`).PROBE !== 'x') return refuse(unclear);
  for (const [name, value] of Object.entries(added)) {
    if (before[name] === value) continue;
    const lines = spellings(value).map((spelling) => `${name}=${spelling}\n`);
    const line = lines.find((one) => parseEnv(one)[name] === value);
    if (line === undefined)
      return refuse(
        `${name} has characters that no quotes in .env can hold. Write it into a file, and name that in ${name}_FILE.`,
      );
    text += line;
  }
  const expected = { ...before, ...added };
  return isDeepStrictEqual({ ...parseEnv(text) }, expected) ? ok(text) : refuse(unclear);
}

const unclear =
  'Lines at the end of .env would be read as part of what is there. Correct it first.';
