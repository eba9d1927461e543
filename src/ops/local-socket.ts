import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Log } from '../use-cases/ports.ts';

/** Answers a question line by line; `gone` aborts when nobody listens any more. */
export type Answer = (question: unknown, gone: AbortSignal) => AsyncIterable<unknown>;

/** No process listens in this folder. */
export class NobodyListens extends Error {
  override readonly name = 'NobodyListens';
}

/** The other side could not answer, in a sentence. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
}

/** A question is one line of JSON. Its answer is any number of lines, of which the last says how it ended. */
const answerLine = z.union([
  z.object({ line: z.unknown() }).required(),
  z.object({ failed: z.string() }),
  z.object({ ended: z.literal(true) }),
]);

function socketIn(folder: string): string {
  return join(folder, 'bot.sock');
}

/**
 * Answers the questions of other processes of this user through a socket in the data folder, which the caller has locked and made
 * private. Returns what closes it.
 */
export async function listenInFolder(folder: string, answer: Answer, log: Log): Promise<() => Promise<void>> {
  const path = socketIn(folder);
  // Left by a process that was killed: whoever holds the folder's lock is the only one who listens.
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, answer, log);
  });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return async () => {
    const closed = closing(server);
    for (const socket of open) socket.destroy();
    await closed;
  };
}

async function closing(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}

async function serve(socket: Socket, answer: Answer, log: Log): Promise<void> {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const send = async (line: z.input<typeof answerLine>) => {
    if (socket.write(`${JSON.stringify(line)}\n`)) return;
    await once(socket, 'drain', { signal: gone.signal });
  };
  try {
    const [question = ''] = await once(createInterface({ input: socket }), 'line', { signal: gone.signal });
    for await (const line of answer(JSON.parse(String(question)), gone.signal)) await send({ line });
    await send({ ended: true });
  } catch (err) {
    if (gone.signal.aborted) return;
    log.warn({ err }, 'a question through the socket in the data folder was not answered');
    await send({ failed: err instanceof Error ? err.message : String(err) }).catch(() => undefined);
  } finally {
    socket.end();
  }
}

/** Throws `NobodyListens` before the first line, `AnswerFailed` where the other side cannot answer or goes away meanwhile. */
export async function* askInFolder(folder: string, question: unknown): AsyncIterable<unknown> {
  const socket = createConnection(socketIn(folder));
  try {
    await once(socket, 'connect');
  } catch (cause) {
    throw new NobodyListens('no bot runs in this data folder', { cause });
  }
  try {
    socket.on('error', () => socket.destroy());
    socket.write(`${JSON.stringify(question)}\n`);
    for await (const text of createInterface({ input: socket })) {
      const read = answerLine.parse(JSON.parse(text));
      if ('ended' in read) return;
      if ('failed' in read) throw new AnswerFailed(read.failed);
      yield read.line;
    }
    throw new AnswerFailed('The bot stopped before it had answered. Try again.');
  } finally {
    socket.destroy();
  }
}
