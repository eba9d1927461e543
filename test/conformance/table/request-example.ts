import { type DeclaredEndpoint, filledPath } from '../../../conformance/interface.ts';
import type { Answer, RunningService } from '../service-client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call that the service answers with 200, per endpoint. */
interface RequestExample {
  readonly path: Readonly<Record<string, string>>;
  readonly body: Fields;
}

const onPlatform = { app_id: 'app-timetables', resource_type_id: 'group', resource_id: 'routes' };
const sourceRef = { appId: 'app-lantern', id: 'ent-group-security' };
const sourcePath = {
  app_entitlement_ref_app_id: sourceRef.appId,
  app_entitlement_ref_id: sourceRef.id,
};

const examples: Readonly<Record<number, RequestExample>> = {
  1: {
    path: {},
    body: {
      appId: 'app-github',
      appEntitlementId: 'ent-platform-admin',
      identityUserId: 'user-dara',
    },
  },
  2: {
    path: {
      app_id: 'app-github',
      entitlement_id: 'ent-platform-admin',
      role_slug: 'owner',
      ...sourcePath,
    },
    body: { appEntitlementRef: sourceRef },
  },
  3: {
    path: { app_id: 'app-github', role_slug: 'owner', ...sourcePath },
    body: { appEntitlementRef: sourceRef },
  },
  4: { path: {}, body: {} },
  5: {
    path: { connector_app_id: 'app-github', connector_id: 'conn-github' },
    body: { connector: { displayName: 'Renamed' } },
  },
  6: {
    path: { app_id: 'app-timetables', app_resource_type_id: 'group', app_resource_id: 'routes' },
    body: {},
  },
  7: { path: { catalog_id: 'mcp-tides' }, body: {} },
  8: { path: { app_id: 'app-github' }, body: {} },
  9: { path: { id: 'rule-unused-access' }, body: {} },
  10: { path: onPlatform, body: {} },
  11: { path: {}, body: {} },
  12: { path: onPlatform, body: {} },
  13: {
    path: {
      app_id: 'app-github',
      entitlement_id: 'ent-platform-admin',
      role_slug: 'owner',
      user_ref_id: 'user-ana',
    },
    body: {},
  },
  14: { path: {}, body: {} },
  15: { path: {}, body: {} },
  16: { path: {}, body: {} },
};

/** The example of an endpoint; fails where there is none. */
export function exampleOf(number: number): RequestExample {
  const example = examples[number];
  if (example === undefined) throw new Error(`no example of a request to endpoint ${number}`);
  return example;
}

/** The example with changes, sent by bare HTTP. `body` changes members at the top. */
export function sendExample(
  running: RunningService,
  one: DeclaredEndpoint,
  changes: {
    readonly path?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: Fields;
  } = {},
): Promise<Answer> {
  const example = exampleOf(one.number);
  const search = new URLSearchParams(changes.query).toString();
  const path = filledPath(one.path, { ...example.path, ...changes.path });
  return one.method === 'GET'
    ? running.client.get(search === '' ? path : `${path}?${search}`)
    : running.client.post(path, { ...example.body, ...changes.body });
}
