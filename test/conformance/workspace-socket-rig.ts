/** A small app on the other end of a socket: it keeps what it hears, and acks as a test says. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type SlackWorkspace, startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { dig, manifest, pick } from './workspace-rig.ts';

export type SocketWorkspaceOptions = NonNullable<Parameters<typeof startSlackWorkspace>[0]>;

export class SocketApp implements AsyncDisposable {
  readonly heard: unknown[] = [];
  readonly closed: Promise<number>;
  /** What goes back for an envelope; undefined: nothing. */
  answer: (envelope: unknown) => unknown = (envelope) => ({
    envelope_id: dig(envelope, 'envelope_id'),
  });
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();

  constructor(address: string, options: { readonly autoPong: boolean } = { autoPong: true }) {
    this.#socket = new WebSocket(address, options);
    const { promise, resolve } = Promise.withResolvers<number>();
    this.closed = promise;
    this.#socket.on('close', resolve);
    this.#socket.on('message', (data) => {
      const message: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
      this.heard.push(message);
      const back = dig(message, 'envelope_id') === undefined ? undefined : this.answer(message);
      if (back !== undefined) this.#socket.send(JSON.stringify(back));
      for (const wake of this.#waiting) wake();
    });
  }

  say(text: string): void {
    this.#socket.send(text);
  }

  leave(): void {
    this.#socket.close(1000);
  }

  /** Asks whether the other end is there. */
  async ping(): Promise<void> {
    this.#socket.ping();
    await once(this.#socket, 'pong');
  }

  /** The first message of the type, once it has come. */
  async hear(type: string): Promise<unknown> {
    for (;;) {
      const found = this.heard.find((one) => dig(one, 'type') === type);
      if (found !== undefined) return found;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      await promise;
      this.#waiting.delete(resolve);
    }
  }

  envelopes(): unknown[] {
    return this.heard.filter((one) => dig(one, 'envelope_id') !== undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
    await this.closed;
  }
}

export function socketWorkspace(options: SocketWorkspaceOptions = {}): Promise<SlackWorkspace> {
  return startSlackWorkspace({ manifest, eventRetryDelaysMs: [0], ...options });
}

/** `apps.connections.open` as an app calls it. */
export async function openConnection(
  slack: SlackWorkspace,
  token = 'xapp-sandbox',
): Promise<unknown> {
  const answer = await fetch(`${slack.apiUrl}apps.connections.open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.json();
}

/** An app that is connected: it has heard hello. */
export async function connect(slack: SlackWorkspace): Promise<SocketApp> {
  const app = new SocketApp(pick(await openConnection(slack), 'url'));
  await app.hear('hello');
  return app;
}
