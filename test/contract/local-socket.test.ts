import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandRun } from '../../src/ops/command.ts';
import { AnswerFailed, listenInFolder, NobodyListens, runInFolder } from '../../src/ops/local-socket.ts';
import { FakeWorld } from '../support/fakes.ts';

let folder: string;
let close: (() => Promise<void>) | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'access-socket-'));
});
afterEach(async () => {
  await close?.();
  close = null;
  await rm(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;

async function listen(run: CommandRun): Promise<void> {
  close = await listenInFolder(folder, run, new FakeWorld().log);
}

async function ask(command: string) {
  const out: string[] = [];
  return { exit: await runInFolder(folder, [command, 'a', 'b'], async (text) => void out.push(text)), out };
}

it('runs a command and passes on what it writes, for many at once', async () => {
  await listen(async (words, out) => {
    for (let count = 0; count < 2_000; count += 1) await out(`${words.join()} ${'x'.repeat(500)}`);
    return 2;
  });
  for (const { exit, out } of await Promise.all([ask('one'), ask('two')])) {
    expect([exit, out.length]).toEqual([2, 2_000]);
    expect(out.at(-1)).toMatch(/^(one|two),a,b x+$/);
  }
});

it('is for its user alone, and takes the place of what a killed process left', async () => {
  await writeFile(join(folder, 'bot.sock'), 'left');
  await chmod(join(folder, 'bot.sock'), 0o644);
  await listen(async () => 0);
  expect((await stat(join(folder, 'bot.sock'))).mode & 0o777).toBe(0o600);
  expect(await ask('')).toMatchObject({ exit: 0 });
});

it('says in a sentence why a command failed', async () => {
  await listen(async () => Promise.reject(new Error('The database is away.')));
  await expect(ask('')).rejects.toThrow(new AnswerFailed('The database is away.'));
});

it('says that nobody listens, and that the bot stopped meanwhile', async () => {
  await expect(ask('')).rejects.toBeInstanceOf(NobodyListens);
  const asked = Promise.withResolvers<void>();
  await listen(async (_words, _out, gone = never) => {
    asked.resolve();
    await once(gone, 'abort');
    return 0;
  });
  const stopped = ask('').catch((error: unknown) => error);
  await asked.promise;
  await close?.();
  close = null;
  expect(await stopped).toBeInstanceOf(AnswerFailed);
  await expect(ask('')).rejects.toBeInstanceOf(NobodyListens);
});

it('goes on when whoever asked is gone with half of the answer unread, as with “| head”', async () => {
  const gone = Promise.withResolvers<void>();
  await listen(async ([command], out, signal = never) => {
    if (command === 'short') return 0;
    signal.addEventListener('abort', () => gone.resolve());
    for (;;) await out('x'.repeat(1_000));
  });
  const socket = createConnection(join(folder, 'bot.sock'));
  socket.write('["long"]\n');
  await once(socket, 'readable');
  socket.destroy();
  await gone.promise;
  expect(await ask('short')).toMatchObject({ exit: 0 });
});

it('ends a command when whoever asked is gone, and goes on with others', async () => {
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  await listen(async ([command], _out, gone = never) => {
    if (command === 'short') return 0;
    begun.resolve();
    await once(gone, 'abort');
    stopped.resolve();
    return 0;
  });
  const socket = createConnection(join(folder, 'bot.sock'));
  socket.write('["long"]\n');
  await begun.promise;
  socket.destroy();
  await stopped.promise;
  const rude = createConnection(join(folder, 'bot.sock'));
  rude.resume().end('no json\n');
  await once(rude, 'close');
  expect(await ask('short')).toMatchObject({ exit: 0 });
});
