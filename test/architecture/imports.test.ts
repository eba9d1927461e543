import { describe, expect, it } from 'vitest';
import {
  domainIsPure,
  environmentIsReadInConfig,
  importedNames,
  roomsImportOnlyWhatTheyMay,
  sandboxHalvesShareOnlyTheCompany,
  sourceImportsNoTestOrBench,
} from './import-rules.ts';
import { codeFile, codeFilesIn } from './tree.ts';

const source = [...codeFilesIn('src'), ...codeFilesIn('sandbox')];
const importing = (name: string) => `import { x } from '${name}';\n`;

const rules = [
  {
    sentence: 'rooms import only what the table of rooms allows',
    rule: roomsImportOnlyWhatTheyMay,
    broken: [
      ['src/domain/review.ts', importing('../use-cases/ports.ts')],
      ['src/use-cases/review-task.ts', "import type { Store } from '../store/store.ts';"],
      ['src/governance/client.ts', importing('../slack/notifier.ts')],
      ['src/slack/listeners/actions/approve.ts', "const store = await import('../../../store/store.ts');"],
      ['src/store/store.ts', "export { x } from '../config/environment.ts';"],
      ['src/jobs/queue.ts', "import '../store/database.ts';"],
      ['src/ops/health.ts', importing('../app.ts')],
      ['src/admin/owners.ts', "import {\n  x,\n} from\n  '../governance/owners.ts';"],
      ['src/config/environment.ts', importing('../use-cases/ports.ts')],
      ['src/main.ts', importing('./slack/notifier.ts')],
      ['sandbox/workspace/server.ts', importing('../../slack/notifier.ts')],
      ['sandbox/company.ts', importing('./governance/seed.ts')],
      ['sandbox/sandbox.ts', importing('../slack/notifier.ts')],
      ['sandbox/workspace/server.ts', importing('../sandbox.ts')],
      ['src/extra/thing.ts', ''],
      ['src/thing.ts', ''],
    ],
    fine: [
      ['src/domain/review.ts', importing('./result.ts')],
      ['src/slack/listeners/actions/approve.ts', importing('../../../use-cases/review-task.ts')],
      ['src/store/store.ts', `// from '../slack/notifier.ts'\n${importing('../domain/result.ts')}`],
      ['src/jobs/queue.ts', importing('pg-boss')],
      ['src/config/environment.ts', importing('../domain/result.ts')],
      ['src/app.ts', importing('./ops/health.ts') + importing('./store/store.ts')],
      ['sandbox/sandbox.ts', importing('./workspace/server.ts') + importing('./governance/server.ts')],
      ['src/main.ts', importing('./app.ts') + importing('./config/environment.ts')],
    ],
  },
  {
    sentence: 'the two halves of the sandbox share nothing but the company',
    rule: sandboxHalvesShareOnlyTheCompany,
    broken: [
      ['sandbox/governance/seed.ts', importing('../workspace/seed.ts')],
      ['sandbox/workspace/page/page.ts', importing('../../governance/errors.ts')],
    ],
    fine: [
      ['sandbox/governance/seed.ts', importing('../company.ts')],
      ['sandbox/workspace/page/page.ts', importing('../../company.ts') + importing('../client.ts')],
    ],
  },
  {
    sentence: 'no source imports a test or a benchmark',
    rule: sourceImportsNoTestOrBench,
    broken: [
      ['src/app.ts', importing('../test/support/database.ts')],
      ['src/ops/health.ts', importing('../../bench/load.ts')],
    ],
    fine: [['src/app.ts', importing('./test-drive.ts')]],
  },
  {
    sentence: 'the domain does no I/O, reads no clock and draws no random number',
    rule: domainIsPure,
    broken: [
      ['src/domain/a.ts', importing('node:fs/promises')],
      ['src/domain/a.ts', importing('node:net')],
      ['src/domain/a.ts', importing('node:http')],
      ['src/domain/a.ts', 'const now = Date.now();'],
      ['src/domain/a.ts', 'const now = new Date();'],
      ['src/domain/a.ts', 'const now = new Date;'],
      ['src/domain/a.ts', 'const now = Date();'],
      ['src/domain/a.ts', 'const x = Math.random();'],
      ['src/domain/a.ts', 'const id = crypto.randomUUID();'],
      ['src/domain/a.ts', 'setTimeout(run, 10);'],
      ['src/domain/a.ts', `const text = \`\${process.env['A']}\`;`],
      ['src/domain/a.ts', "const answer = await fetch('https://acme.example');"],
    ],
    fine: [
      ['src/domain/a.ts', '// not Date.now()\nconst then = new Date(0);\nconst text = "Math.random()";'],
      ['src/domain/a.ts', 'function end(now: Date): Date { return new Date(now.getTime() + 1); }'],
      ['src/jobs/a.ts', 'const now = Date.now();'],
    ],
  },
  {
    sentence: 'only config reads the environment',
    rule: environmentIsReadInConfig,
    broken: [
      ['src/main.ts', 'const port = process.env.PORT;'],
      ['src/ops/doctor.ts', 'const { env } = process;'],
      ['sandbox/governance/main.ts', "const port = process.env['PORT'];"],
    ],
    fine: [
      ['src/config/environment.ts', 'return process.env;'],
      ['src/ops/doctor.ts', '// process.env is for config\nprocess.exitCode = 1;'],
    ],
  },
] as const;

describe('between the rooms', () => {
  it.each(rules)('$sentence', ({ rule }) => {
    expect(source.flatMap(rule)).toEqual([]);
  });

  it.each(rules)('goes red when this breaks: $sentence', ({ rule, broken, fine }) => {
    const noticed = ([path, text]: readonly [string, string]) => rule(codeFile(path, text)).length > 0;
    expect(broken.filter((file) => !noticed(file))).toEqual([]);
    expect(fine.filter(noticed)).toEqual([]);
  });

  it('the source is found', () => {
    expect(source.length).toBeGreaterThan(10);
  });
});

it('every way to import is seen, and none in a comment', () => {
  const text = `
    import a from 'a';
    import type { B } from "b";
    import {
      c,
    } from 'c';
    import 'd';
    export * from 'e';
    const f = await import('f');
    const g = require('g');
    const h = import.meta.resolve('h');
    const i = new URL('i', import.meta.url);
    // import x from 'no';
    /* import x from 'no'; */
    const url = 'https://acme.example'; import j from 'j';
  `;
  expect([...importedNames(codeFile('src/app.ts', text))].sort()).toEqual('abcdefghij'.split(''));
});
