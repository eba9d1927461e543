import { describe, expect, it } from 'vitest';
import type { ServiceRefusal } from '../../../src/domain/outward/service-refusal.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { ownApprovalsLook } from '../../../src/operator/doctor/checks/governance-checks.ts';
import {
  operationsLook,
  seeOperations,
} from '../../../src/operator/doctor/checks/operation-checks.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { failing } from '../../support/failures.ts';
import { testSettings } from '../../support/test-settings.ts';
import { byWhat, judged } from '../../support/told-checks.ts';

function refused(kind: ServiceRefusal['kind']): ServiceRefusal {
  return { kind, message: '', existingTaskId: null, serviceRequestId: null };
}

const now = () => new Date(0);

/** What is seen of a tenant that refuses these, where access.yaml names `operations`. */
async function found(
  operations: readonly OptionalOperation[],
  refusals: Partial<Record<OptionalOperation, ServiceRefusal['kind']>>,
  atUnserved?: ServiceRefusal,
) {
  const asked: (string | undefined)[] = [];
  const client: Pick<GovernanceClient, 'call'> = {
    async call({ operation, path, answer }) {
      asked.push(operation);
      if (atUnserved !== undefined && path.endsWith('/access-request-bot-doctor'))
        return refuse(atUnserved);
      const kind = operation === undefined ? undefined : refusals[operation];
      if (kind !== undefined) return refuse(refused(kind));
      const people = { userId: 'user-bot', userView: { user: {} } };
      const rules = {
        requestSchema: { form: {} },
        requestSettings: {},
        policy: { id: 'policy-1' },
      };
      const task = { taskView: { task: { id: 'task-1' } } };
      return ok(answer.parse({ ...people, ...rules, ...task, list: [] }));
    },
  };
  const deps = { client, appId: undefined, now };
  const look = operationsLook({ ...deps, configured: new Set(operations) });
  const says = byWhat(await judged([look]));
  return { asked, says, setup: await seeOperations(deps) };
}

describe('the operations of a tenant', () => {
  it.each([
    [undefined, 'ok: answers'],
    ['not-found', 'ok: answers “not-found” to an id that nothing has'],
    ['forbidden', /^error: the tenant refuses: forbidden\. Give the owner/],
  ] as const)('that answer %s are read so', async (kind, words) => {
    const { says } = await found(['taskAudit'], kind === undefined ? {} : { taskAudit: kind });
    expect(says.get('operation taskAudit')).toMatch(words);
  });

  it('that give power are never tried', async () => {
    const { asked, says } = await found(['taskActions', 'taskRevoke'], {});
    for (const one of ['taskActions', 'taskRevoke'])
      expect(says.get(`operation ${one}`)).toBe(
        'warning: not checked: it cannot be tried without changing something.',
      );
    expect(asked).not.toContain('taskActions');
    expect(asked).not.toContain('taskRevoke');
  });

  it('are not called fine where a 404 says as little as that of a path that nobody serves', async () => {
    const { says } = await found(['taskRead'], { taskRead: 'not-found' }, refused('not-found'));
    expect(says.get('operation taskRead')).toBe(
      'warning: not checkable: it answers “not-found” without a word, as at a path that nobody serves.',
    );
  });

  it('are called slow, and not refused, where the doctor ended before they answered', async () => {
    const ends = new AbortController();
    const client: Pick<GovernanceClient, 'call'> = {
      async call() {
        ends.abort();
        throw failing('network', false);
      },
    };
    const configured = new Set(['userSearch'] as const);
    const deps = { client, appId: undefined, now, configured, ends: ends.signal };
    const says = byWhat(await judged([operationsLook(deps)]));
    expect(says.get('operation userSearch')).toBe('warning: not checked: it is slow to answer.');
  });

  it('that access.yaml lacks stand in the line to paste, as setup would write it', async () => {
    const { says, setup } = await found([], { appList: 'forbidden' });
    expect(says.get('operation riskLevels')).toBe(
      'ok: the tenant has it: add it to governance.operations to use it',
    );
    expect(says.has('operation appList')).toBe(false);
    expect(says.has('operation taskActions')).toBe(false);
    expect(says.get('operations')).toBe(
      `warning: governance.operations is not what the tenant has. Write: operations: [${setup.answering.join(', ')}]`,
    );
  });
});

describe('the doctor’s check for approvals by the bot itself', () => {
  const [app] = testSettings().apps;
  const resources = [{ resourceTypeId: 'team', resourceId: 'platform' }];
  interface Tenant {
    readonly userId?: string;
    readonly owners?: readonly string[];
    /** null if the tenant has no such operation. */
    readonly appOwners?: readonly string[] | null;
    readonly policies?: readonly object[] | null;
  }

  async function said(tenant: Tenant) {
    const { userId = 'user-bot', owners = ['user-ana'] } = tenant;
    const { appOwners = ['user-ana'], policies = [] } = tenant;
    const answers: readonly (readonly [string, object | null])[] = [
      ['/ownerids', appOwners && { userIds: appOwners }],
      ['/search/policies', policies && { list: policies }],
      ['/owners', owners.length === 0 ? null : { list: owners.map((id) => ({ id })) }],
      ['/introspect', { userId }],
    ];
    const client: Pick<GovernanceClient, 'call'> = {
      async call({ path, answer }) {
        const [, told = null] = answers.find(([end]) => path.endsWith(end)) ?? [];
        return told === null ? refuse(refused('not-found')) : ok(answer.parse(told));
      },
    };
    if (app === undefined) throw new Error('the test settings have an app');
    const governance = createAccessGovernance(client, {
      tenant: new TenantCapabilities(new Set()),
    });
    const look = ownApprovalsLook({ client, governance, apps: [{ ...app, resources }] });
    return byWhat(await judged([look])).get(look.what);
  }
  const approvedBy = (approval: object) => ({
    policies: [
      { policy: { id: 'policy-1', displayName: 'Standard', policySteps: {} } },
      {
        id: 'policy-2',
        displayName: 'Two eyes',
        policySteps: { grant: { steps: [{ approval }] } },
      },
    ],
  });

  it.each<[string, Tenant, RegExp]>([
    [
      'owns a resource',
      { owners: ['user-ana', 'user-bot'] },
      /^warning: user-bot owns GitHub team\/platform\. .*approved by them, .* Give the bot a service principal that approves nothing\.$/,
    ],
    ['owns an app', { appOwners: ['user-bot'] }, /^warning: user-bot owns the app GitHub\. The/],
    [
      'is named in a step',
      approvedBy({ users: { userIds: ['user-ana', 'user-bot'] } }),
      /^warning: user-bot is named in the policy "Two eyes"\. The service/,
    ],
    [
      'is named in an escalation',
      approvedBy({ escalation: { reassignToApprovers: { approverIds: ['user-bot'] } } }),
      /named in the policy "Two eyes"/,
    ],
    [
      'reviews nothing',
      {},
      /^ok: none known: user-bot owns no resource and no app of access\.yaml, and no policy names it$/,
    ],
    [
      'owns something, where not all can be read',
      { appOwners: null, policies: null, owners: ['user-bot'] },
      /^warning: user-bot owns .* Not checked: the owners of apps, the policies\.$/,
    ],
    [
      'may own what cannot be read',
      { owners: [], appOwners: null, policies: null },
      /^warning: not checked: the owners of apps, the owners of resources, the policies cannot be read/,
    ],
    ['is not known', { userId: '' }, /^warning: not checked: the tenant does not tell whose/],
  ])('reads an account that %s', async (_what, tenant, says) => {
    expect(await said(tenant)).toMatch(says);
  });
});
