/**
 * What a message may hold: text, blocks and metadata, for `chat.*`, command replies and
 * response_url alike.
 */
import type { MessageMetadata } from '@slack/types';
import { z } from 'zod';
import type { ShownBlock } from '../client.ts';
import { checkBlocks } from './blocks.ts';
import { limits } from './limits.ts';
import type { Problem } from './problems.ts';

export type CheckedMessageBlocks =
  | { readonly ok: true; readonly blocks: ShownBlock[] }
  | {
      readonly ok: false;
      readonly code: 'invalid_blocks' | 'invalid_blocks_format' | 'msg_blocks_too_long';
      readonly problems: readonly Problem[];
    };

/** `candidate` is already decoded from JSON. */
export function checkMessageBlocks(
  candidate: unknown,
  root: readonly string[] = ['blocks'],
): CheckedMessageBlocks {
  if (!Array.isArray(candidate)) return { ok: false, code: 'invalid_blocks_format', problems: [] };
  const checked = checkBlocks(candidate, 'message', root);
  if (!checked.ok) return { ok: false, code: 'invalid_blocks', problems: checked.problems };
  if (JSON.stringify(candidate).length > limits.blocksPayload) {
    return { ok: false, code: 'msg_blocks_too_long', problems: [] };
  }
  return checked;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const nested = z.record(z.string(), scalar);

const metadataSchema = z.object({
  event_type: z.string().min(1),
  event_payload: z.record(z.string(), z.union([scalar, nested, z.array(nested)])),
});

export type CheckedMetadata =
  | { readonly ok: true; readonly metadata: MessageMetadata | null }
  | {
      readonly ok: false;
      readonly code: 'invalid_metadata_format' | 'invalid_metadata_schema' | 'metadata_too_large';
    };

/** An empty object removes the metadata. */
export function checkMetadata(candidate: unknown): CheckedMetadata {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate)) {
    return { ok: false, code: 'invalid_metadata_format' };
  }
  if (Object.keys(candidate).length === 0) return { ok: true, metadata: null };
  if (Buffer.byteLength(JSON.stringify(candidate)) > limits.metadataBytes) {
    return { ok: false, code: 'metadata_too_large' };
  }
  const checked = metadataSchema.safeParse(candidate);
  return checked.success
    ? { ok: true, metadata: checked.data }
    : { ok: false, code: 'invalid_metadata_schema' };
}

/** Cuts a text where Slack does, but never in the middle of a surrogate pair. */
export function cutText(text: string): string {
  if (text.length <= limits.messageText) return text;
  const cut = text.slice(0, limits.messageText);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
