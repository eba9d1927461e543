import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { subjects } from '../../oxlint.config.ts';

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

it('no more files of the core than these ask whether a step is decided here', () => {
  const asking = folders
    .map(({ folder, name }) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !/\/(extras|webhooks)\//.test(path))
    .filter((path) => /from '[^']*\/webhooks\//.test(readFileSync(path, 'utf8')));
  expect(asking.toSorted()).toEqual([
    'src/domain/action/action-form.ts',
    'src/domain/action/authorization.ts',
    'src/slack/action/forms/open-action-form.ts',
    'src/slack/message/notice-posts.ts',
    'src/store/store.ts',
    'src/use-cases/action/accept-action.ts',
    'src/use-cases/action/check-right.ts',
    'src/use-cases/action/kinds/act-on-task.ts',
    'src/use-cases/action/kinds/decide.ts',
    'src/use-cases/action/kinds/withdraw.ts',
    'src/use-cases/card/card-model.ts',
    'src/use-cases/card/several-page.ts',
    'src/use-cases/ports/rows/delivery-rows.ts',
    'src/use-cases/task/record-reading.ts',
  ]);
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

function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : 0;
}
