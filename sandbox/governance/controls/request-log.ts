/** One call as it reached the service, before any fault, authentication or routing. */
export interface LoggedCall {
  readonly method: string;
  /** Path as it was sent (percent-encoded), without the query. */
  readonly path: string;
  /** Query string without the question mark; "" for none. */
  readonly query: string;
  /**
   * The JSON body; text where it was not JSON; null where there was none. Client secrets are
   * blanked.
   */
  readonly body: unknown;
  readonly at: Date;
}

const capacity = 1000;

/** The last calls, for tests that ask what reached the service. */
export class CallLog {
  #calls: LoggedCall[] = [];

  add(call: LoggedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > capacity) this.#calls = this.#calls.slice(-capacity);
  }

  list(): readonly LoggedCall[] {
    return [...this.#calls];
  }
}

/** What is kept of a body. */
export function loggableBody(bodyText: string): unknown {
  if (bodyText === '') return null;
  try {
    return JSON.parse(bodyText);
  } catch {
    return bodyText.replace(/(client_secret=)[^&]*/g, '$1***');
  }
}
