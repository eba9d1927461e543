import { type DummyRuleMap, defineConfig } from 'oxlint';

/**
 * What each room of `src` may import of the others: the table in docs/architecture.md. `app.ts`
 * puts the rooms together and may import all of them; only `start` may import it.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  'use-cases': ['domain'],
  service: ['use-cases', 'domain'],
  slack: ['use-cases', 'domain'],
  store: ['use-cases', 'domain'],
  queue: ['use-cases', 'domain'],
  config: ['domain'],
  operator: ['config', 'service', 'slack', 'store', 'queue', 'use-cases', 'domain'],
  extras: ['operator', 'config', 'service', 'slack', 'store', 'queue', 'use-cases', 'domain'],
  start: [
    'extras',
    'operator',
    'config',
    'service',
    'slack',
    'store',
    'queue',
    'use-cases',
    'domain',
  ],
};

/**
 * The subjects of a room in their order: a file imports of its own subject and of those before it.
 * docs/architecture.md shows both lists.
 */
export const subjects: Readonly<Record<string, readonly string[]>> = {
  domain: [
    'result.ts',
    'text',
    'outward',
    'refusals',
    'people',
    'form',
    'settings',
    'catalogue',
    'task',
    'request',
    'due',
    'action',
    'access',
    'profiles',
    'message',
    'telling',
    'record',
  ],
  'use-cases': [
    'trail',
    'ports',
    'record',
    'catalogue',
    'deps.ts',
    'people',
    'card',
    'access',
    'task',
    'request',
    'action',
    'show',
    'form',
    'home',
    'message',
    'due',
  ],
};

const rooms = Object.keys(mayImport);
/** By name, because a pattern of the path cannot tell `app.ts` from a file of the same room. */
const rootFiles = '(?:app|main)\\.ts$';
/** Only extras and what mounts them know the port of the extras. */
const rootFilesOfCore = '(?:app|main|extra)\\.ts$';

/**
 * The files whose `...Rows` functions make the rows of a transaction. These say no return type: it
 * is read from their methods, each of which says its own (test/architecture).
 */
export const rowFiles: readonly string[] = [
  'src/store/transaction.ts',
  'src/store/*/*.ts',
  'src/extras/**/*-{rows,tables}.ts',
  'src/extras/elsewhere/{find-tasks,follow}-elsewhere.ts',
];

interface Forbidden {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

const above = '^(?:\\.\\./)+';

function forbid(patterns: readonly Forbidden[]) {
  return {
    'no-restricted-imports': ['error', { patterns: [...patterns] }],
  } satisfies DummyRuleMap;
}

function forbidImports(names: string, message: string) {
  return forbid([{ regex: above + names, message }]);
}

function otherRooms(room: string, allowed = mayImport[room] ?? []): Forbidden {
  const forbidden = [
    ...rooms.filter((other) => other !== room && !allowed.includes(other)),
    'sandbox',
    'test',
    'conformance',
    'bench',
  ];
  const folders = `(?:${forbidden.join('|')})/`;
  const files = room === 'extras' ? rootFiles : rootFilesOfCore;
  return {
    regex: above + (room === 'start' ? folders : `(?:${folders}|${files})`),
    message: `${room} may import ${['its own files', ...allowed].join(', ')}.`,
  };
}

function roomOverride(room: string) {
  return { files: [`src/${room}/**`], rules: forbid([otherRooms(room)]) };
}

function laterSubjects(room: string, subject: string): Forbidden {
  const order = subjects[room] ?? [];
  const later = order
    .slice(order.indexOf(subject) + 1)
    .map((name) => (name.endsWith('.ts') ? name : `${name}/`));
  const pattern = `(?:${later.join('|').replaceAll('.', '\\.')})`;
  return {
    regex: `${subject.endsWith('.ts') ? '^\\./' : above}${pattern}`,
    message: `${subject} comes before this in the order of the subjects of ${room}.`,
  };
}

/** After those of the rooms, whose rule they repeat: the last rule for a file replaces the others. */
function subjectOverrides(room: string) {
  return (subjects[room] ?? []).slice(0, -1).map((subject) => ({
    files: [`src/${room}/${subject}${subject.endsWith('.ts') ? '' : '/**'}`],
    rules: forbid([otherRooms(room), laterSubjects(room, subject)]),
  }));
}

/** The use cases know the rows by the types of the store, which this file passes on. */
function storePorts() {
  const message = 'The use cases know the types of the store, and nothing else of it.';
  return {
    files: ['src/use-cases/ports/store-ports.ts'],
    rules: forbid([
      otherRooms('use-cases', ['domain', 'store']),
      laterSubjects('use-cases', 'ports'),
      { regex: `${above}store/`, message, allowTypeImports: true },
    ]),
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
    'max-lines': ['error', 500],
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
    { files: [...rowFiles], rules: { 'typescript/explicit-module-boundary-types': 'off' } },
    // What they return is what the schemas in them say.
    {
      files: [
        'src/service/client/endpoints.ts',
        'src/service/client/wire/{wire-fields,each-item}.ts',
        'src/service/read/people/people-finder.ts',
        'src/service/read/task/task-reader.ts',
      ],
      rules: { 'typescript/explicit-module-boundary-types': 'off' },
    },
    // Types, too: somebody who reads one file of a cycle has to read all of them.
    {
      files: ['src/**', 'sandbox/**'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    { files: ['src/config/**'], rules: { 'node/no-process-env': 'off' } },
    // The PATH of the system, for the programs of PostgreSQL.
    {
      files: ['src/extras/embedded-database/server/system-variables.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['src/domain/**', 'src/extras/*/rules/**'], rules: noInputOrOutput },
    ...rooms.map(roomOverride),
    ...Object.keys(subjects).flatMap(subjectOverrides),
    storePorts(),
    ...['^\\.\\./[a-z]', '^\\.\\./\\.\\./[a-z]'].map((regex, depth) => ({
      files: [`src/extras/*/${'*/'.repeat(depth)}*`],
      rules: forbid([otherRooms('extras'), { regex, message: 'An extra imports no other extra.' }]),
    })),
    {
      files: ['src/*.ts'],
      rules: forbid([
        {
          regex: '^\\.\\./(?:sandbox|test|conformance|bench)/',
          message: 'Only process.ts loads the sandbox, and dynamically.',
        },
        { regex: '^\\./extras/', message: 'app.ts is given its extras.' },
      ]),
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
