import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const extras = readdirSync('src/extras', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Parts of tests that have an extra in them; to verify a trail is a tool of tests as well. */
const ofExtras =
  /\/src\/extras\/(?!sealed-trail\/verify-audit-chain)|\/support\/(?:delivering|extras-at-desk|fake-catalogs|fake-reviewer-lists|removals)\.ts'/;

function withExtras(pattern: string): readonly string[] {
  return globSync(pattern)
    .filter((path) => !extras.some((name) => path.includes(`/${name}/`)))
    .filter((path) => ofExtras.test(readFileSync(path, 'utf8')))
    .toSorted();
}

it('a use case is tested with the core alone, unless its test mounts an extra', () => {
  expect(withExtras('test/support/{fake*,use-case-desk}.ts')).toEqual([
    'test/support/fake-catalogs.ts',
    'test/support/fake-reviewer-lists.ts',
  ]);
});

// The list is exact: what is tested with an extra stands in the folder of that extra.
it('the tests of the core need no extra but these', () => {
  expect(withExtras('test/{unit,contract}/**/*.test.ts')).toEqual([
    // Cards and messages of a removal or a delivered step, which the core renders.
    'test/contract/access/removed-access.test.ts',
    'test/contract/access/taken-away-on-the-command-line.test.ts',
    // Every table that may name a person.
    'test/contract/people/forget-person.test.ts',
    'test/contract/queue/job-queue-leftovers.test.ts',
    // Who follows a request made elsewhere is kept.
    'test/contract/record/prune-people.test.ts',
    // The lock of the data folder, and the server in it.
    'test/contract/store/data-folder.test.ts',
    'test/contract/store/embedded-server.test.ts',
    'test/contract/store/rows-of-extra.test.ts',
    // What each extra leaves behind where it is not mounted.
    'test/contract/store/unmounted-extras.test.ts',
    'test/contract/task/watched-tasks.test.ts',
    // All parts of a Home together keep to Slack's limits.
    'test/unit/home/slack-home.test.ts',
    // Names that are stored or posted, of every part.
    'test/unit/record/stored-names.test.ts',
  ]);
});

it('rows of an extra are removed by what it mounts', () => {
  const tables = globSync('src/extras/**/*tables.ts').flatMap((path) => {
    const [, name] = /export const (\w+): PruneExtra/.exec(readFileSync(path, 'utf8')) ?? [];
    return name === undefined ? [] : [[path, name] as const];
  });
  expect(tables.length).toBeGreaterThan(2);
  for (const [path, name] of tables) {
    const [extra] = /^src\/extras\/[^/]+/.exec(path) ?? [];
    const mounts = readFileSync(`${extra}/index.ts`, 'utf8');
    // An extra with several tables mounts one function that calls theirs.
    expect(mounts).toMatch(new RegExp(`prune: ${name},|await ${name}\\(`));
    expect(mounts).toContain('prune: prune');
  }
});
