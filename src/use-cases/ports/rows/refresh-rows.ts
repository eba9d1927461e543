/** What is rendered again of what shows the state of a request, or of a person. */
interface Refreshed {
  /** Slack ids of those of the people who ever opened their Home. */
  readonly homes: readonly string[];
  /**
   * Ids of sent messages that offer something about the request, or about others of the same
   * entitlement for the same person.
   */
  readonly messages: readonly string[];
  readonly cards: readonly RefreshedCard[];
}

/** A card of the request that is not hidden. */
interface RefreshedCard {
  readonly id: string;
  readonly isPosted: boolean;
  /** The card that starts its thread, where that is posted: one still to be posted shows it then. */
  readonly rootId: string | null;
}

export interface RefreshRows {
  /** In one statement. */
  shownBy(wanted: {
    readonly slackUserIds: readonly string[];
    /** Of each the Slack account that was checked last. */
    readonly identityUserIds: readonly string[];
    /** null = of no request. */
    readonly requestId: string | null;
    /** Otherwise its messages alone. */
    readonly hasCards: boolean;
  }): Promise<Refreshed>;
}
