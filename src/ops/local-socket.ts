import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Log } from '../use-cases/ports.ts';
import type { CommandExit, CommandRun, Out } from './command.ts';

/** No process listens in this folder. */
export class NobodyListens extends Error {
  override readonly name = 'NobodyListens';
}

/** The bot could not answer, in a sentence. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
}

/** A request is one line of JSON, its answer any number of lines; the last one has how it ended. */
const request = z.array(z.string());
/** What is written, how it ended, or why it failed. */
const answer = z.union([z.string(), z.literal([0, 1, 2]), z.object({ failed: z.string() })]);

const socketIn = (folder: string) => join(folder, 'bot.sock');

/**
 * Runs the commands of other processes of this user, through a socket in the data folder, which the caller has locked and made
 * private. Returns what closes it.
 */
export async function listenInFolder(folder: string, run: CommandRun, log: Log): Promise<() => Promise<void>> {
  // Left by a process that was killed: whoever holds the folder's lock is the only one who listens.
  const path = socketIn(folder);
  await rm(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, run, log);
  });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
    await rm(path, { force: true });
  };
}

/** Repeats the errors of the socket, after which nobody reads lines: unheard they would end the process. */
function linesOf(socket: Socket) {
  return createInterface({ input: socket }).on('error', () => socket.destroy());
}

async function serve(socket: Socket, run: CommandRun, log: Log): Promise<void> {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const send = async (line: z.input<typeof answer>) => {
    if (!socket.write(`${JSON.stringify(line)}\n`)) await once(socket, 'drain', { signal: gone.signal });
  };
  try {
    const [line = ''] = await once(linesOf(socket), 'line', { signal: gone.signal });
    await send(await run(request.parse(JSON.parse(String(line))), send, gone.signal));
  } catch (err) {
    if (gone.signal.aborted) return;
    log.warn({ err }, 'a command through the socket in the data folder failed');
    await send({ failed: err instanceof Error ? err.message : String(err) }).catch(() => undefined);
  } finally {
    socket.end();
  }
}

/**
 * Has the bot that listens in this folder run a command. Throws `NobodyListens` before anything was done, `AnswerFailed` where the bot
 * cannot run it or stops meanwhile.
 */
export async function runInFolder(folder: string, words: readonly string[], out: Out): Promise<CommandExit> {
  const socket = createConnection(socketIn(folder));
  try {
    await once(socket, 'connect');
  } catch (cause) {
    throw new NobodyListens('no bot runs in this data folder', { cause });
  }
  try {
    socket.on('error', () => socket.destroy());
    socket.write(`${JSON.stringify(words)}\n`);
    for await (const text of linesOf(socket)) {
      const told = answer.parse(JSON.parse(text));
      if (typeof told === 'object') throw new AnswerFailed(told.failed);
      if (typeof told === 'number') return told;
      await out(told);
    }
    throw new AnswerFailed('The bot stopped before it had answered. Try again.');
  } finally {
    socket.destroy();
  }
}
