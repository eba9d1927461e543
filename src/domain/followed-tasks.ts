/**
 * The open tasks whose end the bot looks for, as a search names them. A search without them would
 * read all ended tasks of the tenant.
 */
export type FollowedTasks =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  /**
   * `identityUserIds`: the people they are for; null if these are too many, or not all are known.
   */
  | {
      readonly by: 'app';
      readonly appIds: readonly string[];
      readonly identityUserIds: readonly string[] | null;
    };
