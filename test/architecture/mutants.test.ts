import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const explanations = z
  .array(z.object({ file: z.string(), line: z.string() }))
  .parse(JSON.parse(readFileSync('test/mutation/explained.json', 'utf8')));
const { mutate } = z
  .object({ mutate: z.array(z.string()) })
  .parse(JSON.parse(readFileSync('stryker.config.json', 'utf8')));

const linesOf = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : [];

// `npm run mutation` takes too long for every change, so a moved file would be noticed days later.
it('the rules that are mutated are where the configuration says', () => {
  const files = mutate.filter((path) => !path.includes('*'));
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
});

it('each explanation of a mutant names a line that is in its file', () => {
  expect(explanations.length).toBeGreaterThan(15);
  expect(explanations.filter(({ file, line }) => !linesOf(file).includes(line))).toEqual([]);
});
