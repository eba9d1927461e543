export interface CardRow {
  readonly id: string;
  readonly requestId: string;
  /** Its reviewers' channel, or where its request was made; empty where no channel may show it. */
  readonly channel: string;
  /**
   * The card in whose thread this one is posted: several asked for in one go. null = right in the
   * channel.
   */
  readonly threadOf: string | null;
  /** null until posted. */
  readonly ts: string | null;
  /** Link to the posted card; null where the bot cannot tell it, until somebody asked Slack. */
  readonly permalink: string | null;
  /** When a post was begun whose outcome is not known; null otherwise. */
  readonly postingSince: Date | null;
  /** Fingerprint of what was last sent. */
  readonly sentFingerprint: string | null;
  readonly state: 'wanted' | 'posted' | 'unreachable' | 'hidden';
  /** Keys of the lines that its thread has, and of what the card said when it was posted. */
  readonly told: readonly string[];
  /** The claim of the process that is posting a line; null if none is. */
  readonly lineClaim: string | null;
}
