import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { accessShape } from '../../src/config/access-schema.ts';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFile(new URL(path, root), 'utf8');

/** Cells of the first column of the tables in a part of the page; each may name several. */
function firstCells(page: string): readonly string[] {
  const rows = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map((match) => match[1] ?? '');
  return rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
}

test('every variable of the environment is documented, and named by npm start -- --help', async () => {
  const [variables = ''] = (await textOf('docs/configuration.md')).split('## access.yaml');
  const documented = firstCells(variables);
  const files = ['src/config/environment.ts', 'src/config/webhook-environment.ts'];
  const source = (await Promise.all(files.map(textOf))).join('\n');
  const read = [...source.matchAll(/^ +([A-Z][A-Z_]+): /gm)];
  const known = new Set([...read.map((match) => match[1] ?? ''), 'NODE_ENV', 'ACCESS_CONFIG']);
  expect([...known].toSorted()).toEqual(documented.toSorted());
  const usage = await textOf('src/start/process.ts');
  expect(documented.filter((name) => !usage.includes(name))).toEqual([]);
});

/** A JSON Schema, as far as it says which keys there are. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** `reminders.emergency.after`, `apps[].fields[].id`: every key that holds no other one. */
function keysOf(schema: Schema, before = ''): readonly string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    keysOf(one, before),
  );
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    keysOf(one, before === '' ? name : `${before}.${name}`),
  );
  const items = schema.items === undefined ? [] : keysOf(schema.items, `${before}[]`);
  const all = [...inner, ...members, ...items];
  return all.length > 0 ? all : [before.replace(/\[\]$/, '')];
}

test('every key of access.yaml is documented, and no other one', async () => {
  const [, keys = ''] = (await textOf('docs/configuration.md')).split('## access.yaml');
  const [table = ''] = keys.split('## Which operations');
  let parent = '';
  const documented = firstCells(table).map((name) => {
    if (!name.startsWith('.')) parent = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    return name.startsWith('.') ? `${parent}${name}` : name;
  });
  const schema: Schema = JSON.parse(
    JSON.stringify(z.toJSONSchema(accessShape, { io: 'input', unrepresentable: 'any' })),
  );
  const isInside = (key: string, row: string) =>
    key.startsWith(`${row}.`) || key.startsWith(`${row}[]`);
  const all = [...new Set(keysOf(schema))];
  // What may be null stands there once without its keys.
  const there = all.filter((key) => !all.some((other) => isInside(other, key)));
  // A row may tell of all that is inside, like `escalation[].to`.
  const isWithin = (key: string, row: string) =>
    key === row || `${key}[]` === row || isInside(key, row);
  expect(there.filter((key) => !documented.some((row) => isWithin(key, row)))).toEqual([]);
  expect(documented.filter((row) => !there.some((key) => isWithin(key, row)))).toEqual([]);
});
