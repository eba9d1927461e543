/** `apps.connections.open`: where the app's next socket is to be opened. */
import type { WebApiMethod } from './method.ts';

const open: WebApiMethod = {
  scopes: ['connections:write'],
  tier: 'none',
  takes: [],
  run: (_args, context) => ({ url: context.newSocketAddress() }),
};

/** The methods of the app-level token, by name. */
export const connectionMethods: Readonly<Record<string, WebApiMethod>> = {
  'apps.connections.open': open,
};
