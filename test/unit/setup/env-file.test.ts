import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { envFileText } from '../../../src/operator/setup/files/env-file.ts';

const textOf = (existing: string | null, added: Record<string, string>): string => {
  const text = envFileText(existing, added);
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

it('adds lines, and leaves every other line where it is', () => {
  const before = '# ours\nPORT=3100\nLOG_LEVEL=debug # for now';
  expect(textOf(before, { TOKEN: 'new', ADDED: 'y' })).toBe(`${before}\nTOKEN=new\nADDED=y\n`);
});

it('adds nothing to a file that would not say it', () => {
  expect(envFileText("CERT='begins\n", { TOKEN: "it's new" }).ok).toBe(false);
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
