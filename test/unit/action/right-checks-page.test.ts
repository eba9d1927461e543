import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rightChecks } from '../../../src/domain/action/right-checks.ts';

const page = 'docs/security.md';
const head = `| | check | the attack or the rule that it answers | refused as |
|---|---|---|---|
`;

it('the table of checks in docs/security.md is the list of the code', async () => {
  const rows = rightChecks.map(
    ({ name, answers, refuses }, at) => `| ${at + 1} | ${name} | ${answers} | \`${refuses}\` |\n`,
  );
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split(head);
  const after = rest.slice(rest.indexOf('\n\n') + 1);
  await expect([before, head, ...rows, after].join('')).toMatchFileSnapshot(`../../../${page}`);
});

it('each check has a name of its own', () => {
  const names = rightChecks.map(({ name }) => name);
  expect(names).toHaveLength(32);
  expect(new Set(names).size).toBe(names.length);
});
