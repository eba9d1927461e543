/**
 * The second half of `npm run mutation`: compares the mutants that survived with those that are
 * explained. Ends with 1 if one is not explained, or an explanation fits none any more.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const place = z.object({ line: z.int(), column: z.int() });
const mutant = z.object({
  status: z.string(),
  mutatorName: z.string(),
  replacement: z.string().default(''),
  location: z.object({ start: place, end: place }),
});
const report = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutant) })),
});
const explanations = z.array(
  z.object({
    file: z.string(),
    /** The source line of the mutant, without its indentation. */
    line: z.string(),
    /** What the mutant changes, as far as it is on that line. */
    original: z.string(),
    replacement: z.string(),
    why: z.string(),
  }),
);

interface Survivor {
  readonly file: string;
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
}

interface PlacedSurvivor extends Survivor {
  readonly lineNumber: number;
}

function survivorsIn({ files }: z.infer<typeof report>): readonly PlacedSurvivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location: { start, end }, replacement }) => {
        const last = start.line === end.line ? end.column - 1 : undefined;
        const text = lines[start.line - 1] ?? '';
        const original = text.slice(start.column - 1, last);
        return { file, lineNumber: start.line, line: text.trim(), original, replacement };
      });
  });
}

function isSame(one: Survivor, other: Survivor): boolean {
  return (
    one.file === other.file &&
    one.line === other.line &&
    one.original === other.original &&
    one.replacement === other.replacement
  );
}

async function readJson<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  return shape.parse(JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')));
}

const survivors = survivorsIn(await readJson('../../.stryker-tmp/mutation.json', report));
const explained = await readJson('explained.json', explanations);
const unexplained = survivors.filter((one) => !explained.some((other) => isSame(one, other)));
const needless = explained.filter((one) => !survivors.some((other) => isSame(one, other)));

for (const { file, lineNumber, original, replacement } of unexplained)
  console.log(`${file}:${lineNumber} survives: ${original}  ->  ${replacement}`);
for (const { file, original } of needless)
  console.log(`${file}: nothing survives any more that is explained as: ${original}`);
console.log(
  `${survivors.length} mutants survived, ${unexplained.length} of them unexplained; ${needless.length} explanations are needless.`,
);
process.exitCode = unexplained.length + needless.length > 0 ? 1 : 0;
