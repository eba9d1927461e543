import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientCalls, endpointOfCall, optionalCalls } from '../../../conformance/client-calls.ts';
import { endpoints } from '../../../conformance/interface.ts';
import { tableText } from '../../../conformance/table-text.ts';
import { routes } from '../../../sandbox/governance/service.ts';

const declared = endpoints.map((one) => `${one.number} ${one.method} ${one.path}`);
const ofEndpoint = (
  name: number | string,
  one: { readonly method: string; readonly path: string },
) =>
  // The client has one function for all verbs of an action.
  `${name} ${one.method} ${one.path.replace(/\/action\/.*$/, '/action/{verb}')}`;

test('the client has a function for each of the sixteen endpoints, and for no other', () => {
  const called = clientCalls.map((one) => ofEndpoint(one.endpoint, endpointOfCall(one.call)));
  expect([...new Set(called)]).toEqual(declared);
});

test('the sandbox has the same routes as the client, those of the optional operations included', () => {
  const optional = optionalCalls.map(({ operation, call }) =>
    ofEndpoint(operation, endpointOfCall(call)),
  );
  const registered = routes().map((one) => ofEndpoint(one.endpoint ?? one.optional ?? '', one));
  expect(new Set(registered)).toEqual(new Set([...declared, ...optional]));
});

describe('docs/conformance.md', () => {
  const docs = new URL('../../../docs/', import.meta.url);
  const rows = readFileSync(new URL('conformance.md', docs), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  test('has a row for each endpoint', () => {
    expect(
      rows.map(([, number, endpoint]) => `${number} ${endpoint?.replaceAll('`', '')}`),
    ).toEqual(declared);
  });

  test.each(rows)(
    'row %#: client, route and test are where its links lead',
    (_start, _number, endpoint, ...cells) => {
      const path = endpoint?.replace(/^`\w+ |`$/g, '') ?? '';
      const links = [...cells.join(' ').matchAll(/\[`?([^\]`]+)`?\]\(([^)]+)\)/g)];
      const wrong = links.filter(([, name, file = '']) => {
        const linked = new URL(file, docs);
        if (!existsSync(linked)) return true;
        const text = readFileSync(linked, 'utf8');
        if (file.startsWith('../src/'))
          return (
            !new RegExp(`export (?:async )?(?:function|const) ${name}\\b`).test(text) ||
            !text.includes(path)
          );
        return file.startsWith('../sandbox/') && !text.includes(path);
      });
      expect(wrong.map(([link]) => link)).toEqual([]);
      expect(links).toHaveLength(3);
    },
  );
});

test('npm run conformance prints every endpoint, field and value', () => {
  const text = tableText();
  for (const words of [
    'POST /api/v1/task/grant',
    'expandMask.paths',
    'stepApproverIds',
    'TASK_ACTION_TYPE_APPROVE',
  ]) {
    expect(text).toContain(words);
  }
  expect(text.split('\n').length).toBeGreaterThan(600);
});
