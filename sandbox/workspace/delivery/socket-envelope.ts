/** What goes over a socket: an envelope to the app, and its ack back. */
import { z } from 'zod';
import { decodeJson } from './acks.ts';
import type { Parcel } from './transport.ts';

export interface Envelope {
  readonly envelope_id: string;
  readonly type: 'slash_commands' | 'interactive' | 'events_api';
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether what the ack brings is looked at. */
  readonly accepts_response_payload: boolean;
  readonly retry_attempt?: number;
  readonly retry_reason?: string;
}

/** Interactions that the app may answer in its ack; all others it answers through the Web API. */
const answeredInAck: ReadonlySet<unknown> = new Set(['view_submission', 'block_suggestion']);

export function envelopeOf(parcel: Parcel, envelopeId: string): Envelope {
  switch (parcel.kind) {
    case 'command':
      return {
        envelope_id: envelopeId,
        type: 'slash_commands',
        payload: parcel.fields,
        accepts_response_payload: true,
      };
    case 'interactive':
      return {
        envelope_id: envelopeId,
        type: 'interactive',
        payload: parcel.payload,
        accepts_response_payload: answeredInAck.has(parcel.payload.type),
      };
    case 'event':
      return {
        envelope_id: envelopeId,
        type: 'events_api',
        payload: parcel.payload,
        accepts_response_payload: false,
        retry_attempt: parcel.retry?.num ?? 0,
        retry_reason: retryReason(parcel.retry?.reason),
      };
  }
}

/** Without HTTP there is no `http_timeout`. */
function retryReason(reason: string | undefined): string {
  return reason === 'http_timeout' ? 'timeout' : (reason ?? '');
}

export interface Ack {
  readonly envelopeId: string;
  /** As the same answer would come over HTTP: JSON, or nothing. */
  readonly body: string;
}

const ackSchema = z.object({ envelope_id: z.string(), payload: z.looseObject({}).optional() });

/** Null for anything that is no ack: Slack does not mind it. */
export function readAck(text: string): Ack | null {
  const parsed = ackSchema.safeParse(decodeJson(text));
  if (!parsed.success) return null;
  const { envelope_id: envelopeId, payload = {} } = parsed.data;
  return { envelopeId, body: Object.keys(payload).length === 0 ? '' : JSON.stringify(payload) };
}
