import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { optionalOperations } from '../../../src/domain/settings/access-settings.ts';
import { seeOperations } from '../../../src/operator/doctor/checks/operation-checks.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { type AnyEndpoint, labelOf } from '../../../src/service/client/wire/endpoint.ts';
import { noIds, probesOf } from '../../../src/service/operations/operation-probes.ts';

const now = () => new Date('2026-03-01T08:00:00Z');

/** A tenant that answers at these paths so; at every other one with an empty object. */
function tenant(answers: Readonly<Record<string, object>> = {}) {
  const calls: { readonly one: AnyEndpoint; readonly input: object }[] = [];
  const call: GovernanceClient['call'] = async (one, input) => {
    calls.push({ one, input });
    const usual = {
      userId: 'user-bot',
      taskView: { task: { id: 'task-1' } },
      userView: { user: {} },
    };
    const more = { requestSchema: { form: {} }, requestSettings: {}, policy: { id: 'policy-1' } };
    const answer = answers[labelOf(one)] ?? {};
    return ok(one.answer.parse({ ...usual, ...more, list: [], ...answer }));
  };
  return { calls, look: () => seeOperations({ client: { call }, appId: undefined, now }) };
}

describe('the reads that find operations', () => {
  it('are these and no other, and none of them changes anything', async () => {
    const { calls, look } = tenant();
    await look();
    expect([...new Set(calls.map(({ one }) => labelOf(one)))].toSorted()).toEqual([
      'GET /api/v1/access-request-bot-doctor',
      'GET /api/v1/apps',
      'GET /api/v1/apps/{app_id}/access_request_defaults',
      'GET /api/v1/apps/{app_id}/entitlement_configuration_rules',
      'GET /api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/grants',
      'GET /api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/users/{identity_user_id}/grants',
      'GET /api/v1/apps/{app_id}/entitlements/{entitlement_id}/ownerids',
      'GET /api/v1/apps/{app_id}/ownerids',
      'GET /api/v1/apps/{app_id}/users/{user_id}/app_users',
      'GET /api/v1/attributes/risk_levels',
      'GET /api/v1/auth/introspect',
      'GET /api/v1/catalogs',
      'GET /api/v1/policies/{id}',
      'GET /api/v1/request_schemas/{request_schema_id}',
      'GET /api/v1/settings/request',
      'GET /api/v1/task/revoke',
      'GET /api/v1/tasks/{task_id}',
      'GET /api/v1/tasks/{task_id}/action/{verb}',
      'GET /api/v1/users/{id}',
      'POST /api/v1/grants/feed',
      'POST /api/v1/search/entitlements',
      'POST /api/v1/search/grants',
      'POST /api/v1/search/tasks',
      'POST /api/v1/search/users',
      'POST /api/v1/task/audits',
    ]);
    expect(calls.filter(({ one }) => one.effect !== 'read')).toEqual([]);
  });

  it('are there for every operation but those that give power', () => {
    const probes = probesOf(noIds, now());
    const missing = optionalOperations.filter((one) => probes[one] === undefined);
    expect(missing).toEqual(['taskActions', 'taskRevoke']);
  });

  it('ask about ids that lists told', async () => {
    const view = {
      appEntitlement: {
        id: 'ent-1',
        appId: 'app-1',
        requestSchemaId: 'form-1',
        grantPolicyId: 'policy-1',
      },
    };
    const { calls, look } = tenant({
      'POST /api/v1/search/entitlements': { list: [view] },
      'GET /api/v1/auth/introspect': { userId: 'user-bot' },
    });
    await look();
    const asked = calls.map(({ input }) => input);
    for (const input of [
      {
        path: { app_id: 'app-1', app_entitlement_id: 'ent-1', identity_user_id: 'user-bot' },
      },
      { path: { request_schema_id: 'form-1' } },
      { path: { id: 'policy-1' } },
      { path: { id: 'user-bot' } },
    ])
      expect(asked).toContainEqual(input);
  });
});
