/**
 * An app as it appears in `expanded` and in the list of apps. The interface does not list its
 * fields.
 */
export interface Application {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly iconUrl: string;
  readonly parentAppId: string;
  readonly isDirectory: boolean;
  readonly isManuallyManaged: boolean;
  readonly grantPolicyId: string;
  readonly certifyPolicyId: string;
  readonly revokePolicyId: string;
  /** int64 as text. */
  readonly userCount: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** A kind of resource within one app, for example `team`. */
export interface AppResourceType {
  readonly id: string;
  readonly appId: string;
  readonly displayName: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** A resource within one app, for example the team `platform`. */
export interface AppResource {
  readonly id: string;
  readonly appId: string;
  readonly appResourceTypeId: string;
  readonly displayName: string;
  readonly description: string;
  readonly externalId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
}

/** A resource with what the interface tells of it elsewhere: its owners. */
export interface OwnedResource {
  readonly resource: AppResource;
  readonly owners: readonly {
    readonly userId: string;
    readonly roleSlug: string;
    /**
     * Managed by the system, for example sourced from a connector: listed in `immutableUserIds`.
     */
    readonly managedBySystem: boolean;
    readonly createdAt: string;
  }[];
}

/**
 * An account within one app. `identityUserId` is "" for an account that belongs to nobody known.
 */
export interface AppUser {
  readonly id: string;
  readonly appId: string;
  readonly identityUserId: string;
  readonly displayName: string;
  readonly username: string;
  readonly email: string;
  readonly appUserType: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  /** When it was last used; null for never. */
  readonly lastUsedAt: string | null;
}
