/** Envelopes that go to the app over a socket, and the acks that come back. */
import { z } from 'zod';
import { decodeJson } from './acks.ts';
import type { OutgoingPayload } from './transport.ts';

export interface Envelope {
  readonly envelope_id: string;
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether the ack may carry a payload. */
  readonly accepts_response_payload: boolean;
  readonly retry_attempt?: number;
  readonly retry_reason?: string;
}

/** Interactions that the app may answer in its ack; others are answered through the Web API. */
const answeredInAck: ReadonlySet<unknown> = new Set(['view_submission', 'block_suggestion']);

export function envelopeOf(outgoing: OutgoingPayload, envelopeId: string): Envelope {
  switch (outgoing.kind) {
    case 'command':
      return {
        envelope_id: envelopeId,
        type: 'slash_commands',
        payload: outgoing.fields,
        accepts_response_payload: true,
      };
    case 'interactive':
      return {
        envelope_id: envelopeId,
        type: 'interactive',
        payload: outgoing.payload,
        accepts_response_payload: answeredInAck.has(outgoing.payload.type),
      };
    case 'event':
      return {
        envelope_id: envelopeId,
        type: 'events_api',
        payload: outgoing.payload,
        accepts_response_payload: false,
        retry_attempt: outgoing.retry?.num ?? 0,
        retry_reason: retryReason(outgoing.retry?.reason),
      };
  }
}

/** On a socket the reason is called `timeout`, not `http_timeout`. */
function retryReason(reason: string | undefined): string {
  return reason === 'http_timeout' ? 'timeout' : (reason ?? '');
}

export interface Ack {
  readonly envelopeId: string;
  /** As the same answer would come over HTTP: JSON, or nothing. */
  readonly body: string;
}

const ackSchema = z.object({ envelope_id: z.string(), payload: z.looseObject({}).optional() });

/** Null for a message that is no ack; Slack ignores it. */
export function readAck(text: string): Ack | null {
  const parsed = ackSchema.safeParse(decodeJson(text));
  if (!parsed.success) return null;
  const { envelope_id: envelopeId, payload = {} } = parsed.data;
  return { envelopeId, body: Object.keys(payload).length === 0 ? '' : JSON.stringify(payload) };
}
