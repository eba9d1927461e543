import { expect, test } from 'vitest';
import { pageToldBy, startProgram } from '../support/program.ts';

const start = (...words: readonly string[]) => startProgram('sandbox/workspace/main.ts', words);

test('starts alone with its page, and ends cleanly on SIGTERM', async () => {
  const workspace = start('--port', '0');
  const url = await pageToldBy(workspace);
  const page = await fetch(`${url}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Acme Lighthouse');
  const permalink = await fetch(`${url}/archives/C0GENERAL/p1772175600000000`, {
    redirect: 'manual',
  });
  expect(permalink.headers.get('location')).toBe('/as/U0BEN/C0GENERAL?message=1772175600.000000');
  expect(await workspace.end('SIGTERM')).toMatchObject({ exit: 0, err: '' });
});

test('explains itself', async () => {
  const { exit, out } = await start('--help').ended;
  expect(exit).toBe(0);
  for (const option of [
    '--port',
    '--host',
    '--request-url',
    '--manifest',
    '--data',
    '--rate-limits',
  ]) {
    expect(out).toContain(option);
  }
});

test.each([
  [['--port', 'abc'], 2, '--port must be a number'],
  [['--request-url', 'localhost'], 2, '--request-url must be an address'],
  [['--nonsense'], 2, '--nonsense'],
  [
    ['--port', '0', '--manifest', '/nowhere.yml'],
    1,
    'The app manifest /nowhere.yml cannot be read.',
  ],
  [['--port', '0', '--data', '/nowhere/at/all.json'], 1, 'cannot be written'],
] as const)('%j ends with one clear sentence', async (args, code, sentence) => {
  const ended = await start(...args).ended;
  expect(ended.exit).toBe(code);
  expect(ended.err).toContain(sentence);
  expect(ended.err).not.toContain('    at ');
});
