/** How far the requests of an app were looked for that were made elsewhere. */
export interface TaskFeed {
  readonly appId: string;
  /** When the bot first looked. */
  readonly beganAt: Date;
  /** What the service told until then is kept. */
  readonly seenUntil: Date;
  /** When everything since the first look was last looked for again. */
  readonly sweptAt: Date;
}

export interface FeedRows {
  /** Of these apps, those that have begun. */
  of(appIds: readonly string[]): Promise<readonly TaskFeed[]>;
  put(feed: TaskFeed): Promise<void>;
}
