import type { Place } from '../../../domain/message/place.ts';

export interface LockableRows<Row> {
  find(id: string): Promise<Row | null>;
  /** Like find, and holds the row until the transaction ends. */
  lock(id: string): Promise<Row | null>;
}

export interface CardRow {
  readonly id: string;
  readonly requestId: string;
  /** Slack conversation id, or a user id for a direct message. */
  readonly channel: string;
  /**
   * The card in whose thread this one is posted: several asked for in one go. null = right in the
   * channel.
   */
  readonly threadOf: string | null;
  /** null until posted. */
  readonly ts: string | null;
  /** Link to the posted card; null until somebody asked Slack for it. */
  readonly permalink: string | null;
  /** Where Slack put the card: for a direct message this is not `channel`. null until posted. */
  readonly postedChannel: string | null;
  /** When a post was begun whose outcome is not known; null otherwise. */
  readonly postingSince: Date | null;
  /** Fingerprint of what was last sent. */
  readonly sentFingerprint: string | null;
  readonly state: 'wanted' | 'posted' | 'unreachable' | 'hidden';
}

export interface CardRows extends LockableRows<CardRow> {
  /** The card of this request in this channel, made if it is not there. */
  want(id: string, requestId: string, channel: string, threadOf?: string | null): Promise<CardRow>;
  /**
   * The card that others of the same group hang on in this channel; hold the group's lock while it
   * decides anything.
   */
  rootOfGroup(groupId: string, channel: string): Promise<CardRow | null>;
  /** The card that was posted at this place; null if none was. */
  postedAt(place: Place): Promise<CardRow | null>;
  ofRequest(requestId: string): Promise<readonly CardRow[]>;
  save(id: string, change: Partial<Pick<CardRow, 'state' | 'postingSince'>>): Promise<void>;
  /** The version of its request when that is noted (`RequestView`). */
  markPosted(id: string, place: Place, fingerprint: string): Promise<string | null>;
  markUpdated(id: string, fingerprint: string): Promise<string | null>;
  /** Does nothing where the card was posted anew since. */
  keepPermalink(id: string, ts: string, permalink: string): Promise<void>;
  /** The message was deleted in Slack: it may be posted again. */
  markGone(id: string): Promise<void>;
}
