/**
 * The live stream of an open page: after every change it sends the parts of the page that look
 * different, and htmx morphs them into place. Parts that look the same are not sent, so that nobody
 * is disturbed while typing.
 */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { streamSSE } from 'hono/streaming';
import type { Change, WorkspaceClient } from '../client.ts';
import { partsOf } from './parts.ts';
import type { Place } from './place.ts';

/**
 * Changes come in bursts (a message, its unread mark, a view); the page is rendered once for all of
 * them.
 */
const burstMs = 15;
/** Proxies close a connection that is silent for long. */
const keepAliveMs = 20_000;

function concerns(change: Change, personId: string): boolean {
  return change.personId === null || change.personId === personId;
}

/** Waiting for the next change that concerns the person. */
class Changes {
  readonly #stop: () => void;
  #changed = false;
  #wake: (() => void) | null = null;

  constructor(client: WorkspaceClient, personId: string) {
    this.#stop = client.subscribe((change) => {
      if (!concerns(change, personId)) return;
      this.#changed = true;
      this.#wake?.();
    });
  }

  /** True after a change, false when there was none in `keepAliveMs` or the stream ended. */
  async next(): Promise<boolean> {
    if (!this.#changed) await this.#pause(keepAliveMs);
    const changed = this.#changed;
    if (changed) await new Promise((resolve) => setTimeout(resolve, burstMs));
    this.#changed = false;
    return changed;
  }

  end(): void {
    this.#stop();
    this.#wake?.();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * @param locate the place as it is now; null when the person no longer sees it.
 */
export function live(
  c: Context,
  client: WorkspaceClient,
  personId: string,
  locate: () => Place | null,
): Response {
  return streamSSE(c, async (stream) => {
    const changes = new Changes(client, personId);
    stream.onAbort(() => changes.end());
    const sent = new Map<string, string>();
    while (!stream.aborted) {
      const place = locate();
      let data = '';
      for (const [id, render] of place === null ? [] : partsOf(place)) {
        const markup = String(await render());
        if (sent.get(id) === markup) continue;
        sent.set(id, markup);
        data += String(
          await html`<hx-partial hx-target="#${id}" hx-swap="innerMorph">${render()}</hx-partial>`,
        );
      }
      if (data !== '') await stream.writeSSE({ data });
      while (!stream.aborted && !(await changes.next())) await stream.write(': still here\n\n');
    }
    changes.end();
  });
}
