import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { accessShape } from '../../src/config/access-schema.ts';
import {
  accessConfigPath,
  readBotEnvironment,
  type Variables,
} from '../../src/config/environment.ts';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFile(new URL(path, root), 'utf8');

/** A setting of a table, and what its row says that it is where nobody writes it. */
interface Row {
  readonly name: string;
  /** As YAML; null where words tell it, or nothing does. */
  readonly value: string | null;
  readonly words: string;
}

/** Rows may name several settings, with their defaults in the same order; one default is for all. */
function rowsOf(page: string): readonly Row[] {
  return [...page.matchAll(/^\| (`[^|]+) \|.*\| ?([^|]*) \|$/gm)].flatMap(
    ([, first = '', last = '']) => {
      const names = [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const defaults = [...last.matchAll(/(?:`[^`]*`|[^`,;:])+/g)].map(([text]) => text.trim());
      const parent = (names[0] ?? '').replace(/[^.]*$/, '');
      return names.map((name, place) => {
        const words = defaults[defaults.length < names.length ? 0 : place] ?? '';
        const [, value = null] = /^`([^`{]*)`$/.exec(words) ?? [];
        return { name: name.startsWith('.') ? parent + name.slice(1) : name, value, words };
      });
    },
  );
}

test('every variable of the environment is documented, and named by npm start -- --help', async () => {
  const [variables = ''] = (await textOf('docs/configuration.md')).split('## access.yaml');
  const documented = rowsOf(variables).map(({ name }) => name);
  const files = ['src/config/environment.ts', 'src/config/webhook-environment.ts'];
  const source = (await Promise.all(files.map(textOf))).join('\n');
  const read = [...source.matchAll(/^ +([A-Z][A-Z_]+): /gm)];
  const known = new Set([...read.map((match) => match[1] ?? ''), 'NODE_ENV', 'ACCESS_CONFIG']);
  expect([...known].toSorted()).toEqual(documented.toSorted());
  const usage = await textOf('src/start/process.ts');
  expect(documented.filter((name) => !usage.includes(name))).toEqual([]);
});

test('a variable that is not set is what its row says', async () => {
  const [variables = ''] = (await textOf('docs/configuration.md')).split('## access.yaml');
  const least = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_SIGNING_SECRET: 'secret',
    GOVERNANCE_BASE_URL: 'https://acme.example',
    GOVERNANCE_CLIENT_ID: 'id',
    GOVERNANCE_CLIENT_SECRET: 'secret',
  };
  const read = (env: Variables) => [readBotEnvironment(env), accessConfigPath(env)];
  expect(readBotEnvironment(least)).toMatchObject({ ok: true });
  const valued = rowsOf(variables).filter(({ value }) => value !== null);
  expect(valued.length).toBeGreaterThan(8);
  const others = valued.filter(
    ({ name, value }) => !isDeepStrictEqual(read({ ...least, [name]: value ?? '' }), read(least)),
  );
  expect(others).toEqual([]);
});

async function rowsOfAccessFile(): Promise<readonly Row[]> {
  const [, keys = ''] = (await textOf('docs/configuration.md')).split('## access.yaml');
  const [table = ''] = keys.split('## Which operations');
  return rowsOf(table);
}

/** An `access.yaml` that has every group and list, so that each setting has a place in it. */
const leastFile = `
apps: [{ id: app-github, fields: [{ id: ticket, label: Ticket, type: text }] }]
escalation: [{ after: 1h, to: { owners: true } }]
`;

/** The settings, with one of them written as the page says that it is anyway. */
function readWith({ name, value }: Row): unknown {
  const file = parseDocument(leastFile);
  const path = name
    .split('.')
    .flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), 0] : [part]));
  file.setIn(path, parseDocument(value ?? '').contents);
  return accessShape.parse(file.toJS());
}

/** The type of a setting. */
function typeOf(type: unknown, [name, ...inside]: readonly string[]): unknown {
  if (type instanceof z.ZodPipe) {
    const path = [name ?? '', ...inside].filter((one) => one !== '');
    if (path.length === 0) return type;
    return typeOf(type.in, path) ?? typeOf(type.out, path);
  }
  if (name === undefined) return type;
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable)
    return typeOf(type.unwrap(), [name, ...inside]);
  if (type instanceof z.ZodArray) return typeOf(type.element, [name, ...inside]);
  return type instanceof z.ZodObject ? typeOf(type.shape[name], inside) : undefined;
}

function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !value;
  return Object.values(value).every(isNothing);
}

test('a key of access.yaml that nobody writes is what its row says', async () => {
  const rows = await rowsOfAccessFile();
  const unwritten = accessShape.parse(parseDocument(leastFile).toJS());
  const valued = rows.filter(({ value }) => value !== null);
  expect(valued.length).toBeGreaterThan(30);
  expect(valued.filter((row) => !isDeepStrictEqual(readWith(row), unwritten))).toEqual([]);
  // Where words tell it, the file alone says nothing, or the value has to be there.
  const worded = rows.filter(({ value }) => value === null);
  const others = worded.filter(({ name, words }) => {
    const type = typeOf(accessShape, name.replaceAll('[]', '').split('.'));
    if (!(type instanceof z.ZodType)) throw new Error(`${name} has no type`);
    const outcome = type.safeParse(undefined);
    return words === 'required' ? outcome.success : !isNothing(outcome.data ?? !outcome.success);
  });
  expect(others).toEqual([]);
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
  const documented = (await rowsOfAccessFile()).map(({ name }) => name);
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
