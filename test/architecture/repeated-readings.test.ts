import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextCheckMs } from '../../src/domain/access/grant.ts';
import { heldForHome } from '../../src/extras/held/read-held.ts';
import { nextProfileLookMs } from '../../src/extras/profiles/rules/item-progress.ts';
import { workForHome } from '../../src/extras/worklist/read-work.ts';
import { servedAgainMs, unreadAgainMs } from '../../src/use-cases/ports/served-reading.ts';

const [, guide = ''] = readFileSync('docs/architecture.md', 'utf8').split(
  '\n## What is read repeatedly\n',
);
const [section = ''] = guide.split('\n## ');
const rows = section.split('\n').filter((line) => line.startsWith('| '));

/** The row about the file of this name; the cell that says how old its reading may be. */
function ageOf(file: string): string {
  const row = rows.find((one) => one.includes(`[\`${file}\`]`));
  return row?.split('|')[3] ?? '';
}

const codeOf = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');

const filesWith = (pattern: RegExp): readonly string[] =>
  globSync('src/**/*.ts').filter((path) => pattern.test(codeOf(path)));

/** A constant that its file keeps for itself, a product of numbers. */
function msIn(path: string, constant: string): number {
  const [, product = ''] = new RegExp(`${constant} = ([\\d_ *.]+)`).exec(codeOf(path)) ?? [];
  return product
    .split('*')
    .reduce((all, factor) => all * Number(factor.replaceAll('_', '')), product === '' ? NaN : 1);
}

function words(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

describe('the table of what is read repeatedly', () => {
  it('names each file that reads for a process or for a person, or by a timer of its own', () => {
    const readers = filesWith(
      /\bextends ServedReading\b|new HomeReading<|\bimport \{ repeat \}|\bturns\.every\(/,
    );
    // Timers that have nothing read of the service, or have others read it.
    const others = ['keep-pushing.ts', 'open-stores.ts', 'process-timers.ts', 'seal-trail.ts'];
    const names = readers.map((path) => basename(path)).filter((name) => !others.includes(name));
    expect(names.toSorted()).toEqual([
      'app.ts',
      'catalogue.ts',
      'open-visibility.ts',
      'read-held.ts',
      'read-work.ts',
    ]);
    expect(names.filter((name) => ageOf(name) === '')).toEqual([]);
  });

  it('names the jobs that are added again and again, but for those that only look at what is due', () => {
    const kinds = [
      ...codeOf('src/queue/process-timers.ts').matchAll(/enqueueEvery\(\{ kind: '([\w-]+)'/g),
    ].map(([, kind = '']) => kind);
    expect(kinds.toSorted()).toEqual(['act-on-due', 'end-grants', 'refresh-tasks']);
    const jobs = [...kinds, 'read-watched', 'read-held', 'read-work'].filter(
      (kind) => kind !== 'act-on-due',
    );
    expect(jobs.filter((kind) => !section.includes(`\`${kind}\``))).toEqual([]);
  });

  it('names what each extra reads when open tasks are read again', () => {
    const folders = filesWith(/^\s*readAgain: |\breadAgain: \w+,/m)
      .filter((path) => path.startsWith('src/extras/'))
      .flatMap((path) => path.split('/')[2] ?? []);
    // Agents write down what was looked up.
    expect(folders.toSorted()).toEqual(['agents', 'elsewhere', 'profiles']);
    const unnamed = folders.filter(
      (one) => one !== 'agents' && !section.includes(`extras/${one}/`),
    );
    expect(unnamed).toEqual([]);
  });

  it.each<readonly [string, readonly number[]]>([
    [
      'catalogue.ts',
      [servedAgainMs, unreadAgainMs, msIn('src/use-cases/catalogue/catalogue.ts', 'readAgainMs')],
    ],
    ['open-visibility.ts', [servedAgainMs, unreadAgainMs]],
    ['app.ts', [msIn('src/app.ts', 'peopleReloadMs')]],
    ['refresh-tasks.ts', [msIn('src/queue/process-timers.ts', 'refreshTasksMs')]],
    ['read-watched.ts', [msIn('src/domain/due/step-watch.ts', 'consoleGapMs')]],
    ['find-tasks-elsewhere.ts', [msIn('src/queue/process-timers.ts', 'refreshTasksMs')]],
    ['follow-elsewhere.ts', [msIn('src/extras/elsewhere/follow-elsewhere.ts', 'readEveryMs')]],
    ['follow-profiles.ts', [nextProfileLookMs(0), nextProfileLookMs(Number.MAX_SAFE_INTEGER)]],
    [
      'follow-grants.ts',
      [
        msIn('src/use-cases/access/follow-grants.ts', 'eventsEveryMs'),
        nextCheckMs(0),
        nextCheckMs(Number.MAX_SAFE_INTEGER),
      ],
    ],
    [
      'read-held.ts',
      [heldForHome.of.againAfterMs, msIn('src/extras/held/held-on-home.ts', 'freshForMs')],
    ],
    ['read-work.ts', [workForHome.of.againAfterMs]],
  ])('says the ages of %s as its code has them', (file, ages) => {
    const cell = ageOf(file);
    const wrong = ages.map(words).filter((age) => !new RegExp(`(?<![\\d.])${age}`).test(cell));
    expect(cell).not.toBe('');
    expect(wrong).toEqual([]);
  });

  it('says for how long a reading of Home is the same', () => {
    const sameMs = msIn('src/use-cases/home/home-reading.ts', 'sameForMs');
    expect(section).toContain(`within ${words(sameMs)} a reading is the same`);
  });
});
