import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { processEnvironment } from '../support/process-environment.ts';
import { ServiceClient, tokenOf } from './service-client.ts';

const program = new URL('../../sandbox/governance/main.ts', import.meta.url).pathname;

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: processEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

async function run(...args: readonly string[]): Promise<Ending> {
  const child = start(...args);
  if (child.stdout === null || child.stderr === null) throw new TypeError('no pipes');
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, out, error };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  if (child.stdout === null) throw new TypeError('no pipe');
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const address = /Governance service: (\S+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`no address in ${printed}`);
}

test('help names every option and ends well', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  for (const option of ['--port', '--data', '--documented-only', '--dialect', '--seed']) expect(out).toContain(option);
});

test('bad arguments end with code 2 and one line', async () => {
  const attempts = [['--prot', '1'], ['--port', 'abc'], ['--port', '99999'], ['stray']];
  for (const { code, error } of await Promise.all(attempts.map((args) => run(...args)))) {
    expect(code).toBe(2);
    expect(error.trim().split('\n')).toHaveLength(1);
  }
});

test('a port in use ends with code 1 and one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, error } = await run('--port', String(port));
  other.close();
  expect([code, error.trim()]).toEqual([1, `Port ${port} is in use already; choose another one with --port.`]);
});

test('an unusable data file ends with code 1 and one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'governance-main-'));
  const dataFile = join(folder, 'broken.json');
  await writeFile(dataFile, 'broken');
  const { code, error } = await run('--port', '0', '--data', dataFile);
  await rm(folder, { recursive: true });
  expect([code, error.trim()]).toEqual([1, `The data file ${dataFile} is not JSON; move it away to start afresh.`]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('started alone it answers, and %s ends it cleanly', async (signal) => {
  const child = start('--port', '0', '--documented-only');
  const url = await addressOf(child);
  const client = new ServiceClient(url, await tokenOf(url));
  expect((await client.grant()).status).toBe(200);
  expect((await client.get('/api/v1/tasks/1001')).status).toBe(404);
  child.kill(signal);
  if (child.exitCode === null) await once(child, 'exit');
  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
});
