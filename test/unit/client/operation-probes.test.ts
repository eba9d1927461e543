import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../src/domain/outward/service-refusal.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import { optionalOperations } from '../../../src/domain/settings/access-settings.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { type AnyEndpoint, labelOf } from '../../../src/service/client/wire/endpoint.ts';
import { createLooks } from '../../../src/service/operations/look-at-operations.ts';
import { noIds, probesOf } from '../../../src/service/operations/operation-probes.ts';

const now = () => new Date('2026-03-01T08:00:00Z');

type Answer = object | { readonly refusal: ServiceRefusal['kind']; readonly message?: string };

/** A tenant that answers at these paths so; at every other one with an empty object. */
function tenant(answers: Readonly<Record<string, Answer | OutwardFailure>> = {}) {
  const calls: { readonly one: AnyEndpoint; readonly input: object }[] = [];
  const call: GovernanceClient['call'] = async (one, input) => {
    calls.push({ one, input });
    const answer = answers[labelOf(one)] ?? answers['*'] ?? {};
    if (answer instanceof OutwardFailure) throw answer;
    if ('refusal' in answer) {
      const { refusal: kind, message = '' } = answer as Extract<Answer, { refusal: unknown }>;
      return refuse({ kind, message, existingTaskId: null, serviceRequestId: null });
    }
    const usual = {
      userId: 'user-bot',
      taskView: { task: { id: 'task-1' } },
      userView: { user: {} },
    };
    const more = { requestSchema: { form: {} }, requestSettings: {}, policy: { id: 'policy-1' } };
    return ok(one.answer.parse({ ...usual, ...more, list: [], ...answer }));
  };
  return { calls, look: createLooks({ call }, now) };
}

const notServed = { refusal: 'not-found', message: 'no such route' } as const;
const unserved = 'GET /api/v1/access-request-bot-doctor';

describe('the reads that find operations', () => {
  it('are these and no other, and none of them changes anything', async () => {
    const { calls, look } = tenant();
    await look(optionalOperations);
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
      'GET /api/v1/recovery-policies',
      'GET /api/v1/request_schemas/{request_schema_id}',
      'GET /api/v1/settings/request',
      'GET /api/v1/tasks/{task_id}',
      'GET /api/v1/users/{id}',
      'POST /api/v1/grants/feed',
      'POST /api/v1/search/all_automation_executions',
      'POST /api/v1/search/entitlements',
      'POST /api/v1/search/grants',
      'POST /api/v1/search/role-mining/suggestions',
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
    await look(['userGrants', 'requestSchemas', 'policyRead', 'userRead']);
    expect(calls.slice(-4).map(({ input }) => input)).toEqual([
      {
        path: { app_id: 'app-1', app_entitlement_id: 'ent-1', identity_user_id: 'user-bot' },
      },
      { path: { request_schema_id: 'form-1' } },
      { path: { id: 'policy-1' } },
      { path: { id: 'user-bot' } },
    ]);
  });
});

describe('what an answer says of an operation', () => {
  const user = 'GET /api/v1/users/{id}';
  const failing = (httpStatus: number | null, kind: OutwardFailure['kind'] = 'http') =>
    new OutwardFailure({
      system: 'governance',
      kind,
      message: 'HTTP',
      certainlyNotDone: true,
      httpStatus,
    });

  it.each([
    ['it answers', {}, { look: 'there', words: '' }],
    [
      '403',
      { refusal: 'forbidden', message: 'no right' },
      { look: 'refused', words: 'forbidden, “no right”' },
    ],
    ['a 403 of a proxy', failing(403), { look: 'refused', words: 'HTTP' }],
    [
      'the 404 of a path that nobody serves',
      notServed,
      { look: 'missing', words: 'not-found, “no such route”' },
    ],
    [
      'a 404 with other words',
      { refusal: 'not-found', message: 'no such user' },
      { look: 'there', words: '' },
    ],
    ['501', failing(501), { look: 'missing', words: 'HTTP' }],
    ['a 404 of a proxy', failing(404), { look: 'unclear', words: 'HTTP' }],
    ['an answer that cannot be read', failing(200, 'decode'), { look: 'unclear', words: 'HTTP' }],
    ['503', failing(503), undefined],
    ['no answer', failing(null, 'network'), undefined],
    ['429', failing(429, 'rate-limited'), undefined],
    ['401', failing(401, 'unauthorized'), undefined],
  ] as const)('is told by %s', async (_, answer, look) => {
    const { look: lookAt } = tenant({ [unserved]: notServed, [user]: answer });
    expect((await lookAt(['userRead'])).get('userRead')).toEqual(look);
  });

  it('is unclear where a 404 without a word could be about the id', async () => {
    const silent = { refusal: 'not-found' } as const;
    const { look } = tenant({
      [unserved]: silent,
      'GET /api/v1/policies/{id}': silent,
      [user]: silent,
    });
    const answers = await look(['policyRead', 'userRead']);
    expect(answers.get('policyRead')?.look).toBe('unclear');
    // Of the owner of the credentials, who is certainly there.
    expect(answers.get('userRead')?.look).toBe('missing');
  });

  it('is never that it is missing where the tenant itself is not reached', async () => {
    const { look } = tenant({ '*': notServed });
    expect((await look(['userSearch'])).get('userSearch')?.look).toBe('unclear');
  });
});
