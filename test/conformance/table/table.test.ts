import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '../../../sandbox/governance/service.ts';
import { documentedEndpoints, optionalEndpoints } from '../../../src/governance/endpoints.ts';
import { clauses } from './clauses.ts';
import { endpoints } from './interface.ts';
import { optionalRoutes } from './optional-routes.ts';
import { answerRows, requestRows, valueRows } from './rows.ts';
import { namedTests } from './table-rows.ts';
import { tableText } from './write-table.ts';

const root = new URL('../../../', import.meta.url);

const declared = [
  ...endpoints.map((one) => `${one.number} ${one.method} ${one.path}`),
  ...optionalRoutes.map((one) => `${one.operation} ${one.method} ${one.path}`),
].toSorted();

test('the table has every route of the service, and the service every endpoint of the table', () => {
  const registered = routes().map((one) => `${one.endpoint ?? one.optional} ${one.method} ${one.path}`);
  expect(registered.toSorted()).toEqual(declared);
});

test('the table has every endpoint of the client, and the client every endpoint of the table', () => {
  const called = [...documentedEndpoints, ...optionalEndpoints].map(
    (one) => `${one.number ?? one.operation} ${one.method} ${one.path}`,
  );
  // The client has one function for all verbs.
  const withoutVerbs = declared.map((one) => one.replace(/\/action\/.*$/, '/action/{verb}'));
  expect(called.toSorted()).toEqual([...new Set(withoutVerbs)].toSorted());
});

test('every row is there once', () => {
  const titles = [...answerRows, ...requestRows, ...valueRows].map((row) => row.title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('every clause and every optional route names a test of either side', () => {
  const without = [...Object.values(clauses).flat(), ...optionalRoutes].filter(
    ({ service, client }) => service.length === 0 || client.length === 0,
  );
  expect(without).toEqual([]);
});

test('docs/conformance.md is what the declaration says now', () => {
  const written = readFileSync(new URL('docs/conformance.md', root), 'utf8');
  expect(written === tableText(), 'write it anew with: npm run conformance -- --write-table').toBe(true);
});

// Long: the names of tests that are made of data are only known once their files have run.
test('every row names tests that exist', async () => {
  const files = [...new Set(namedTests().map((one) => one.file))];
  const vitest = new URL('node_modules/vitest/vitest.mjs', root).pathname;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [vitest, 'list', '--json', '--no-static-parse', ...files],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const listed = z.array(z.object({ name: z.string(), file: z.string() })).parse(JSON.parse(stdout));
  const existing = new Set(listed.map((one) => `${one.file.slice(root.pathname.length)} > ${one.name}`));
  const missing = namedTests().map((one) => `${one.file} > ${one.name}`);
  expect(missing.filter((name) => !existing.has(name))).toEqual([]);
}, 240_000);
