import { z } from 'zod';
import { dateTime, freeObject, integer, list, openEnum, text, texts } from './wire/fields.ts';

/** AttributeSource: where a user's attribute was taken from. */
const attributeSource = z.object({
  appId: text,
  appUserId: text,
  appUserProfileAttributeKey: text,
  userAttributeMappingId: text,
  value: text,
  priority: integer,
});
const sources = list(attributeSource);

/** User, every field (interface.md, User). */
export const user = z.object({
  id: text,
  delegatedUserId: text,
  department: text,
  displayName: text,
  email: text,
  employmentStatus: text,
  employmentType: text,
  jobTitle: text,
  username: text,
  directoryIds: texts,
  emails: texts,
  employeeIds: texts,
  managerIds: texts,
  roleIds: texts,
  usernames: texts,
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: dateTime,
  directoryStatus: openEnum(['UNKNOWN']),
  status: openEnum(['UNKNOWN']),
  origin: openEnum(['USER_ORIGIN_UNSPECIFIED']),
  type: openEnum(['USER_TYPE_UNSPECIFIED']),
  profile: freeObject,
  departmentSources: sources,
  directoryStatusSources: sources,
  emailSources: sources,
  employeeIdSources: sources,
  employmentStatusSources: sources,
  employmentTypeSources: sources,
  jobTitleSources: sources,
  managerSources: sources,
  usernameSources: sources,
});
export type IdentityUser = z.output<typeof user>;
