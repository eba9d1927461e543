/** Text, blocks and metadata of a `chat.*` call. */
import type { MessageMetadata } from '@slack/types';
import type { ShownBlock } from '../client.ts';
import { checkMessageBlocks, checkMetadata } from '../limits/messages.ts';
import type { CallArguments } from './call-arguments.ts';
import { refusalWith, WebApiRefusal } from './refusal.ts';

/**
 * Undefined if the call has none. Throws `invalid_blocks`, `invalid_blocks_format`,
 * `msg_blocks_too_long`.
 */
export function blocksArgument(args: CallArguments): ShownBlock[] | undefined {
  const candidate = args.json('blocks', 'invalid_blocks_format');
  if (candidate === undefined) return undefined;
  const checked = checkMessageBlocks(candidate);
  if (!checked.ok) throw refusalWith(checked.code, checked.problems);
  return checked.blocks;
}

/**
 * Undefined if the call has none; null to take it away. Throws `invalid_metadata_format`,
 * `invalid_metadata_schema`, `metadata_too_large`.
 */
export function metadataArgument(args: CallArguments): MessageMetadata | null | undefined {
  const candidate = args.json('metadata', 'invalid_metadata_format');
  if (candidate === undefined) return undefined;
  const checked = checkMetadata(candidate);
  if (!checked.ok) throw new WebApiRefusal(checked.code);
  return checked.metadata;
}
