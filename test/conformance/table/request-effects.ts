import { expect } from 'vitest';
import { at, listAt, textAt } from '../../../conformance/json-places.ts';
import { taskExpandEntries } from '../../../conformance/resources/task-values.ts';
import type { Answer } from '../service-client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Sends the endpoint's example with changes. */
export type Send = (changes?: {
  readonly query?: Record<string, string>;
  readonly body?: Fields;
}) => Promise<Answer>;

/** What one request field does at the service, written by hand; fails where it does not. */
export type Effect = (send: Send) => Promise<void>;

type Place = readonly (string | number)[];

async function accepted(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer;
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return body;
}

async function refused(answer: Promise<Answer>, status: number, message: string): Promise<void> {
  const { status: given, body } = await answer;
  expect([given, textAt(body, 'message')]).toEqual([status, message]);
}

/** A value in the body that comes back at a place of the answer. */
function echoed(body: Fields, ...place: Place): (value: unknown) => Effect {
  return (value) => async (send) =>
    expect(at(await accepted(send({ body })), ...place)).toEqual(value);
}

function filledPaths(view: unknown): readonly string[] {
  return Object.entries(Object(view)).flatMap(([name, value]) =>
    name.endsWith('Path') && value !== '' ? [name] : [],
  );
}

/** Only the entry's own paths are filled, and those only where there is something to show. */
function expands(entry: string, paths: readonly string[]): Effect {
  return async (send) => {
    const body = await accepted(send({ body: { expandMask: { paths: [entry] } } }));
    expect(filledPaths(at(body, 'taskView')).filter((path) => !paths.includes(path))).toEqual([]);
    await refused(
      send({ body: { expandMask: { paths: [`${entry}s`] } } }),
      400,
      `invalid expand mask path ${JSON.stringify(`${entry}s`)}`,
    );
  };
}

const grant: Place = ['taskView', 'task', 'type', 'grant'];
const source = {
  conversationId: 'C0REVIEWS',
  externalUrl: 'https://acme.example/archives/C0REVIEWS/p1',
  integrationId: 'T0ACME',
  isExtension: true,
  requestId: 'request-1',
};

const ofGrants: Readonly<Record<string, Effect>> = {
  appId: async (send) => {
    await refused(send({ body: { appId: '' } }), 400, 'app_id is required');
    await refused(send({ body: { appId: 'app-none' } }), 404, 'app not found: app-none');
    expect(at(await accepted(send()), ...grant, 'appId')).toBe('app-github');
  },
  appEntitlementId: async (send) => {
    await refused(send({ body: { appEntitlementId: '' } }), 400, 'app_entitlement_id is required');
    await refused(
      send({ body: { appEntitlementId: 'none' } }),
      404,
      'app entitlement not found: none',
    );
    expect(at(await accepted(send()), ...grant, 'appEntitlementId')).toBe('ent-platform-admin');
  },
  appUserId: async (send) => {
    const appUserId = 'appuser-github-dara';
    const both = { appUserId, identityUserId: 'user-dara' };
    await refused(
      send({ body: both }),
      400,
      'app_user_id and identity_user_id are mutually exclusive',
    );
    const body = await accepted(send({ body: { appUserId, identityUserId: '' } }));
    expect([at(body, ...grant, 'appUserId'), at(body, 'taskView', 'task', 'userId')]).toEqual([
      appUserId,
      'user-dara',
    ]);
  },
  identityUserId: echoed({ identityUserId: 'user-ben' }, 'taskView', 'task', 'userId')('user-ben'),
  description: echoed({ description: 'Fog <b>!' }, 'taskView', 'task', 'description')('Fog <b>!'),
  emergencyAccess: echoed({ emergencyAccess: true }, 'taskView', 'task', 'emergencyAccess')(true),
  grantDuration: async (send) => {
    await refused(
      send({ body: { grantDuration: '1h' } }),
      400,
      'invalid google.protobuf.Duration value "1h"',
    );
    await echoed({ grantDuration: '3600s' }, ...grant, 'grantDuration')('3600s')(send);
  },
  requestData: echoed(
    { requestData: { deep: [1, { two: null }] } },
    'taskView',
    'task',
    'data',
  )({
    deep: [1, { two: null }],
  }),
  expandMask: async (send) => {
    expect(
      filledPaths(at(await accepted(send({ body: { expandMask: null } })), 'taskView')),
    ).toEqual([]);
  },
  'expandMask.paths': async (send) => {
    const body = await accepted(send({ body: { expandMask: { paths: ['app_id', 'user_id'] } } }));
    expect(filledPaths(at(body, 'taskView'))).toEqual(['appPath', 'userPath']);
    expect(listAt(body, 'expanded')).toHaveLength(2);
  },
  'expandMask.paths, *': async (send) => {
    const body = await accepted(send({ body: { expandMask: { paths: ['*'] } } }));
    expect(filledPaths(at(body, 'taskView')).length).toBeGreaterThan(6);
  },
  ...Object.fromEntries(
    Object.entries(taskExpandEntries).map(([entry, paths]) => [
      `expandMask.paths, ${entry}`,
      expands(entry, paths),
    ]),
  ),
  source: echoed({ source }, ...grant, 'source')(source),
  ...Object.fromEntries(
    Object.entries(source).map(([name, value]) => [
      `source.${name}`,
      echoed({ source: { [name]: value } }, ...grant, 'source', name)(value),
    ]),
  ),
};

const contradicted = (ref: Fields): Effect => {
  return async (send) => {
    await refused(
      send({ body: { appEntitlementRef: ref } }),
      400,
      'app_entitlement_ref does not match the path',
    );
    await accepted(send());
  };
};

/** The path names the entitlement; the body may repeat it and must not contradict it. */
const ofOwnershipSources: Readonly<Record<string, Effect>> = {
  appEntitlementRef: async (send) => {
    await accepted(send({ body: { appEntitlementRef: null } }));
    expect((await send()).status).toBe(409);
  },
  'appEntitlementRef.appId': contradicted({ appId: 'app-aws', id: 'ent-group-security' }),
  'appEntitlementRef.id': contradicted({ appId: 'app-lantern', id: 'ent-group-vpn' }),
};

const idsIn = (body: unknown): readonly unknown[] =>
  listAt(body, 'list').map((one) => at(one, 'id'));

const ofSearches: Readonly<Record<string, Effect>> = {
  pageSize: async (send) => {
    expect(idsIn(await accepted(send({ body: { pageSize: 10 } })))).toHaveLength(10);
    expect(idsIn(await accepted(send({ body: { pageSize: 100 } }))).length).toBeGreaterThan(10);
  },
  pageToken: async (send) => {
    const first = await accepted(send({ body: { pageSize: 10 } }));
    const second = await accepted(
      send({ body: { pageSize: 10, pageToken: textAt(first, 'nextPageToken') } }),
    );
    expect(idsIn(second).filter((id) => idsIn(first).includes(id))).toEqual([]);
    expect(at(second, 'nextPageToken')).toBe('');
  },
  query: async (send) => {
    expect(idsIn(await accepted(send({ body: { query: '契約' } })))).toEqual([
      'credential-policy-contractors',
    ]);
  },
  refs: async (send) => {
    const all = idsIn(await accepted(send({ body: { pageSize: 100 } })));
    expect(idsIn(await accepted(send({ body: { pageSize: 100, refs: [] } })))).toEqual(all);
  },
  'refs.id': async (send) => {
    const refs = [{ id: 'credential-policy-default' }];
    expect(idsIn(await accepted(send({ body: { refs } })))).toEqual(['credential-policy-default']);
  },
};

const connector: Place = ['connectorView', 'connector'];
const schedule = { cronSpec: '*/5 * * * *', start: '2026-02-01T00:00:00Z', timezone: 'UTC' };
const status = {
  completedAt: '2026-02-01T00:00:03Z',
  startedAt: '2026-02-01T00:00:01Z',
  updatedAt: '2026-02-01T00:00:02Z',
  lastError: 'fog',
};
const config = { '@type': 'type.acme.example/Other', region: 'north' };

/** A field of the connector that comes back as it was set. */
function set(
  name: string,
  value: unknown,
  expected: unknown = value,
): Readonly<Record<string, Effect>> {
  return {
    [`connector.${name}`]: echoed({ connector: { [name]: value } }, ...connector, name)(expected),
  };
}

/** A field within a message of the connector. */
function setWithin(name: string, members: Fields): Readonly<Record<string, Effect>> {
  return Object.fromEntries(
    Object.entries(members).map(([inner, value]) => [
      `connector.${name}.${inner}`,
      echoed({ connector: { [name]: { [inner]: value } } }, ...connector, name, inner)(value),
    ]),
  );
}

function identifies(name: string): Readonly<Record<string, Effect>> {
  const other = { connector: { [name]: 'another' } };
  return {
    [`connector.${name}`]: (send) =>
      refused(send({ body: other }), 400, `connector.${name} cannot be changed`),
  };
}

const ofConnectorUpdates: Readonly<Record<string, Effect>> = {
  connector: async (send) => {
    const before = at(
      await accepted(send({ body: { connector: {} } })),
      ...connector,
      'displayName',
    );
    expect(before).toBe('GitHub sync');
    expect(at(await accepted(send()), ...connector, 'displayName')).toBe('Renamed');
  },
  ...identifies('appId'),
  ...identifies('catalogId'),
  ...identifies('id'),
  ...set('description', 'Fog'),
  ...set('displayName', 'Fog sync'),
  ...set('syncDisabledCategory', 'MAINTENANCE'),
  ...set('syncDisabledReason', 'painting'),
  ...set('canResumeSync', false),
  ...set('disableCheckBadSync', true),
  ...set('parallelSyncWorkerCount', 7),
  ...set('profileAllowList', ['department']),
  ...set('profileIgnoreList', ['costCentre']),
  ...set('userIds', ['user-ben']),
  ...set('config', config, expect.objectContaining(config)),
  ...set('connectorSyncCronSchedule', schedule),
  ...setWithin('connectorSyncCronSchedule', schedule),
  'connector.oauthAuthorizedAs': async (send) => {
    const body = await accepted(send({ body: { connector: { oauthAuthorizedAs: {} } } }));
    expect(at(body, ...connector, 'oauthAuthorizedAs', 'authEmail')).toBe('ana@acme.example');
  },
  ...set('status', status, { ...status, status: 'SYNC_STATUS_DONE' }),
  ...setWithin('status', status),
  ...set('syncConfig', { syncResourceTypeIds: ['team'] }),
  ...setWithin('syncConfig', { syncResourceTypeIds: ['repo'] }),
  expandMask: async (send) => {
    expect(listAt(await accepted(send({ body: { expandMask: null } })), 'expanded')).toEqual([]);
  },
  'expandMask.paths': async (send) => {
    const body = await accepted(send({ body: { expandMask: { paths: ['*'] } } }));
    expect(filledPaths(at(body, 'connectorView'))).toEqual([
      'appPath',
      'capabilitiesPath',
      'usersPath',
    ]);
  },
  updateMask: async (send) => {
    const changed = { displayName: 'Only this', description: 'not this' };
    const body = await accepted(send({ body: { connector: changed, updateMask: 'displayName' } }));
    expect(at(body, ...connector, 'displayName')).toBe('Only this');
    expect(at(body, ...connector, 'description')).not.toBe('not this');
  },
};

/** What the body fields of each POST do. */
export const bodyEffects: Readonly<Record<number, Readonly<Record<string, Effect>>>> = {
  1: ofGrants,
  2: ofOwnershipSources,
  3: ofOwnershipSources,
  4: ofSearches,
  5: ofConnectorUpdates,
};
