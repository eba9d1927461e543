import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const withFindings = (error: unknown) => z.object({ stdout: z.string() }).parse(error);
const folder = mkdtempSync(join(tmpdir(), 'linter-'));
afterAll(() => rm(folder, { recursive: true }));

/** Each breaks the rule once. The linter runs on them with the repository's own configuration. */
const broken = [
  ['src/domain/a.ts', "import '../use-cases/ports.ts';", 'no-restricted-imports'],
  [
    'src/domain/b.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('a');",
    'no-nodejs-modules',
  ],
  ['src/domain/c.ts', 'export const now = Date.now();', 'no-restricted-properties'],
  ['src/domain/d.ts', 'export const id = crypto.randomUUID();', 'no-restricted-globals'],
  [
    'src/use-cases/a.ts',
    "import type { Store } from '../store/store.ts';\nexport type A = Store;",
    'no-restricted-imports',
  ],
  [
    'src/service/a.ts',
    "export { post } from '../slack/chat.ts';\nexport const a = 1;",
    'no-restricted-imports',
  ],
  ['src/slack/action/a.ts', "await import('../../store/store.ts');", 'no-restricted-imports'],
  ['src/store/a.ts', "import '../app.ts';", 'no-restricted-imports'],
  ['src/slack/a.ts', "import '../queue/process-timers.ts';", 'no-restricted-imports'],
  ['src/operator/a.ts', "import '../app.ts';", 'no-restricted-imports'],
  ['src/operator/doctor/a.ts', "import '../../start/process.ts';", 'no-restricted-imports'],
  ['src/queue/a.ts', "import '../../test/support/database.ts';", 'no-restricted-imports'],
  ['src/operator/health/a.ts', 'export const port = process.env.PORT;', 'no-process-env'],
  ['src/store/c.ts', "import '../operator/doctor/check.ts';", 'no-restricted-imports'],
  ['src/use-cases/card/a.ts', "import '../task/record-reading.ts';", 'no-restricted-imports'],
  ['src/use-cases/card/b.ts', "import '../../store/store.ts';", 'no-restricted-imports'],
  [
    'src/use-cases/ports/store-ports.ts',
    "import { rowsIn } from '../../store/transaction.ts';\nexport const a = rowsIn;",
    'no-restricted-imports',
  ],
  ['src/domain/task/a.ts', "import '../action/review.ts';", 'no-restricted-imports'],
  ['src/domain/result.ts', "import './text/language.ts';", 'no-restricted-imports'],
  ['src/store/d.ts', "import '../extras/report/report-page.ts';", 'no-restricted-imports'],
  ['src/extras/report/a.ts', "import '../worklist/work-tables.ts';", 'no-restricted-imports'],
  ['src/extras/webhooks/answerers/a.ts', "import '../../report/b.ts';", 'no-restricted-imports'],
  ['src/extras/report/c.ts', "import '../../start/process.ts';", 'no-restricted-imports'],
  ['src/extras/report/d.ts', "import '../../app.ts';", 'no-restricted-imports'],
  ['src/operator/audit/a.ts', "import '../../extras/report/b.ts';", 'no-restricted-imports'],
  ['src/extra.ts', "import './extras/mounted.ts';", 'no-restricted-imports'],
  ['src/queue/e.ts', "import '../extra.ts';", 'no-restricted-imports'],
  ['src/app.ts', "import './extras/mounted.ts';", 'no-restricted-imports'],
  ['src/config/a.ts', "import '../use-cases/ports.ts';", 'no-restricted-imports'],
  ['src/app.ts', "import '../sandbox/sandbox.ts';", 'no-restricted-imports'],
  ['src/start/process.ts', "import '../../sandbox/company.ts';", 'no-restricted-imports'],
  ['conformance/a.ts', "import '../test/support/database.ts';", 'no-restricted-imports'],
  ['conformance/b.ts', "import '../sandbox/company.ts';", 'no-restricted-imports'],
  ['src/app.ts', "import '../conformance/interface.ts';", 'no-restricted-imports'],
  ['sandbox/sandbox.ts', "import '../src/slack/chat.ts';", 'no-restricted-imports'],
  ['sandbox/governance/a.ts', "import '../workspace/workspace.ts';", 'no-restricted-imports'],
  ['sandbox/workspace/page/a.ts', "import '../../governance/errors.ts';", 'no-restricted-imports'],
  [
    'src/use-cases/b.ts',
    `export function long() {\n${'  globalThis.a();\n'.repeat(90)}}`,
    'max-lines-per-function',
  ],
  ['src/use-cases/c.ts', 'globalThis.a();\n'.repeat(531), 'max-lines'],
  ['src/slack/b.ts', 'export const a = () => globalThis;', 'explicit-module-boundary-types'],
  ['src/use-cases/camelCase.ts', 'export const a = 1;', 'filename-case'],
  ['src/use-cases/d.ts', "export * from './b.ts';", 'no-barrel-file'],
  ['src/use-cases/e.ts', "import type { F } from './f.ts';\nexport type E = F;", 'no-cycle'],
  ['src/use-cases/f.ts', "import type { E } from './e.ts';\nexport type F = E[];", 'no-cycle'],
  ['sandbox/e.ts', "import type { F } from './f.ts';\nexport type E = F;", 'no-cycle'],
  ['sandbox/f.ts', "import type { E } from './e.ts';\nexport type F = E[];", 'no-cycle'],
] as const;

const fine = [
  ['src/app.ts', "import './store/store.ts';"],
  ['src/start/process.ts', "import '../app.ts';\nawait import('../../sandbox/sandbox.ts');"],
  ['src/operator/doctor/b.ts', "import '../../store/store.ts';\nimport '../command.ts';"],
  ['src/slack/action/b.ts', "import '../../use-cases/ports.ts';\nimport '../chat.ts';"],
  ['src/use-cases/task/b.ts', "import '../card/card-model.ts';"],
  [
    'src/use-cases/ports/store-ports.ts',
    "import type { OpenTransaction as Rows } from '../../store/transaction.ts';\nexport type A = Rows;",
  ],
  ['src/extras/report/b.ts', "import '../../store/store.ts';"],
  [
    'src/extras/webhooks/answerers/b.ts',
    "import '../delivery-tables.ts';\nimport '../../../extra.ts';",
  ],
  ['src/config/b.ts', 'export const port = process.env.PORT;'],
  ['sandbox/workspace/b.ts', "import '../company.ts';"],
] as const;

const report = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

/**
 * The linter with the repository's configuration, on these files alone: path and rule of everything
 * it finds.
 */
async function lint(
  name: string,
  files: readonly (readonly [path: string, text: string, ...unknown[]])[],
) {
  const cwd = join(folder, name);
  for (const [path, text] of files) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), `${text}\n`);
  }
  const configuration = pathToFileURL(resolve('oxlint.config.ts')).href;
  await writeFile(join(cwd, 'oxlint.config.ts'), `export { default } from '${configuration}';\n`);
  const { stdout } = await run(resolve('node_modules/.bin/oxlint'), ['--format=json', '.'], {
    cwd,
  }).catch(withFindings);
  return report
    .parse(JSON.parse(stdout))
    .diagnostics.map((one) => `${one.filename}: ${one.code.replace(/.*\(|\)/g, '')}`);
}

it('the linter finds every rule of the house broken', async () => {
  const found = await lint('broken', broken);
  expect(
    broken.map(([path, , rule]) => `${path}: ${rule}`).filter((one) => !found.includes(one)),
  ).toEqual([]);
});

it('the linter lets through what the table of rooms allows', async () => {
  expect(await lint('fine', fine)).toEqual([]);
});
