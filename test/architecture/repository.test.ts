import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowFiles } from '../../oxlint.config.ts';

/** Everything that is in the repository or about to be. */
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((path) => path !== '' && !/\.(?:png|ico)$/.test(path) && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const bot = /^(?:src|sandbox)\/.*\.ts$/;
const code = /^(?:src|sandbox|conformance|test|bench)\/.*\.ts$/;

/** What no linter finds: where, what must not be there, and a text that must be found. */
const rules = [
  {
    rule: 'the domain asks no clock',
    where: /^src\/domain\//,
    never: /\bnew Date\(\)/,
    example: 'const now = new Date();',
  },
  {
    rule: 'the methods of rows are written once: their type is read from what makes them',
    where: /^src\//,
    never: /\binterface \w+Rows\b/,
    example: 'export interface CardRows {',
  },
  {
    rule: 'only record writes to the trail and makes messages',
    where: /^src\/(?!use-cases\/record\/|store\/)/,
    never: /\baudit\.append\(|\bnotices\.insertOnce\(/,
    example: 'await tx.audit.append(entry);',
  },
  {
    rule: 'only record has things rendered again, and a new card the one that it replies to',
    where: /^src\/(?!use-cases\/(?:record\/|card\/request-cards\.ts))/,
    never: /\/refreshes\.ts'/,
    example: "import { syncCards } from './refreshes.ts';",
  },
  {
    rule: 'a doc comment stands over its code, not over another doc comment',
    where: code,
    never: /\*\/[ \t]*\n[ \t]*\/\*\*/,
    example: '/** A sum. */\n/** A product. */',
  },
  {
    rule: 'a comment can be read alone: none begins with “Of”, “The same” or “null where”',
    where: code,
    never: /(?:\/\*\*?\s+(?:\* )?|^(?<!^ *\/\/.*\n) *\/\/ )(?:Of|The same|[nN]ull where)\b/m,
    example: `/${'**'} ${'Of'} a grant. */`,
  },
  {
    rule: 'no code uses a synonym of a word in docs/glossary.md',
    where: /^src\/.*\.ts$/,
    never:
      /\b(?:ActionVerb|ReviewVerb|TaskAct|FormAct|SetUpAct|OwnAction|HolderOffer|ActDetail|LimitedAct)\b|\b(?:interface|type) Verb\b/,
    example: "const kind: FormAct = 'approve';",
  },
  {
    rule: 'tests start the bot with the one builder of worlds',
    where: /^(?:test|bench)\/(?!support\/stand-ins\.ts)/,
    never: /\bstartApp\(/,
    example: `await startApp${'('}options);`,
  },
  {
    rule: 'unit tests open no database and start no bot',
    where: /^test\/unit\//,
    never:
      /support\/(?:bot-world|open-world|stand-ins|use-case-desk|store-fixture|(?:shared-)?database)\.ts'/,
    example: "import { useStore } from '../../support/store-fixture.ts';",
  },
  {
    rule: 'contract tests start no bot',
    where: /^test\/contract\//,
    never: /support\/(?:bot-world|open-world|stand-ins)\.ts'/,
    example: "import { openWorld } from '../../support/open-world.ts';",
  },
  {
    rule: 'the library that asks in a terminal is loaded by npm run setup alone, when it asks',
    where: /^src\/(?!operator\/setup\/clack-prompts\.ts$)/,
    never: /\bfrom '(?:@clack\/|[^']*\/clack-prompts\.ts')/,
    example: "import { clackPrompts } from './clack-prompts.ts';",
  },
  {
    rule: 'no type is forced through unknown',
    where: code,
    never: /\bas unknown as\b/,
    example: `const a = b as ${'unknown'} as C;`,
  },
  {
    rule: 'types say which app, user, task, event, view or request they mean',
    where: code,
    never: /^\s*(?:export )?(?:interface|class|enum|type) (?:App|User|Task|Event|View|Request)\b/m,
    example: `export ${'interface'} App {`,
  },
  {
    rule: 'no file names a folder of somebody’s machine',
    where: /./,
    never: /(?<![\w./@-])\/(?:work|root|farm|home|Users)\/[\w.-]+/,
    example: `cd /${'home'}/ana/bot`,
  },
  {
    rule: 'no file names a package registry',
    where: /./,
    never: /\bregistry\.[a-z0-9-]+\.|\bnpmjs\.(?:org|com)\b|\byarnpkg\.com\b|"resolve[d]":/,
    example: `"${'resolved'}": "https://packages.acme.example/zod.tgz"`,
  },
];

describe('every file', () => {
  it.each(rules)('$rule', ({ where, never, example }) => {
    expect(example).toMatch(never);
    expect(
      files
        .filter(({ path, text }) => where.test(path) && never.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('of more than 300 lines says at its top why it is long', () => {
    const long = files.filter(({ path, text }) => code.test(path) && text.split('\n').length > 301);
    expect(
      long
        .filter(({ text }) => !/\blong because\b/i.test(openingComment(text)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('lies in a folder whose name says what is in it', () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|common|types|shared|misc|lib)\//;
    expect(files.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([]);
  });
});

/** Where a function takes its parameters, over one or more lines. */
const parameters = String.raw`\((?:[^()]|\([^()]*\))*\)`;

it('each method of the rows says what it returns, because their type is read from it', () => {
  const paths = globSync([...rowFiles]);
  const makesRows =
    /^(?:export )?(?:function \w*[rR]ows(?:In|Of\w+)?\(|class \w+Rows extends Rows \{)[\s\S]*?^}/gm;
  // In a function that makes them, and in a class.
  const isUntyped = new RegExp(
    String.raw`^ {4}(?:async )?(?!if|for|while|switch)\w+(?:: (?:async )?)?${parameters} (?:\{$|=>)|^ {2}(?:async |get )?(?!if|for|while|switch)\w+${parameters} \{$`,
    'gm',
  );
  const factories = paths.flatMap((path) => readFileSync(path, 'utf8').match(makesRows) ?? []);
  expect(factories.length).toBeGreaterThan(35);
  expect(factories.flatMap((text) => text.match(isUntyped) ?? [])).toEqual([]);
  expect('    find: async (id: string) =>').toMatch(isUntyped);
  expect('    async find(\n      id: string,\n    ) {').toMatch(isUntyped);
  expect('  async find(\n    id: string,\n  ) {').toMatch(isUntyped);
});

it('of the files with rows only what makes the rows leaves out what it returns', () => {
  const isUntyped = new RegExp(
    String.raw`^export (?:async )?function (?!\w*[rR]ows(?:In)?\()\w+${parameters} \{$`,
    'gm',
  );
  expect('export function first(\n  id: string,\n) {').toMatch(isUntyped);
  const texts = globSync([...rowFiles]).map((path) => readFileSync(path, 'utf8'));
  expect(texts.flatMap((text) => text.match(isUntyped) ?? [])).toEqual([]);
});

it('one file of every room opens with what the room owns and never does', () => {
  const rooms = new Map(
    files.filter(({ path }) => bot.test(path)).flatMap(({ path }) => roomOf(path)),
  );
  for (const { path, text } of files) {
    const room = path.slice(0, path.lastIndexOf('/'));
    const opening = path.endsWith('README.md') ? text : openingComment(text);
    if (rooms.has(room) && /\b(?:never|nothing)\b/i.test(opening)) rooms.set(room, true);
  }
  expect(rooms.size).toBeGreaterThan(8);
  expect([...rooms].filter(([, opens]) => !opens).map(([room]) => room)).toEqual([]);
});

it('the layout in docs/architecture.md names every folder and file right in src, and no other', () => {
  const document = readFileSync('docs/architecture.md', 'utf8');
  const layout = /```\nsrc\/\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const named = [...layout.matchAll(/^ {2}([a-z-]+(?:\/|\.ts))/gm)].map((match) => match[1]);
  const there = new Set(
    files
      .map(({ path }) => /^src\/([^/]+\/?)/.exec(path)?.[1])
      .filter((name) => name !== undefined),
  );
  expect(new Set(named)).toEqual(there);
});

it('where everything has to be green, nothing is left out because this machine lacks it', () => {
  const run = readFileSync('.ci/run', 'utf8');
  expect(run).toContain('npm run check\n');
  expect(run).toMatch(
    /env (?=.*\bCI=1 )(?=.*\bREQUIRE_CHROMIUM=1 )(?=.*\bREQUIRE_PROMTOOL=1 ).*npm test\n/,
  );
});

function openingComment(text: string): string {
  return /^\s*(?:\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n\s*)+)/.exec(text)?.[0] ?? '';
}

function roomOf(path: string): [string, boolean][] {
  const room = /^(?:src\/[^/]+|sandbox\/[^/]+)(?=\/)/.exec(path)?.[0];
  return room === undefined ? [] : [[room, false]];
}
