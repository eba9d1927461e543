import { dirname, posix } from 'node:path';
import type { CodeFile, Rule } from './tree.ts';

/** The table of rooms: what each may import of `src`, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  'use-cases': ['domain'],
  governance: ['use-cases', 'domain'],
  slack: ['use-cases', 'domain'],
  store: ['use-cases', 'domain'],
  jobs: ['use-cases', 'domain'],
  ops: ['use-cases', 'domain'],
  admin: ['use-cases', 'domain'],
  config: ['domain'],
  // Files right in the sandbox start its two halves, which do not know of each other.
  sandbox: ['sandbox/governance', 'sandbox/workspace', 'sandbox/company.ts'],
  'sandbox/governance': ['sandbox/company.ts'],
  'sandbox/workspace': ['sandbox/company.ts'],
  'sandbox/company.ts': [],
  'main.ts': ['app.ts', 'sandbox-app.ts', 'command-line.ts', 'start-refused.ts', 'config', 'sandbox'],
};

/** They put rooms together, and may import everything. */
const compositionRoots: readonly string[] = ['app.ts', 'sandbox-app.ts', 'command-line.ts', 'start-refused.ts'];

/** Names of what a file imports, types included: `import`, `export ... from`, `import()`, `import.meta.resolve()`, `require()`. */
export function importedNames(file: CodeFile): readonly string[] {
  const patterns = [
    /\bfrom\s*(['"])([^'"\n]+)\1/g,
    /\bimport\s*(['"])([^'"\n]+)\1/g,
    /\b(?:import|require|import\.meta\.resolve|require\.resolve)\s*\(\s*(['"`])([^'"`\n]+)\1/g,
    /\bnew\s+URL\s*\(\s*(['"`])([^'"`\n]+)\1\s*,\s*import\.meta\.url/g,
  ];
  return patterns.flatMap((pattern) => [...file.withStrings.matchAll(pattern)].map((match) => match[2] ?? ''));
}

/** Paths of the repository's own files that a file imports. */
function importedPaths(file: CodeFile): readonly string[] {
  return importedNames(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(dirname(file.path), name));
}

/** The room of a path below `src`: its folder, in the sandbox the half; for a file right below `src`, and for the company, the file. */
export function roomOf(path: string): string {
  const [top = '', first = ''] = path.split('/');
  if (top !== 'sandbox') return first;
  return first.endsWith('.ts') && first !== 'company.ts' ? 'sandbox' : `sandbox/${first}`;
}

export const roomsImportOnlyWhatTheyMay: Rule = (file) => {
  const room = roomOf(file.path);
  if (compositionRoots.includes(room)) return [];
  const allowed = mayImport[room];
  if (allowed === undefined) return [`${file.path} belongs to no room: ${room} is not in the table of rooms`];
  return importedPaths(file)
    .filter((path) => path.startsWith('src/') || path.startsWith('sandbox/'))
    .map(roomOf)
    .filter((other) => other !== room && !allowed.includes(other))
    .map((other) => `${file.path} imports ${other}; ${room} may import ${allowed.join(', ') || 'nothing'}`);
};

export const sandboxHalvesShareOnlyTheCompany: Rule = (file) =>
  roomOf(file.path).startsWith('sandbox') ? roomsImportOnlyWhatTheyMay(file) : [];

export const sourceImportsNoTestOrBench: Rule = (file) =>
  importedPaths(file)
    .filter((path) => path.startsWith('test/') || path.startsWith('bench/'))
    .map((path) => `${file.path} imports ${path}`);

const impure: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\s*\(/, 'Date.now()'],
  [/\bnew\s+Date\s*(?:\(\s*\)|(?!\s*\())/, 'new Date() without an argument'],
  [/(?<!new\s+)(?<![.\w])Date\s*\(/, 'Date()'],
  [/\bMath\.random\b/, 'Math.random'],
  [/\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/, 'randomness'],
  [/\bset(?:Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/, 'a timer'],
  [/\bprocess\s*\./, 'process'],
  [/\bperformance\s*\.\s*now\b/, 'performance.now'],
  [/\bfetch\s*\(/, 'fetch'],
  [/\bconsole\s*\./, 'console'],
];

/** Built-in modules that do nothing but compute. */
const pureBuiltins: ReadonlySet<string> = new Set(['node:util', 'node:assert']);

export const domainIsPure: Rule = (file) => {
  if (roomOf(file.path) !== 'domain') return [];
  const modules = importedNames(file).filter((name) => name.startsWith('node:') && !pureBuiltins.has(name));
  const uses = impure.filter(([pattern]) => pattern.test(file.bare)).map(([, name]) => name);
  return [...modules, ...uses].map((what) => `${file.path} uses ${what}; what it needs has to be an argument`);
};

export const environmentIsReadInConfig: Rule = (file) =>
  roomOf(file.path) !== 'config' && /\bprocess\s*\.\s*env\b|\benv\b[^=;]*=\s*process\b/.test(file.bare)
    ? [`${file.path} reads the environment; only config does`]
    : [];
