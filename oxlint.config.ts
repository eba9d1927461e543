import { type DummyRuleMap, defineConfig } from 'oxlint';

/**
 * What each room of `src` may import of the others: the table in docs/architecture.md. `app.ts`
 * puts the rooms together and may import all of them; only `start` may import it.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  'use-cases': ['domain'],
  governance: ['use-cases', 'domain'],
  slack: ['use-cases', 'domain'],
  store: ['use-cases', 'domain'],
  jobs: ['use-cases', 'domain'],
  config: ['domain'],
  operator: ['config', 'governance', 'slack', 'store', 'jobs', 'use-cases', 'domain'],
  start: ['operator', 'config', 'governance', 'slack', 'store', 'jobs', 'use-cases', 'domain'],
};

const rooms = Object.keys(mayImport);
/** By name, because a pattern of the path cannot tell `app.ts` from a file of the same room. */
const rootFiles = '(?:app|main)\\.ts$';

function forbidImports(names: string, message: string) {
  return {
    'no-restricted-imports': ['error', { patterns: [{ regex: `^(?:\\.\\./)+${names}`, message }] }],
  } satisfies DummyRuleMap;
}

function roomOverride(room: string, allowed: readonly string[]) {
  const forbidden = [
    ...rooms.filter((other) => other !== room && !allowed.includes(other)),
    'sandbox',
    'test',
    'conformance',
    'bench',
  ];
  const message = `${room} may import ${['its own files', ...allowed].join(', ')}.`;
  const otherRooms = `(?:${forbidden.join('|')})/`;
  return {
    files: [`src/${room}/**`],
    rules: forbidImports(room === 'start' ? otherRooms : `(?:${otherRooms}|${rootFiles})`, message),
  };
}

/**
 * The domain gets the time, ids and everything else from outside as arguments. `new Date()` is
 * found by test/architecture.
 */
const noInputOrOutput = {
  'import/no-nodejs-modules': 'error',
  'no-restricted-globals': [
    'error',
    'process',
    'fetch',
    'performance',
    'console',
    'crypto',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now' },
    { object: 'Math', property: 'random' },
  ],
} satisfies DummyRuleMap;

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'vitest', 'promise', 'node', 'oxc'],
  categories: { correctness: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: false },
    ],
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'no-empty': 'error',
    eqeqeq: 'error',
    'max-lines': ['error', 400],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'expect.*', 'expect*', 'fc.assert'] },
    ],
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/warn-todo': 'error',
  },
  overrides: [
    {
      files: ['src/**', 'sandbox/**'],
      rules: {
        'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
        'node/no-process-env': 'error',
      },
    },
    {
      files: ['src/**', 'sandbox/**', 'bench/**', 'conformance/**'],
      rules: { 'typescript/explicit-module-boundary-types': 'error' },
    },
    // What they return is what the schemas in them say.
    {
      files: [
        'src/service/client/endpoints.ts',
        'src/governance/wire/{wire-fields,each-item}.ts',
        'src/governance/snapshot/{people-finder,task-reader}.ts',
      ],
      rules: { 'typescript/explicit-module-boundary-types': 'off' },
    },
    // Types, too: somebody who reads one file of a cycle has to read all of them.
    { files: ['src/**'], rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] } },
    { files: ['src/config/**'], rules: { 'node/no-process-env': 'off' } },
    // The PATH of the system, for the programs of PostgreSQL.
    {
      files: ['src/store/embedded-database/system-variables.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['src/domain/**'], rules: noInputOrOutput },
    ...rooms.map((room) => roomOverride(room, mayImport[room] ?? [])),
    {
      files: ['src/*.ts'],
      rules: forbidImports(
        '(?:sandbox|test|conformance|bench)/',
        'Only process.ts loads the sandbox, and dynamically.',
      ),
    },
    // It loads the sandbox where there is nothing to talk to, and imports nothing else of it.
    {
      files: ['src/start/process.ts'],
      rules: forbidImports(
        '(?:(?:test|conformance|bench|sandbox/[a-z]+)/|sandbox/company\\.ts$)',
        'The bot imports no test.',
      ),
    },
    {
      files: ['conformance/**'],
      rules: forbidImports(
        '(?:sandbox|test|bench)/',
        'A tenant is checked with the bot’s own client, and with nothing of its tests.',
      ),
    },
    {
      files: ['sandbox/**'],
      rules: forbidImports(
        '(?:src|test|conformance|bench)/',
        'The sandbox shares nothing with the bot, or they could agree in a mistake.',
      ),
    },
    {
      files: ['sandbox/governance/**'],
      rules: forbidImports(
        '(?:(?:src|test|conformance|bench|workspace)/|sandbox\\.ts$)',
        'The two halves know only the company.',
      ),
    },
    {
      files: ['sandbox/workspace/**'],
      rules: forbidImports(
        '(?:(?:src|test|conformance|bench|governance)/|sandbox\\.ts$)',
        'The two halves know only the company.',
      ),
    },
  ],
});
