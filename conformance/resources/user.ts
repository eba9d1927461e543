import {
  dateTime,
  each,
  enumeration,
  integer,
  listOf,
  object,
  of,
  type Resource,
  string,
  strings,
} from '../field.ts';

export const attributeSource: Resource = {
  name: 'AttributeSource',
  members: {
    ...each('appId appUserId appUserProfileAttributeKey userAttributeMappingId value', string),
    priority: integer,
  },
};

export const user: Resource = {
  name: 'User',
  members: {
    ...each(
      'id delegatedUserId department displayName email employmentStatus employmentType',
      string,
    ),
    ...each('jobTitle username', string),
    ...each('directoryIds emails employeeIds managerIds roleIds usernames', strings),
    ...each('createdAt updatedAt deletedAt', dateTime),
    directoryStatus: enumeration('User.directoryStatus', 'UNKNOWN'),
    status: enumeration('User.status', 'UNKNOWN'),
    origin: enumeration('User.origin', 'USER_ORIGIN_UNSPECIFIED'),
    type: enumeration('User.type', 'USER_TYPE_UNSPECIFIED'),
    profile: object,
    ...each(
      'departmentSources directoryStatusSources emailSources employeeIdSources employmentStatusSources ' +
        'employmentTypeSources jobTitleSources managerSources usernameSources',
      listOf(of(attributeSource)),
    ),
  },
};
