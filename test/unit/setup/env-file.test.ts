import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { envFileText } from '../../../src/operator/setup/files/env-file.ts';

const textOf = (existing: string | null, wanted: Record<string, string | null>): string => {
  const text = envFileText(existing, wanted);
  if (!text.ok) throw new Error(text.refusal);
  return text.value;
};

it.each([
  ['xoxb-1-a'],
  ['with space and # sign'],
  ["it's"],
  ['"quoted" and \'both\''],
  ['a\\nb'],
  ['$HOME `no`'],
  ['=+/=='],
])('says a secret so that Node reads the same: %j', (secret) => {
  expect(parseEnv(textOf(null, { SECRET: secret }))).toEqual({ SECRET: secret });
});

it('says where to put a secret that no quotes can hold', () => {
  const text = envFileText(null, { TOKEN: `a'b"c\`d #` });
  expect(text).toMatchObject({ ok: false });
  expect(text.ok ? '' : text.refusal).toMatch(/^TOKEN has characters .*TOKEN_FILE\.$/);
});

it('changes its own variables and leaves every other line where it is', () => {
  const before = '# ours\nPORT=3100\nexport TOKEN=old\nLOG_LEVEL=debug # for now\nGONE=x';
  const after = textOf(before, { TOKEN: 'new', GONE: null, ADDED: 'y' });
  expect(after).toBe('# ours\nPORT=3100\nTOKEN=new\nLOG_LEVEL=debug # for now\nADDED=y\n');
});

it('writes a variable once that stood there twice', () => {
  expect(textOf('A=1\nB=2\nA=3\n', { A: '4' })).toBe('A=4\nB=2\n');
});

it('touches nothing where a value of several lines looks like a variable', () => {
  const before = 'CERT="first\nTOKEN=inside\nlast"\n';
  expect(envFileText(before, { TOKEN: 'new' }).ok).toBe(false);
});

it('is read by npm start and by every command that runs with the bot’s settings', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const ofBot = Object.entries(scripts).filter(([, line]) => / src\/main\.ts/.test(line));
  const without = ofBot.filter(
    ([, line]) => !line.includes('$(test -f .env && echo --env-file=.env)'),
  );
  expect(ofBot.length).toBeGreaterThan(6);
  // `dev` is the sandbox; `setup` reads the file itself.
  expect(without.map(([name]) => name)).toEqual(['dev', 'setup']);
});
