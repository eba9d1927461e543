import type { HttpBindings } from '@hono/node-server';

/** What the HTTP library hands to handlers: Node's own request and response, for cutting connections. */
export interface ServerEnv {
  readonly Bindings: HttpBindings;
}
