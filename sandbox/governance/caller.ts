/**
 * What a caller may do: read everything, make and withdraw requests, decide any step, change what
 * is configured.
 */
export type CallerPermission = 'read' | 'request' | 'review' | 'administer';

/**
 * Credentials that the token endpoint knows, and the identity user that owns them. There is no
 * impersonation.
 */
export interface GovernanceCallerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Identity user whose name the caller acts in, for example `user-goran`. */
  readonly userId: string;
  readonly permissions: readonly CallerPermission[];
}

/** Who a bearer token belongs to. */
export interface Caller {
  readonly clientId: string;
  readonly userId: string;
  readonly permissions: ReadonlySet<CallerPermission>;
}
