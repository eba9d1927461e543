import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Misused } from '../../../src/operator/command.ts';
import { putFile } from '../../../src/operator/setup/files/written-file.ts';
import { givenAnswers, type Prompts } from '../../../src/operator/setup/prompts.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-setup-'));
afterAll(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

const nobody = givenAnswers(async () => undefined);
const saying = (isYes: boolean): Prompts => ({
  ...nobody,
  canAsk: true,
  confirm: async () => isYes,
});

const fileAt = (name: string, text: string) => ({
  path: join(folder, name),
  name,
  text,
  mode: 0o600,
  changes: () => 'TOKEN',
});

it('writes a new file for its owner alone, whatever others may usually read', async () => {
  const mask = process.umask(0o000);
  await putFile(nobody, fileAt('new', 'A=1\n'), false).finally(() => process.umask(mask));
  expect(readFileSync(join(folder, 'new'), 'utf8')).toBe('A=1\n');
  expect(modeOf(join(folder, 'new'))).toBe(0o600);
});

it('changes a file that is there only after a yes', async () => {
  const path = join(folder, 'there');
  writeFileSync(path, 'old');
  chmodSync(path, 0o644);
  await expect(putFile(nobody, fileAt('there', 'new'), false)).rejects.toThrow(Misused);
  await expect(putFile(nobody, fileAt('there', 'new'), false)).rejects.toThrow(
    'there is there and would change: TOKEN. Add --replace.',
  );
  await putFile(saying(false), fileAt('there', 'new'), false);
  expect(readFileSync(path, 'utf8')).toBe('old');
  await putFile(saying(true), fileAt('there', 'new'), false);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(modeOf(path)).toBe(0o600);
});

it('closes a file with secrets that others can read, and asks nothing where it says the same', async () => {
  const path = join(folder, 'open');
  writeFileSync(path, 'same');
  chmodSync(path, 0o644);
  await putFile(nobody, fileAt('open', 'same'), false);
  expect(modeOf(path)).toBe(0o600);
});
