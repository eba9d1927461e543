import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { portOf } from './port-of.ts';

const checkEveryMs = 500;
/** A replica of a busy machine is ready, too. */
const checkLimitMs = 3_000;

interface Target {
  readonly origin: string;
  isReady: boolean;
}

/**
 * A small proxy as it stands before several replicas: in turn to each that says it is ready, and to
 * the next where nobody listens.
 */
export async function roundRobin() {
  let targets: Target[] = [];
  let turn = 0;

  async function check(target: Target): Promise<void> {
    const answer = await fetch(`${target.origin}/readyz`, {
      signal: AbortSignal.timeout(checkLimitMs),
    }).catch(() => null);
    target.isReady = answer?.ok === true;
  }

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const ready = targets.filter((target) => target.isReady);
    turn += 1;
    for (const index of ready.keys()) {
      const target = ready[(turn + index) % ready.length];
      if (target === undefined) break;
      const onward = request(new URL(req.url ?? '/', target.origin), {
        method: req.method,
        headers: req.headers,
        agent: false,
      });
      onward.end(body);
      try {
        const [answer] = await once(onward, 'response');
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
        return;
      } catch (error) {
        // What was taken may have been done: only what nobody took goes to the next one.
        if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) break;
        target.isReady = false;
      }
    }
    res.writeHead(502).end();
  }

  const server = createServer((req, res) => {
    pass(req, res).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checking = setInterval(() => targets.forEach((target) => void check(target)), checkEveryMs);
  return {
    eventsUrl: `http://127.0.0.1:${portOf(server)}/slack/events`,
    async add(origin: string): Promise<void> {
      const target = { origin, isReady: false };
      await check(target);
      targets = [...targets, target];
    },
    /** A replica that has ended: it comes back elsewhere, and another process may get its port. */
    remove(origin: string): void {
      targets = targets.filter((one) => one.origin !== origin);
    },
    close(): void {
      clearInterval(checking);
      server.close();
      server.closeAllConnections();
    },
  };
}
