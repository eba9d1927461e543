export interface Place {
  readonly channel: string;
  readonly ts: string;
}
