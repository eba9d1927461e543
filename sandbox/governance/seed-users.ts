import { emailOf } from '../company.ts';
import type { Company, CompanyPerson } from '../company-schema.ts';
import type { AttributeSource, IdentityUser } from './entities/identity-user.ts';
import { seededAt, userIdOf } from './seed.ts';

/** The user that owns the bot's credentials. */
export const botUserId = 'user-access-bot';

/** The role of the people who run the service. */
export const administratorRoleId = 'role-administrator';

const crewListApp = 'app-crew';
const directoryApp = 'app-lantern';

function source(
  appId: string,
  handle: string,
  attribute: string,
  value: string,
): readonly AttributeSource[] {
  if (value === '') return [];
  return [
    {
      appId,
      appUserId: `appuser-${appId.slice('app-'.length)}-${handle}`,
      appUserProfileAttributeKey: attribute,
      userAttributeMappingId: `mapping-${attribute}`,
      value,
      priority: appId === crewListApp ? 1 : 2,
    },
  ];
}

function employmentTypeOf(person: CompanyPerson): string {
  if (person.slackKind === 'guest') return 'Contractor';
  return person.title.startsWith('Intern') ? 'Intern' : 'Full time';
}

function identityUser(company: Company, person: CompanyPerson, index: number): IdentityUser {
  const hasLeft = person.slackKind === 'deactivated';
  const status = person.identityStatus;
  const email = emailOf(company, person);
  const employeeId = `ALF-${String(index + 1).padStart(4, '0')}`;
  const employmentStatus = hasLeft ? 'Left' : 'Active';
  const employmentType = employmentTypeOf(person);
  const manager = person.manager === null ? '' : userIdOf(person.manager);
  return {
    id: userIdOf(person.handle),
    delegatedUserId: person.delegate === null ? '' : userIdOf(person.delegate),
    department: person.department,
    displayName: person.name,
    email,
    employmentStatus,
    employmentType,
    jobTitle: person.title,
    username: person.handle,
    directoryIds: [directoryApp],
    emails: [email],
    employeeIds: [employeeId],
    managerIds: manager === '' ? [] : [manager],
    roleIds: person.isAdministrator ? [administratorRoleId] : ['role-member'],
    usernames: [person.handle],
    createdAt: seededAt,
    updatedAt: hasLeft ? '2025-01-31T17:00:00Z' : seededAt,
    deletedAt: person.deletedAt,
    directoryStatus: status,
    status,
    origin: 'USER_ORIGIN_DIRECTORY',
    type: 'USER_TYPE_HUMAN',
    profile: { homePort: person.timeZone.split('/')[1] ?? '', timeZone: person.timeZone },
    departmentSources: source(crewListApp, person.handle, 'department', person.department),
    directoryStatusSources: source(directoryApp, person.handle, 'status', status),
    emailSources: source(directoryApp, person.handle, 'email', email),
    employeeIdSources: source(crewListApp, person.handle, 'employeeId', employeeId),
    employmentStatusSources: source(
      crewListApp,
      person.handle,
      'employmentStatus',
      employmentStatus,
    ),
    employmentTypeSources: source(crewListApp, person.handle, 'employmentType', employmentType),
    jobTitleSources: source(crewListApp, person.handle, 'title', person.title),
    managerSources: source(crewListApp, person.handle, 'manager', manager),
    usernameSources: source(directoryApp, person.handle, 'username', person.handle),
  };
}

function serviceUser(id: string, displayName: string): IdentityUser {
  return {
    id,
    delegatedUserId: '',
    department: '',
    displayName,
    email: '',
    employmentStatus: '',
    employmentType: '',
    jobTitle: '',
    username: id.slice('user-'.length),
    directoryIds: [],
    emails: [],
    employeeIds: [],
    managerIds: [],
    roleIds: [administratorRoleId],
    usernames: [],
    createdAt: seededAt,
    updatedAt: seededAt,
    deletedAt: null,
    directoryStatus: 'UNKNOWN',
    status: 'ENABLED',
    origin: 'USER_ORIGIN_UNSPECIFIED',
    type: 'USER_TYPE_SERVICE',
    profile: null,
    departmentSources: [],
    directoryStatusSources: [],
    emailSources: [],
    employeeIdSources: [],
    employmentStatusSources: [],
    employmentTypeSources: [],
    jobTitleSources: [],
    managerSources: [],
    usernameSources: [],
  };
}

/**
 * Everybody the governance service knows: the company, without who is only in Slack, and the bot's
 * own user.
 */
export function identityUsers(company: Company): readonly IdentityUser[] {
  const known = company.people.filter((person) => person.presence !== 'slack-only');
  return [
    ...known.map((person, index) => identityUser(company, person, index)),
    serviceUser(botUserId, 'Access Bot'),
  ];
}
