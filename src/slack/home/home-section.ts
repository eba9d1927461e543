import type { KnownBlock } from '@slack/types';
import type { Texts } from '../platform/texts.ts';

/** A part of Home that an extra shows. */
export interface ShownSection {
  /** Below what waits for the reader, or below their own open requests. */
  readonly place: 'waiting' | 'open';
  /** @param room blocks that are left */
  readonly blocks: (texts: Texts, room: number) => readonly KnownBlock[];
}
