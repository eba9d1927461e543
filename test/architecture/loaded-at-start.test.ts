import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** `import type` and `import()` load nothing when the file is loaded. */
const loading = /^(?:import|export)\b(?! type\b)(?:[\w\s,{}*]+ from)? '([^']+)'/gm;

/** What is loaded with this file: files of the repository, and packages by their names. */
function loadedWith(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    for (const [, named = ''] of readFileSync(file, 'utf8').matchAll(loading)) {
      if (named.startsWith('.')) queue.push(join(dirname(file), named));
      else loaded.add(named);
    }
  }
  return loaded;
}

const atStart = loadedWith('src/start/process.ts');

it('a start loads the bot and every extra', () => {
  expect([...atStart]).toEqual(
    expect.arrayContaining(['src/app.ts', 'src/extras/report/index.ts', 'kysely', 'pg-boss']),
  );
});

it('a start loads nothing that only a command needs', () => {
  const ofCommands = /^(?:src\/operator\/setup\/|src\/start\/command-line\/|@clack\/)/;
  expect([...atStart].filter((one) => ofCommands.test(one))).toEqual([]);
});

it('a start loads nothing that only agents need, who are off unless a company wants them', () => {
  expect([...atStart].filter((one) => one.startsWith('@modelcontextprotocol/'))).toEqual([]);
});

it('a start loads of the words for times only English and German', () => {
  expect([...atStart].filter((one) => one.startsWith('chrono-node'))).toEqual([
    'chrono-node/de',
    'chrono-node/en',
  ]);
});
