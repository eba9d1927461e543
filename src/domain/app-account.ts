/** An account that somebody has in an app. */
export interface AppAccount {
  readonly id: string;
  /** As the app names it; the id where it has no name. */
  readonly name: string;
}
