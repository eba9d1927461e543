import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portOf } from '../support/port-of.ts';
import { startProgram } from '../support/program.ts';
import { ServiceClient, tokenOf } from './service-client.ts';

const start = (...words: readonly string[]) => startProgram('sandbox/governance/main.ts', words);
const run = (...words: readonly string[]) => start(...words).ended;

test('help names every option and ends well', async () => {
  const { exit, out } = await run('--help');
  expect(exit).toBe(0);
  for (const option of ['--port', '--data', '--documented-only', '--dialect', '--seed'])
    expect(out).toContain(option);
});

test('bad arguments end with code 2 and one line', async () => {
  const attempts = [['--prot', '1'], ['--port', 'abc'], ['--port', '99999'], ['stray']];
  for (const { exit, err } of await Promise.all(attempts.map((args) => run(...args)))) {
    expect(exit).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(1);
  }
});

test('a port in use ends with code 1 and one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = portOf(other);
  const { exit, err } = await run('--port', String(port));
  other.close();
  expect([exit, err.trim()]).toEqual([
    1,
    `Port ${port} is in use already; choose another one with --port.`,
  ]);
});

test('an unusable data file ends with code 1 and one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'governance-main-'));
  const dataFile = join(folder, 'broken.json');
  await writeFile(dataFile, 'broken');
  const { exit, err } = await run('--port', '0', '--data', dataFile);
  await rm(folder, { recursive: true });
  expect([exit, err.trim()]).toEqual([
    1,
    `The data file ${dataFile} is not JSON; move it away to start afresh.`,
  ]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'started alone it answers, and %s ends it cleanly',
  async (signal) => {
    const service = start('--port', '0', '--documented-only');
    const url = await service.says(
      'tells its address',
      (output) => /Governance service: (\S+)\s/.exec(output)?.[1],
    );
    const client = new ServiceClient(url, await tokenOf(url));
    expect((await client.grant()).status).toBe(200);
    expect((await client.get('/api/v1/tasks/1001')).status).toBe(404);
    expect(await service.end(signal)).toMatchObject({ exit: 0, signal: null });
  },
);
