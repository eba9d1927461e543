import type { KnownBlock } from '@slack/types';
import type { Texts } from '../platform/texts.ts';

/** A part of Home that an extra shows. */
export interface ShownSection {
  /** Below what waits for the reader. */
  readonly place: 'waiting';
  /** @param room blocks that are left */
  readonly blocks: (texts: Texts, room: number) => readonly KnownBlock[];
}
