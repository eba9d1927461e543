import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** `npm test`, with an npm and a vitest that print a line and end like this. */
function runWith(exits: { readonly npm: number; readonly vitest: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'checks-and-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, exit] of Object.entries(exits)) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\necho "${name} $TESTS $*"\nexit ${exit}\n`);
    chmodSync(path, 0o755);
  }
  const env = { PATH: `${folder}:${process.env.PATH}`, TESTS: '' };
  const words = ['.ci/checks-and-tests', 'a.test.ts'];
  const { status, stdout } = spawnSync('bash', words, { encoding: 'utf8', env });
  return { status, lines: stdout.split('\n').filter((line) => line !== '') };
}

it('npm test runs the fast checks and the quick tests, and prints the one after the other', () => {
  expect(runWith({ npm: 0, vitest: 0 })).toEqual({
    status: 0,
    lines: [
      'vitest quick run a.test.ts',
      '== npm run check:fast',
      'npm  run check:fast',
      '== Checks: green. Tests: green.',
    ],
  });
});

it.each([
  [{ npm: 2, vitest: 0 }, '== Checks: failed, with 2. Tests: green.'],
  [{ npm: 0, vitest: 3 }, '== Checks: green. Tests: failed, with 3.'],
  [{ npm: 1, vitest: 1 }, '== Checks: failed, with 1. Tests: failed, with 1.'],
])('npm test fails, and says what failed, with %j', (exits, says) => {
  const { status, lines } = runWith(exits);
  expect([status, lines.at(-1)]).toEqual([1, says]);
});
