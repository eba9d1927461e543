import type { HttpBindings } from '@hono/node-server';

/** What handlers find in their context. */
export interface ServerEnv {
  /** Node's own request and response, for reading bodies and cutting connections. */
  readonly Bindings: HttpBindings;
  readonly Variables: {
    /** The request body as it was received; "" for none. */
    readonly bodyText: string;
  };
}
