import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = globSync('src/**/*.ts')
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Names that more than one file gives to something, with the files. */
function sharedNames(named: readonly { readonly name: string; readonly path: string }[]): string[] {
  const paths = Map.groupBy(named, ({ name }) => name);
  return [...paths]
    .map(([name, all]) => ({ name, places: [...new Set(all.map(({ path }) => path))] }))
    .filter(({ places }) => places.length > 1)
    .map(({ name, places }) => `${name}: ${places.join(', ')}`);
}

describe('one name stands for one thing', () => {
  it('among the files of the bot', () => {
    const twins = [
      { name: 'review.ts', path: 'src/domain/review.ts' },
      { name: 'review.ts', path: 'src/slack/review.ts' },
    ];
    expect(sharedNames(twins)).toEqual(['review.ts: src/domain/review.ts, src/slack/review.ts']);
    expect(sharedNames(files.map(({ path }) => ({ name: basename(path), path })))).toEqual([]);
  });
});
