import type { KnownBlock } from '@slack/types';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { Texts } from '../texts.ts';

/** A part of Home that an extra shows. */
export interface ShownSection {
  /**
   * Below what waits for the reader, below their own open requests, or above their access that has
   * ended.
   */
  readonly place: 'waiting' | 'open' | 'access';
  /** @param room blocks that are left */
  readonly blocks: (texts: Texts, room: number) => readonly KnownBlock[];
  /** What the extra knows of giving back the reader's own requests. */
  readonly alsoTaken?: readonly AlsoTaken[];
}

/** What giving this back may take away as well, by name. */
export interface AlsoTaken extends EntitlementKey {
  readonly names: readonly string[];
}
