/** A bare program beside the bot, in a process of its own, which says its port when it listens. */
import { z } from 'zod';
import { portOf } from '../test/support/port-of.ts';
import { StartedProcess } from '../test/support/started-process.ts';

const ready = z.object({ port: z.number() });

export interface Bare {
  /** Without a path. */
  readonly url: string;
  stop(): Promise<unknown>;
}

export async function startBare(...args: readonly string[]): Promise<Bare> {
  const child = new StartedProcess({ name: 'the bare program', args, hasMessages: true });
  const { port } = ready.parse(await child.message('is ready'));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.end('SIGTERM') };
}

/** Called in its process. */
export function sayReady(server: Parameters<typeof portOf>[0]): void {
  process.on('disconnect', () => process.exit(1));
  process.send?.({ port: portOf(server) });
}
