/** What is known of an optional operation of the tenant. It can change while the bot runs. */
export type Capability = 'present' | 'absent' | 'refused' | 'unknown';

/**
 * What rules have to know of the tenant before anybody is asked: what the bot offers, and how strict
 * a check has to be. Where it is not known whether the tenant has something, nothing rests on it.
 */
export interface Capabilities {
  /** Tasks are read, one or many a call. Otherwise nothing is known of a task after it was made. */
  readonly taskReading: Capability;
  /** A task is read by its id, which a search need not find at once. */
  readonly taskReadingById: Capability;
  readonly taskActions: Capability;
  /** Access is taken back before its end. */
  readonly revocation: Capability;
  /** A person's grants are read, which show whether access is gone. */
  readonly personGrants: Capability;
  /** Grants of a person are searched, wherever they were granted. */
  readonly grantSearch: Capability;
  /** The accounts of a person in an app are read. */
  readonly accounts: Capability;
  /** All entitlements of an app are found, without a list of its resources. */
  readonly entitlementSearch: Capability;
  /** Open tasks of a person are found, wherever they were requested. */
  readonly taskSearch: Capability;
  /** People are found by their email. */
  readonly personSearch: Capability;
  /** The policies that decide requests are read. */
  readonly policyReading: Capability;
}

/**
 * Whether the bot can act on tasks: that needs the action itself, and a fresh reading to check it
 * against.
 */
export function canAct({
  taskActions,
  taskReading,
}: Pick<Capabilities, 'taskActions' | 'taskReading'>): boolean {
  return taskActions === 'present' && taskReading === 'present';
}
