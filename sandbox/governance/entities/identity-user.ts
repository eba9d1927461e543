/** Where one attribute of a user comes from (docs/spec/interface.md#attributesource). */
export interface AttributeSource {
  readonly appId: string;
  readonly appUserId: string;
  readonly appUserProfileAttributeKey: string;
  readonly userAttributeMappingId: string;
  readonly value: string;
  readonly priority: number;
}

/** A user as the interface returns it (docs/spec/interface.md#user). Dates are RFC 3339 texts. */
export interface IdentityUser {
  readonly id: string;
  readonly delegatedUserId: string;
  readonly department: string;
  readonly displayName: string;
  readonly email: string;
  readonly employmentStatus: string;
  readonly employmentType: string;
  readonly jobTitle: string;
  readonly username: string;
  readonly directoryIds: readonly string[];
  readonly emails: readonly string[];
  readonly employeeIds: readonly string[];
  readonly managerIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly usernames: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly directoryStatus: string;
  readonly status: string;
  readonly origin: string;
  readonly type: string;
  readonly profile: Readonly<Record<string, unknown>> | null;
  readonly departmentSources: readonly AttributeSource[];
  readonly directoryStatusSources: readonly AttributeSource[];
  readonly emailSources: readonly AttributeSource[];
  readonly employeeIdSources: readonly AttributeSource[];
  readonly employmentStatusSources: readonly AttributeSource[];
  readonly employmentTypeSources: readonly AttributeSource[];
  readonly jobTitleSources: readonly AttributeSource[];
  readonly managerSources: readonly AttributeSource[];
  readonly usernameSources: readonly AttributeSource[];
}

/** Whether access may be given to this user at all. */
export function isActive(user: IdentityUser): boolean {
  return user.status === 'ENABLED' && user.deletedAt === null;
}
