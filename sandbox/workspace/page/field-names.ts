/**
 * Names for form fields and DOM ids. A field's name holds block_id, action_id and how to read the
 * value; a DOM id stays the same through updates, so that a morph keeps what is being typed.
 */
import { createHash } from 'node:crypto';
import type { Container } from '../client.ts';

/** `text`: the value as it stands; `many`: an array. */
type FieldKind = 'text' | 'many';

export interface FieldName {
  readonly kind: FieldKind;
  readonly blockId: string;
  readonly actionId: string;
}

export function fieldName(kind: FieldKind, blockId: string, actionId: string): string {
  return `${kind}/${encodeURIComponent(blockId)}/${encodeURIComponent(actionId)}`;
}

/** Null for an input that belongs to no element (the container, the action). */
export function parseFieldName(name: string): FieldName | null {
  const match = /^(text|many)\/([^/]*)\/([^/]*)$/.exec(name);
  const [, kind, block, action] = match ?? [];
  if (block === undefined || action === undefined) return null;
  if (kind !== 'text' && kind !== 'many') return null;
  try {
    return { kind, blockId: decodeURIComponent(block), actionId: decodeURIComponent(action) };
  } catch {
    return null;
  }
}

/** An id made of letters and digits only, for any id of the app. */
export function domId(container: Container, ...parts: readonly string[]): string {
  return `e${createHash('sha1')
    .update(JSON.stringify([placeOf(container), ...parts]))
    .digest('hex')
    .slice(0, 12)}`;
}

function placeOf(container: Container): string {
  switch (container.kind) {
    case 'view':
      return container.viewId;
    case 'message':
    case 'ephemeral':
      return `${container.conversationId} ${container.ts}`;
  }
}
