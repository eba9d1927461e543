import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { emailOf, readCompany } from '../../sandbox/company.ts';
import { Catalog } from '../../sandbox/governance/catalog.ts';

const company = readCompany();
const catalog = new Catalog(company);
const entitlements = catalog.entitlements.map(({ entitlement }) => entitlement);

async function yamlOf(name: string): Promise<unknown> {
  return parse(await readFile(new URL(`../../sandbox/${name}`, import.meta.url), 'utf8'));
}

test('ids are unique within an app and repeat across apps', () => {
  const keys = entitlements.map((one) => `${one.appId} ${one.id}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(entitlements.map((one) => one.id)).size).toBeLessThan(keys.length);
});

test('everything that an entitlement or a resource names exists', () => {
  const policyIds = entitlements.flatMap((one) => [
    one.grantPolicyId,
    one.revokePolicyId,
    one.emergencyGrantPolicyId,
  ]);
  for (const id of policyIds.filter((one) => one !== ''))
    expect(catalog.requirePolicy(id).id).toBe(id);
  for (const { entitlement, owners } of catalog.entitlements) {
    const { appId, appResourceTypeId, appResourceId } = entitlement;
    expect(catalog.requireResourceType(appId, appResourceTypeId).id).toBe(appResourceTypeId);
    const resource = catalog.requireResource(appId, appResourceTypeId, appResourceId);
    for (const { userId } of [...owners, ...resource.owners])
      expect(catalog.requireUser(userId).id).toBe(userId);
  }
});

/** Every text in JSON that is the value of a member whose name matches. */
function textsIn(json: unknown, name: RegExp): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    return [...(name.test(key) ? texts : []), ...textsIn(value, name)];
  });
}

test('a grant is carried out in one way, by people and things that exist', () => {
  const policies = entitlements.flatMap((one) => [one.provisionerPolicy, one.deprovisionerPolicy]);
  for (const policy of policies) expect(Object.keys(policy)).toHaveLength(1);
  for (const id of textsIn(policies, /userIds$/i))
    expect(catalog.requireUser(id).deletedAt).toBeNull();
  for (const id of textsIn(policies, /^appId$/)) expect(catalog.requireApplication(id).id).toBe(id);
  const connectorIds = new Set(company.records.connectors.map((one) => one.id));
  for (const id of textsIn(policies, /^connectorId$/)) expect(connectorIds).toContain(id);
  for (const id of textsIn(policies, /^(entitlementId|appGroupId)$/)) {
    expect(catalog.requireEntitlement('app-lantern', id).entitlement.id).toBe(id);
  }
});

test('roles on scopes, and what access is inherited from, exist', () => {
  const roles = catalog.entitlements.filter((one) => one.scopeRole !== null);
  expect(roles.length).toBeGreaterThan(0);
  for (const { entitlement, scopeRole, inheritedFrom } of catalog.entitlements) {
    for (const ref of scopeRole === null ? [] : [scopeRole.role, scopeRole.scope]) {
      expect(catalog.requireResource(entitlement.appId, ref.typeId, ref.id).resource.id).toBe(
        ref.id,
      );
    }
    for (const id of inheritedFrom)
      expect(catalog.requireEntitlement(entitlement.appId, id).entitlement.id).toBe(id);
  }
});

test('everybody of the company is a user, but for who is only in Slack', () => {
  const known = new Set(catalog.users.map((user) => user.email));
  for (const person of company.people.filter((one) => one.deletedAt === null)) {
    expect(known.has(emailOf(company, person))).toBe(person.presence !== 'slack-only');
  }
  const ben = catalog.requireUser('user-ben');
  expect(ben).toMatchObject({
    department: 'Engineering',
    managerIds: ['user-ana'],
    email: 'ben@acme.example',
  });
});

test('access.yaml names the apps by their ids and names, and all of their resources', async () => {
  const apps = listAt(await yamlOf('access.yaml'), 'apps');
  expect(apps.map((app) => [textAt(app, 'id'), textAt(app, 'name')])).toEqual(
    catalog.applications.map((app) => [app.id, app.displayName]),
  );
  const listed = apps.flatMap((app) =>
    listAt(app, 'resources').map((resource) =>
      [textAt(app, 'id'), textAt(resource, 'resourceTypeId'), textAt(resource, 'resourceId')].join(
        ' ',
      ),
    ),
  );
  const existing = entitlements.map((one) =>
    [one.appId, one.appResourceTypeId, one.appResourceId].join(' '),
  );
  expect(new Set(listed)).toEqual(new Set(existing));
});

test('people.yaml names everybody with an email by their own id', async () => {
  const directory = await yamlOf('people.yaml');
  expect(Array.isArray(directory)).toBe(true);
  const listed = (Array.isArray(directory) ? directory : []).map((one) => [
    at(one, 'email'),
    at(one, 'identityUserId'),
  ]);
  expect(listed).toEqual(
    catalog.users.filter((user) => user.email !== '').map((user) => [user.email, user.id]),
  );
});
