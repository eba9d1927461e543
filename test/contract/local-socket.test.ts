import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, AnswerFailed, askInFolder, listenInFolder, NobodyListens } from '../../src/ops/local-socket.ts';
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

async function listen(answer: Answer): Promise<void> {
  close = await listenInFolder(folder, answer, new FakeWorld().log);
}

async function ask(question: unknown): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of askInFolder(folder, question)) lines.push(line);
  return lines;
}

it('answers a question line by line, to many at once', async () => {
  await listen(async function* (question) {
    for (let count = 0; count < 2_000; count += 1) yield { question, count, long: 'x'.repeat(500) };
  });
  for (const lines of await Promise.all([ask('a'), ask('b')])) {
    expect(lines).toHaveLength(2_000);
    expect(lines.at(-1)).toMatchObject({ count: 1_999 });
  }
});

it('is for its user alone, and takes the place of what a killed process left', async () => {
  await writeFile(join(folder, 'bot.sock'), 'left');
  await chmod(join(folder, 'bot.sock'), 0o644);
  await listen(async function* () {
    yield 1;
  });
  expect((await stat(join(folder, 'bot.sock'))).mode & 0o777).toBe(0o600);
  expect(await ask('')).toEqual([1]);
});

it('says in a sentence why it has no answer', async () => {
  await listen(async function* () {
    yield 1;
    throw new Error('The database is away.');
  });
  await expect(ask('')).rejects.toThrow(new AnswerFailed('The database is away.'));
});

it('says that nobody listens, and that the bot stopped meanwhile', async () => {
  await expect(ask('')).rejects.toBeInstanceOf(NobodyListens);
  const asked = Promise.withResolvers<void>();
  await listen(async function* (_question, gone) {
    asked.resolve();
    await once(gone, 'abort');
    yield 1;
  });
  const answer = ask('');
  await asked.promise;
  await close?.();
  close = null;
  await expect(answer).rejects.toBeInstanceOf(AnswerFailed);
  await expect(ask('')).rejects.toBeInstanceOf(NobodyListens);
});

it('stops answering when whoever asked is gone, and goes on with others', async () => {
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  await listen(async function* (question, gone) {
    if (question === 'short') yield 1;
    else {
      begun.resolve();
      await once(gone, 'abort');
      stopped.resolve();
    }
  });
  const socket = createConnection(join(folder, 'bot.sock'));
  socket.write('"long"\n');
  await begun.promise;
  socket.destroy();
  await stopped.promise;
  const rude = createConnection(join(folder, 'bot.sock'));
  rude.resume().end('no json\n');
  await once(rude, 'close');
  expect(await ask('short')).toEqual([1]);
});
