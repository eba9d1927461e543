import type { KnownBlock } from '@slack/types';

export interface RenderedMessage {
  /** For notifications and screen readers: says the whole thing in a line. */
  readonly text: string;
  readonly blocks: KnownBlock[];
}
