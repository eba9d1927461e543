import { describe, expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../src/domain/outward/service-refusal.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import type { Look, OperationFinding } from '../../../src/domain/settings/operation-finding.ts';
import { findingAfter } from '../../../src/domain/settings/operation-finding.ts';
import { governanceLooks } from '../../../src/operator/doctor/checks/governance-checks.ts';
import { settingsChecks } from '../../../src/operator/doctor/checks/settings-checks.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { tenantOf } from '../../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { createGrantTask } from '../../../src/service/client/endpoints.ts';
import { performTaskAction } from '../../../src/service/client/optional-operations.ts';
import { LiveOperations } from '../../../src/service/operations/live-operations.ts';
import { noCredential, testSettings } from '../../support/test-settings.ts';
import { toldBy } from '../../support/told-checks.ts';

const now = () => new Date('2026-03-02T12:00:00Z');
const governance = {
  ...testSettings().governance,
  operations: ['taskActions'],
  auto: { without: [] },
} as const;

const wrongMethod = new OutwardFailure({
  system: 'governance',
  kind: 'http',
  message: '',
  certainlyNotDone: true,
  httpStatus: 405,
});

/** The doctor's lines about a tenant that refuses these, and serves nothing under these paths. */
async function linesOf(
  refusals: Partial<Record<OptionalOperation, ServiceRefusal['kind']>>,
  unserved: readonly string[] = [],
) {
  const client: GovernanceClient = {
    async call({ operation, method, path, answer }) {
      if (method === 'GET' && path === createGrantTask.path) throw wrongMethod;
      const isUnserved = [...unserved, '/access-request-bot-doctor'].some((end) =>
        path.endsWith(end),
      );
      const kind = isUnserved ? 'not-found' : operation && refusals[operation];
      const message = isUnserved || kind === 'not-found' ? 'no such route' : '';
      if (kind !== undefined)
        return refuse({ kind, message, existingTaskId: null, serviceRequestId: null });
      const task = {
        taskView: { task: { id: 'task-1' } },
        requestSchema: { form: {} },
        requestSettings: {},
        policy: { id: 'policy-1' },
      };
      return ok(answer.parse({ ...task, userId: 'user-bot', userView: { user: {} }, list: [] }));
    },
    close: async () => undefined,
  };
  const liveOperations = new LiveOperations(now);
  const tenant = tenantOf(governance, liveOperations);
  const checks = await toldBy((tell) =>
    governanceLooks(
      {
        tenant: { ...governance, credential: noCredential },
        liveOperations,
        client,
        governance: createAccessGovernance(client, { tenant }),
        apps: [],
        baseUrl: 'https://acme.example',
        now,
      },
      tell,
    ),
  );
  const says = Object.fromEntries(checks.map((one) => [one.what, `${one.state}: ${one.says}`]));
  return { says, tenant };
}

it('the doctor finds out what the tenant has, and goes on with that', async () => {
  const { says, tenant } = await linesOf({ userRead: 'forbidden', riskLevels: 'not-found' });
  expect(says['operation taskRead']).toMatch(/^ok: found\./);
  expect(says['operation userRead']).toMatch(/^error: refused, because the right to GET /);
  expect(says['operation riskLevels']).toMatch(/^ok: absent, because the tenant does not serve/);
  expect(says['operation taskActions']).toMatch(/^ok: allowed, in governance\.allow\./);
  expect(tenant.of('taskRead')).toBe('present');
  expect(tenant.of('riskLevels')).toBe('absent');
});

it('the doctor names the setting that allows an operation which the tenant does not have', async () => {
  const { says } = await linesOf({}, [performTaskAction.path]);
  expect(says['operation taskActions']).toMatch(
    /^error: the tenant does not have it.* Take it out of governance\.allow\.$/,
  );
});

describe('settings that end the start with a list', () => {
  const settings = { ...testSettings({ governance }), offer: 'all' } as const;

  function saysWith(looks: Partial<Record<OptionalOperation, Look>>) {
    const liveOperations = new LiveOperations(now);
    const findings: OperationFinding[] = [];
    for (const operation of ['taskRead', 'userSearch', 'appList', 'entitlementSearch'] as const) {
      const answer = { look: looks[operation] ?? 'there', words: '' } as const;
      findings.push(findingAfter(null, { operation, answer }, now()));
    }
    liveOperations.serve(findings);
    const checks = settingsChecks(settings, false, tenantOf(governance, liveOperations));
    return Object.fromEntries(checks.map((one) => [one.what, `${one.state}: ${one.says}`]));
  }

  it('are what the doctor names with auto: an offer of all that cannot be read', () => {
    expect(saysWith({})).not.toHaveProperty('offer');
    expect(saysWith({ appList: 'missing' })['offer']).toMatch(
      /^error: all apps of the tenant cannot be read without appList:/,
    );
  });

  it('and a search for people that is not there', () => {
    expect(saysWith({})['finding people']).toBe('ok: directory, then userSearch, then owners');
    expect(saysWith({ userSearch: 'missing' })['finding people']).toMatch(
      /^warning: only among.* or take userSearch out of governance\.without/,
    );
  });

  it('and actions on tasks that cannot be read', () => {
    expect(saysWith({})['deciding']).toMatch(/^ok: act\./);
    const unread = settingsChecks(settings, false).find(({ what }) => what === 'deciding');
    expect(unread?.says).toBe('not checked: whether tasks can be read, npm run doctor finds out.');
  });
});
