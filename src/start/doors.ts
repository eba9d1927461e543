/**
 * The two listeners. They open before anything is waited for, so that what watches the process does
 * not end it while a database is away or a migration takes long.
 */
import {
  type HttpRoute,
  healthRoutes,
  openServer,
  opsRoutes,
  type ReadyCheck,
  type RunningHttpServer,
} from '../operator/health/http-server.ts';
import { StillStarting } from '../operator/health/system-status.ts';
import type { World } from '../use-cases/ports/ports.ts';
import type { Context } from './app-context.ts';
import { noSocket } from './monitoring.ts';

/** What operators are answered. */
type OpsAnswering = Omit<Parameters<typeof opsRoutes>[0], 'ready'>;

/** What the listeners answer when the bot is open. */
interface Answering {
  /** Beside what everybody may ask: for Slack, and for what the service sends. */
  readonly routes: readonly HttpRoute[];
  readonly ops: OpsAnswering;
  /** Whether a socket to Slack is open; null over HTTP. */
  readonly isConnected: () => boolean | null;
}

interface DoorsContext extends Pick<Context, 'environment' | 'onStop' | 'stopping'> {
  readonly world: Pick<World, 'log'>;
}

export interface Doors {
  readonly port: number;
  /** null if the operators' port was taken. */
  readonly opsUrl: string | null;
  /** Answers everything from now on. Until then Slack and the service get 503; events and deliveries come again. */
  readonly open: (answering: Answering) => void;
  /** Takes nothing new. */
  readonly close: () => Promise<void>;
}

/** Throws the server's own error (`EADDRINUSE`, `EACCES`). */
export async function openDoors(
  context: DoorsContext,
  whileStarting: OpsAnswering,
): Promise<Doors> {
  const { environment, onStop, stopping } = context;
  let isConnected: Answering['isConnected'] | null = null;
  /** About this process alone: a database that is away is away for every other one as well. */
  const ready: ReadyCheck = async () => {
    if (stopping.isBegun) throw new Error('the bot stops');
    if (isConnected === null) throw new StillStarting();
    if (isConnected() === false) throw new Error(noSocket);
  };
  const routes = [...healthRoutes(ready)];
  const otherwise = () => (isConnected === null ? 503 : 404);
  const server = await openServer(routes, { ...environment.http, otherwise });
  const close = () => server.close();
  onStop(close, 'the listener');
  const ofOps = opsRoutes({ ...whileStarting, ready });
  const ops = await openOps(context, ofOps, otherwise);
  if (ops !== null) onStop(() => ops.close(), 'the operators’ listener');
  const { port } = server;
  const opsUrl = ops === null ? null : `http://${environment.ops.host}:${ops.port}`;
  const url = `http://${environment.http.host}:${port}`;
  context.world.log.info({ url, opsUrl }, 'listening, and not ready yet');
  return {
    port,
    opsUrl,
    open(answering) {
      routes.push(...answering.routes);
      ofOps.splice(0, ofOps.length, ...opsRoutes({ ...answering.ops, ready }));
      isConnected = answering.isConnected;
    },
    close,
  };
}

/** The operators' listener. If its port is taken, the bot starts without it. */
async function openOps(
  { environment: { ops }, world }: DoorsContext,
  routes: readonly HttpRoute[],
  otherwise: () => number,
): Promise<RunningHttpServer | null> {
  try {
    return await openServer(routes, { ...ops, otherwise });
  } catch (err) {
    world.log.warn({ err, ops }, 'no listener for operators: set OPS_PORT to a free port, or to 0');
    return null;
  }
}
