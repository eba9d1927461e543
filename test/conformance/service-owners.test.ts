import { expect, test } from 'vitest';
import { at, listAt, runService } from './service-client.ts';

/** Every field of User in interface.md. */
const userFields = [
  'id delegatedUserId department displayName email employmentStatus employmentType jobTitle username directoryIds emails',
  'employeeIds managerIds roleIds usernames createdAt updatedAt deletedAt directoryStatus status origin type profile',
  'departmentSources directoryStatusSources emailSources employeeIdSources employmentStatusSources',
  'employmentTypeSources jobTitleSources managerSources usernameSources',
]
  .join(' ')
  .split(' ');

const platform = '/api/v1/apps/app-github/resource_types/team/resource/platform/owners';

test('the owners of a resource are users with every documented field', async () => {
  await using running = await runService();
  const { status, body } = await running.client.get(platform);
  expect(status).toBe(200);
  expect(Object.keys(Object(body)).sort()).toEqual(['immutableUserIds', 'list', 'nextPageToken']);
  expect(listAt(body, 'list').map((user) => at(user, 'id'))).toEqual(['user-ana', 'user-chen', 'user-fatima']);
  expect(Object.keys(Object(at(body, 'list', 0))).sort()).toEqual([...userFields].sort());
  expect(at(body, 'list', 0)).toMatchObject({
    displayName: 'Ana Lindqvist',
    email: 'ana@acme.example',
    managerIds: ['user-marisol'],
    departmentSources: [
      {
        appId: 'app-crew',
        appUserId: 'appuser-crew-ana',
        appUserProfileAttributeKey: 'department',
        userAttributeMappingId: 'mapping-department',
        value: 'Engineering',
        priority: 1,
      },
    ],
  });
});

test('owners that the system manages are named', async () => {
  await using running = await runService();
  expect(at((await running.client.get(platform)).body, 'immutableUserIds')).toEqual(['user-ana']);
});

test('a resource without owners has empty lists', async () => {
  await using running = await runService();
  const { body } = await running.client.get('/api/v1/apps/app-aws/resource_types/group/resource/archive/owners');
  expect(body).toEqual({ list: [], immutableUserIds: [], nextPageToken: '' });
});

test('the literal segment is singular', async () => {
  await using running = await runService();
  const plural = platform.replace('/resource/', '/resources/');
  expect((await running.client.get(plural)).status).toBe(404);
});

test('an unknown resource is not found', async () => {
  await using running = await runService();
  expect((await running.client.get(platform.replace('platform', 'submarine'))).status).toBe(404);
});
