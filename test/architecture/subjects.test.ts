import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { subjects } from '../../oxlint.config.ts';
import { facts } from '../../src/domain/record/facts.ts';

const folders = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => ({ folder: parentPath, name }));

describe('the subjects', () => {
  it.each(Object.keys(subjects))('of %s are its folders and files, each once', (room) => {
    const names = readdirSync(`src/${room}`).filter((name) => name !== 'README.md');
    expect([...(subjects[room] ?? [])].toSorted()).toEqual(names.toSorted());
  });

  it.each(Object.keys(subjects))('of %s stand in their order in docs/architecture.md', (room) => {
    const page = readFileSync('docs/architecture.md', 'utf8').split('## The subjects')[1] ?? '';
    const [, after = ''] = page.split(`\n- \`${room}\`: `);
    const [list = ''] = after.split(/\n(?! )/);
    const names = [...list.matchAll(/`([a-z.-]+)`/g)].map(([, name]) => name);
    expect(names).toEqual(subjects[room]);
  });
});

it('nothing outside of the extra webhooks is of webhooks: the core asks through its port', () => {
  const ofCore = folders.filter(({ folder }) => !folder.startsWith('src/extras'));
  const paths = ofCore.map(({ folder, name }) => `${folder}/${name}`);
  expect(paths).toContain('src/use-cases/ports/delivered-steps.ts');
  expect(paths.filter((path) => path.includes('/webhooks/'))).toEqual([]);
  const importing = paths
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => /from '[^']*\/webhooks\//.test(readFileSync(path, 'utf8')));
  expect(importing).toEqual([]);
});

it('what every subject of slack needs knows none of them', () => {
  const platform = globSync('src/slack/platform/*.ts');
  expect(platform.length).toBeGreaterThan(5);
  const knowing = platform.filter((path) => /from '\.\.\/[a-z]/.test(readFileSync(path, 'utf8')));
  expect(knowing).toEqual([]);
});

it('a folder of src has at most 12 files of code', () => {
  const counts = Map.groupBy(
    folders.filter(({ name }) => name.endsWith('.ts')),
    ({ folder }) => folder,
  );
  const full = [...counts].filter(([, files]) => files.length > 12).map(([folder]) => folder);
  expect(counts.size).toBeGreaterThan(60);
  expect(full).toEqual([]);
});

it('every folder of src with code in it has a README of at most ten lines', () => {
  const coded = new Set(
    folders.filter(({ name }) => name.endsWith('.ts')).map(({ folder }) => folder),
  );
  const lines = [...coded]
    .filter((folder) => folder !== 'src')
    .map((folder) => [folder, linesOf(`${folder}/README.md`)] as const);
  expect(lines.filter(([, count]) => count === 0 || count > 10)).toEqual([]);
});

/** What the line of a folder's README that begins so names in code spans. */
function namedIn(folder: string, beginning: string): string[] {
  const path = `${folder}/README.md`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [line = ''] = (text.split(`\n${beginning}: `)[1] ?? '').split('\n\n');
  return [...line.matchAll(/`([\w.${}-]+)`/g)].map(([, name = '']) => name);
}

const codeFolders = [...new Set(folders.map(({ folder }) => folder))].toSorted();

describe('the README of a folder', () => {
  const kinds = Object.keys(facts);
  /** Whether this is the kind of a fact, or a template such as `task.${change}` that makes kinds. */
  const isKind = (name: string): boolean => kinds.some((kind) => patternOf(name).test(kind));

  const recordedIn = (folder: string): readonly string[] => {
    const texts = folders
      .filter((file) => file.folder === folder && file.name.endsWith('.ts'))
      .map(({ name }) => readFileSync(`${folder}/${name}`, 'utf8'));
    const isRecording = texts.some((text) => /\brecord\(\s*tx\b/.test(text));
    const names = (isRecording ? texts : [])
      .flatMap((text) => [...text.matchAll(/'([a-z-]+(?:\.[\w.-]+)?)'|`([\w.${}-]+)`/g)])
      .map(([, kind, template = '']) => kind ?? template);
    return [...new Set(names)].filter(isKind).toSorted();
  };
  const recording = codeFolders
    .filter((folder) => !folder.startsWith('src/domain'))
    .map((folder) => ({ folder, facts: recordedIn(folder) }));

  it('names the facts that are recorded in it', () => {
    expect(recording.map(({ folder }) => ({ folder, facts: namedIn(folder, 'Facts') }))).toEqual(
      recording,
    );
  });

  it('leaves out no kind of fact', () => {
    const patterns = recording.flatMap(({ facts }) => facts).map(patternOf);
    expect(kinds.length).toBeGreaterThan(50);
    expect(kinds.filter((kind) => !patterns.some((pattern) => pattern.test(kind)))).toEqual([]);
  });
});

/** Matches the kind of this name, or each that a template with one variable makes. */
function patternOf(name: string): RegExp {
  const parts = name.split(/\$\{\w+\}/).map((part) => part.replaceAll('.', '\\.'));
  // A template without a word of its own would match every kind.
  return name.includes('.') || parts.length === 1
    ? new RegExp(`^${parts.join('[a-z-]+')}$`)
    : /^(?!)/;
}

it('each table is named by the README of one folder', () => {
  const declaration = /^export (?:interface|type) \w*Tables (?:= )?\{\n(.*?)\n\}/gms;
  const names = folders
    .filter(({ name }) => name.endsWith('tables.ts'))
    .flatMap(({ folder, name }) => [
      ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(declaration),
    ])
    .flatMap(([, tables = '']) => [...tables.matchAll(/^ {2}(\w+): /gm)])
    .map(([, name = '']) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(names).toContain('requests');
  expect(names).toContain('work_readings');
  expect(codeFolders.flatMap((folder) => namedIn(folder, 'Tables')).toSorted()).toEqual(
    // `audit_sealing` is locked in SQL alone; `subject_facts` is a view.
    [...names.filter((name) => name !== 'subject_facts'), 'audit_sealing'].toSorted(),
  );
});

function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : 0;
}
