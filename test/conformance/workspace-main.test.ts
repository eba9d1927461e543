import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processEnvironment } from '../support/process-environment.ts';

const main = new URL('../../sandbox/workspace/main.ts', import.meta.url).pathname;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended>; line: Promise<string> } {
  const child = spawn(process.execPath, [main, ...args], {
    env: processEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  const line = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(out);
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, error }));
  return { child, ended, line };
}

test('starts alone with its page, and ends cleanly on SIGTERM', async () => {
  const { child, ended, line } = start('--port', '0');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await line)?.[0];
  const page = await fetch(`${url}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Acme Lighthouse');
  const permalink = await fetch(`${url}/archives/C0GENERAL/p1772175600000000`, { redirect: 'manual' });
  expect(permalink.headers.get('location')).toBe('/as/U0BEN/C0GENERAL?message=1772175600.000000');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, error: '' });
});

test('explains itself', async () => {
  const { code, out } = await start('--help').ended;
  expect(code).toBe(0);
  for (const option of ['--port', '--host', '--request-url', '--manifest', '--data', '--rate-limits']) {
    expect(out).toContain(option);
  }
});

test.each([
  [['--port', 'abc'], 2, '--port must be a number'],
  [['--request-url', 'localhost'], 2, '--request-url must be an address'],
  [['--nonsense'], 2, '--nonsense'],
  [['--port', '0', '--manifest', '/nowhere.yml'], 1, 'The app manifest /nowhere.yml cannot be read.'],
  [['--port', '0', '--data', '/nowhere/at/all.json'], 1, 'cannot be written'],
] as const)('%j ends with one clear sentence', async (args, code, sentence) => {
  const ended = await start(...args).ended;
  expect(ended.code).toBe(code);
  expect(ended.error).toContain(sentence);
  expect(ended.error).not.toContain('    at ');
});
