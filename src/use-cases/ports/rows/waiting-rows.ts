export interface WaitingWanted {
  readonly limit: number;
  /** How many of the first ones to leave out; none where absent. */
  readonly offset?: number;
  /** Only of this app; null or absent = of all. */
  readonly appId?: string | null;
}

/** An app with tasks that wait for somebody. */
export interface WaitingApp {
  readonly id: string;
  /** As the service calls it; the id where it tells no name. */
  readonly name: string;
  readonly count: number;
}
