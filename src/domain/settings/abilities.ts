/**
 * What the bot can do with this tenant, which has to be known before anybody is asked: what it
 * offers, and how strict a check is. Only what is certain counts. It can change while the bot runs.
 */
export interface Abilities {
  /** Tasks are read, one or many a call. Otherwise nothing is known of a task after it was made. */
  readonly canFollowTasks: boolean;
  /** The service takes actions on tasks, whether or not the bot can check them. */
  readonly canSendActions: boolean;
  /** People act on tasks: that needs the action, and a fresh reading to check it against. */
  readonly canActOnTasks: boolean;
  /** Access is taken back before its end. */
  readonly canTakeBack: boolean;
  /** A person's grants are read, which show whether access is gone. */
  readonly canReadGrants: boolean;
  /** Grants of a person are searched, wherever they were granted. */
  readonly canSearchGrants: boolean;
  /** Open tasks of a person are found, wherever they were requested. */
  readonly canSearchTasks: boolean;
  /** The accounts of a person in an app are read. */
  readonly canReadAccounts: boolean;
  /** All entitlements of an app are found, without a list of its resources. */
  readonly canSearchEntitlements: boolean;
  /** The policies that decide requests are read. */
  readonly canReadPolicies: boolean;
}
