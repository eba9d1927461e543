/** What is neither store, service nor chat: time, randomness, ids, and a place to say what happened. */
export interface World {
  readonly now: () => Date;
  /** A new id, unguessable and unique. */
  readonly newId: () => string;
  log: Log;
}

/** One structured line per thing that happened. Never a secret; people's text only as length. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, what: string): void;
  warn(fields: Readonly<Record<string, unknown>>, what: string): void;
  error(fields: Readonly<Record<string, unknown>>, what: string): void;
}
