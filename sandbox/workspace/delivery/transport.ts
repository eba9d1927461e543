/** How payloads reach the app: over HTTP, or over a socket where the app has opened one. */

/** What Slack tells the app. */
export type OutgoingPayload =
  | { readonly kind: 'command'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'interactive'; readonly payload: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'event';
      readonly payload: Readonly<Record<string, unknown>>;
      readonly retry: { readonly num: number; readonly reason: string } | null;
    };

/** `body` is the ack, empty if there was none. */
export type AppAnswer =
  | { readonly ok: true; readonly status: number; readonly body: string }
  | {
      readonly ok: false;
      readonly code: 'operation_timeout' | 'dispatch_failed';
      readonly status: null;
    }
  | {
      readonly ok: false;
      readonly code: 'http_error';
      readonly status: number;
      /** The app asked for no retry (`X-Slack-No-Retry`). */
      readonly noRetry: boolean;
    };

export interface AppTransport {
  /** Never throws. `sentAt` is the timestamp that is signed. */
  send(outgoing: OutgoingPayload, sentAt: Date): Promise<AppAnswer>;
  close(): Promise<void>;
}
