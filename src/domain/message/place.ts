export interface Place {
  readonly channel: string;
  readonly ts: string;
}

/** Where a message goes. */
export type NoticeTarget =
  | { readonly kind: 'direct'; readonly slackUserId: string }
  /**
   * Beside the card that was clicked, for one person alone. Slack does not guarantee that they see
   * it, so only for what changes nothing.
   */
  | { readonly kind: 'beside-card'; readonly channel: string; readonly slackUserId: string }
  /** Right in a channel, where there is no card to hang it on. */
  | { readonly kind: 'channel'; readonly channel: string };

/** A conversation with one person: their direct messages. */
export function isPersonal(channel: string): boolean {
  return /^[DUW]/.test(channel);
}
