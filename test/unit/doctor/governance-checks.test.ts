import { describe, expect, it } from 'vitest';
import type { ServiceRefusal } from '../../../src/domain/outward/service-refusal.ts';
import { ok, refuse } from '../../../src/domain/result.ts';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { governanceLooks } from '../../../src/operator/doctor/checks/governance-checks.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { noCredential, testSettings } from '../../support/test-settings.ts';
import { toldBy } from '../../support/told-checks.ts';

function refused(kind: ServiceRefusal['kind']): ServiceRefusal {
  return { kind, message: '', existingTaskId: null, serviceRequestId: null };
}

/**
 * What the doctor says of the operations of a tenant that refuses these, where access.yaml names
 * `operations`.
 */
async function found(
  operations: readonly OptionalOperation[],
  refusals: Partial<Record<OptionalOperation, ServiceRefusal['kind']>>,
  atUnserved?: ServiceRefusal,
) {
  const asked: (string | undefined)[] = [];
  const client: GovernanceClient = {
    async call({ operation, path, answer }) {
      asked.push(operation);
      if (atUnserved !== undefined && path.endsWith('/access-request-bot-doctor'))
        return refuse(atUnserved);
      const kind = operation === undefined ? undefined : refusals[operation];
      if (kind !== undefined) return refuse(refused(kind));
      const task = { taskView: { task: { id: 'task-1' } } };
      return ok(
        answer.parse({ ...task, userId: 'user-bot', userView: { user: {} }, requestSchema: {} }),
      );
    },
    close: async () => undefined,
  };
  const governance = createAccessGovernance(client, {
    tenant: new TenantCapabilities(new Set(operations)),
  });
  const checks = await toldBy((tell) =>
    governanceLooks(
      {
        tenant: { credential: noCredential, operations },
        client,
        governance,
        apps: [],
        baseUrl: 'https://acme.example',
        now: () => new Date(0),
      },
      tell,
    ),
  );
  return {
    asked,
    says: Object.fromEntries(checks.map(({ what, state, says }) => [what, `${state}: ${says}`])),
  };
}

it('the doctor tries every operation that can be tried without changing something, and says which cannot', async () => {
  const all = [
    'taskRead',
    'taskAudit',
    'userRead',
    'userGrants',
    'taskActions',
    'taskRevoke',
  ] as const;
  const { asked, says } = await found(all, {
    taskRead: 'not-found',
    taskAudit: 'forbidden',
    userRead: 'invalid',
  });
  expect(says).toMatchObject({
    'operation taskRead': 'ok: answers “not-found” to an id that nothing has',
    'operation taskAudit': expect.stringMatching(
      /^error: the tenant refuses: forbidden\. Give the owner/,
    ),
    'operation userRead': expect.stringMatching(/^error: the tenant refuses: invalid/),
    'operation userGrants': 'ok: answers',
    'operation taskActions': 'warning: not checked: it cannot be tried without changing something.',
    'operation taskRevoke': 'warning: not checked: it cannot be tried without changing something.',
  });
  expect(asked).not.toContain('taskActions');
  expect(asked).not.toContain('taskRevoke');
});

it('does not call an operation fine whose 404 says as little as that of a path that nobody serves', async () => {
  const { says } = await found(['taskRead'], { taskRead: 'not-found' }, refused('not-found'));
  expect(says['operation taskRead']).toBe(
    'warning: not checkable: it answers “not-found” without a word, as at a path that nobody serves.',
  );
});

it('suggests what access.yaml does not name where setup would take it up', async () => {
  const { says } = await found([], { taskRead: 'not-found', appList: 'forbidden' });
  expect(says['operation riskLevels']).toBe(
    'ok: the tenant has it: add it to governance.operations to use it',
  );
  expect(says['operation taskRead']).toBe(says['operation riskLevels']);
  expect(says).not.toHaveProperty('operation appList');
  expect(says).not.toHaveProperty('operation taskActions');
});

describe('the doctor’s check for approvals by the bot itself', () => {
  const what = 'approvals by the bot itself';
  const [app] = testSettings().apps;
  const resources = [{ resourceTypeId: 'team', resourceId: 'platform' }];
  interface Tenant {
    readonly userId?: string;
    readonly owners?: readonly string[];
    /** Reviewers of an open task. */
    readonly reviewers?: readonly string[];
    /** null if the tenant has no such operation. */
    readonly appOwners?: readonly string[] | null;
    readonly policies?: readonly object[] | null;
  }

  async function said(tenant: Tenant) {
    const { userId = 'user-bot', owners = ['user-ana'], reviewers = [] } = tenant;
    const { appOwners = ['user-ana'], policies = [] } = tenant;
    const client: GovernanceClient = {
      async call({ path, answer }) {
        if (path.endsWith('/ownerids')) {
          return appOwners === null
            ? refuse(refused('not-found'))
            : ok(answer.parse({ userIds: appOwners }));
        }
        if (path.endsWith('/search/policies')) {
          return policies === null
            ? refuse(refused('not-found'))
            : ok(answer.parse({ list: policies }));
        }
        if (path.endsWith('/owners') && owners.length === 0) return refuse(refused('not-found'));
        if (path.endsWith('/owners'))
          return ok(answer.parse({ list: owners.map((id) => ({ id })) }));
        const task = {
          id: 'task-1',
          numericId: '1042',
          policy: { current: { id: 's', approval: {} } },
        };
        const view = { task: { ...task, stepApproverIds: reviewers } };
        return ok(
          answer.parse({
            list: [view],
            taskView: view,
            userId,
            userView: { user: {} },
            requestSchema: {},
          }),
        );
      },
      close: async () => undefined,
    };
    if (app === undefined) throw new Error('the test settings have an app');
    const governance = createAccessGovernance(client, {
      tenant: new TenantCapabilities(new Set(['taskSearch'])),
    });
    const apps = [{ ...app, resources }];
    const checks = await toldBy((tell) =>
      governanceLooks(
        {
          tenant: { credential: noCredential, operations: ['taskSearch'] },
          client,
          governance,
          apps,
          baseUrl: 'https://acme.example',
          now: () => new Date(0),
        },
        tell,
      ),
    );
    const found = checks.find((one) => one.what === what);
    return `${found?.state}: ${found?.says}`;
  }

  it('warns where its account owns a resource, or is asked to decide, and says what to do', async () => {
    const mend = /approved by them, .* Give the bot a service principal that approves nothing\.$/;
    const owner = await said({ owners: ['user-ana', 'user-bot'] });
    expect(owner).toMatch(/^warning: user-bot owns GitHub team\/platform\. /);
    expect(owner).toMatch(mend);
    const reviewer = await said({ reviewers: ['user-ana', 'user-bot'] });
    expect(reviewer).toMatch(/^warning: user-bot is asked to decide #1042\. /);
    expect(reviewer).toMatch(mend);
  });

  it('accepts an account that reviews nothing, even when the tenant ignores the search', async () => {
    const fine =
      'ok: none known: user-bot owns no resource and no app of access.yaml, no policy names it, and no open request waits for it';
    expect(await said({ reviewers: ['user-ana'] })).toBe(fine);
  });

  it('warns where its account owns an app of access.yaml', async () => {
    expect(await said({ appOwners: ['user-bot'] })).toMatch(
      /^warning: user-bot owns the app GitHub\. The service/,
    );
  });

  it.each([
    [
      'a step',
      { grant: { steps: [{ approval: { users: { userIds: ['user-ana', 'user-bot'] } } }] } },
    ],
    [
      'a fallback',
      { grant: { steps: [{ approval: { manager: { fallbackUserIds: ['user-bot'] } } }] } },
    ],
    [
      'an escalation',
      {
        grant: {
          steps: [
            { approval: { escalation: { reassignToApprovers: { approverIds: ['user-bot'] } } } },
          ],
        },
      },
    ],
  ])('warns when a policy names its account in %s', async (_, policySteps) => {
    const policies = [
      { id: 'policy-1', displayName: 'Standard', policySteps: {} },
      { id: 'policy-2', displayName: 'Two eyes', policySteps },
    ];
    expect(await said({ policies })).toMatch(
      /^warning: user-bot is named in the policy "Two eyes"\. The service/,
    );
    const wrapped = policies.map((policy) => ({ policy }));
    expect(await said({ policies: wrapped })).toMatch(/named in the policy "Two eyes"/);
  });

  it('names what it could not look at beside what it found', async () => {
    expect(await said({ appOwners: null, policies: null, owners: ['user-bot'] })).toMatch(
      /^warning: user-bot owns GitHub team\/platform\. .* Not checked: the owners of the app GitHub, the policies\.$/,
    );
    expect(await said({ appOwners: null })).toMatch(
      /^warning: not checked: the owners of the app GitHub cannot be read/,
    );
    expect(await said({ policies: null })).toMatch(
      /^warning: not checked: the policies cannot be read/,
    );
  });

  it('does not call fine what it could not look at', async () => {
    expect(await said({ owners: [] })).toMatch(
      /^warning: not checked: the owners of GitHub team\/platform cannot/,
    );
    expect(await said({ userId: '' })).toMatch(
      /^warning: not checked: the tenant does not tell whose/,
    );
  });
});
