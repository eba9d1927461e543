import { describe, expect, it } from 'vitest';
import type { PolicyStep, RequestPolicy } from '../../../src/domain/catalogue/policy-steps.ts';
import { createWhoDecides } from '../../../src/use-cases/catalogue/who-decides.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { FakeGovernance, FakeWorld, failing } from '../../support/fakes.ts';
import { entitlement, person } from '../../support/samples.ts';

const policy = (steps: readonly PolicyStep[] | null, change: Partial<RequestPolicy> = {}) => ({
  id: 'grant',
  hasRules: false,
  baselineId: null,
  steps,
  ...change,
});
const users = (...userIds: readonly string[]): PolicyStep => ({
  kind: 'users',
  userIds,
  allowSelfApproval: false,
});

class Service extends FakeGovernance {
  isDown = false;
  override async managersOf(id: string) {
    if (this.isDown) throw failing('network', true);
    return super.managersOf(id);
  }
}

async function asking(
  policies: readonly RequestPolicy[],
  change: Parameters<typeof entitlement>[0] = {},
) {
  const governance = new Service();
  governance.operations = new Set(['policyRead', 'userSearch']);
  for (const id of ['ana', 'ben']) governance.people.set(id, person(id));
  const group = entitlement({ id: 'security', name: 'Security' });
  const catalogue = {
    ...(await catalogueOf([group])),
    policy: (id: string) => policies.find((one) => one.id === id) ?? null,
  };
  const ask = createWhoDecides({ governance, world: new FakeWorld(), catalogue });
  const asked = entitlement({ policyId: 'grant', ...change });
  return {
    governance,
    ordinary: async (identityUserId: string | undefined = 'ben') =>
      (await ask({ entitlement: asked, identityUserId })).ordinary,
    emergency: async () => (await ask({ entitlement: asked, identityUserId: 'ben' })).emergency,
  };
}

describe('who decides by the policy', () => {
  it('is named step by step', async () => {
    const steps: PolicyStep[] = [
      users('ana', 'ben'),
      { kind: 'group', appId: 'app-github', entitlementId: 'security' },
      { kind: 'group', appId: 'app-github', entitlementId: 'hidden' },
      { kind: 'app-owners' },
    ];
    const { ordinary } = await asking([policy(steps)]);
    expect(await ordinary()).toEqual([
      { kind: 'users', names: [person('ana').name], count: 1 },
      { kind: 'group', name: 'Security' },
      { kind: 'group', name: null },
      { kind: 'app-owners' },
    ]);
  });

  it('is never the person it is for, unless the step allows it', async () => {
    const { ordinary } = await asking([policy([users('ben')])]);
    expect(await ordinary()).toEqual([{ kind: 'rule' }]);
    const allowed = { ...users('ben'), kind: 'users', allowSelfApproval: true } as const;
    const self = await asking([policy([{ ...allowed, userIds: ['ben'] }])]);
    expect(await self.ordinary()).toMatchObject([{ names: [person('ben').name] }]);
  });

  it('is not told where a name cannot be read, or nobody may look it up', async () => {
    const { ordinary, governance } = await asking([policy([users('gone'), { kind: 'self' }])]);
    expect(await ordinary()).toBeNull();
    governance.people.set('gone', { ...person('gone'), status: 'DISABLED' });
    const again = await asking([policy([users('ana')])]);
    again.governance.operations.delete('userSearch');
    expect(await again.ordinary()).toBeNull();
  });

  it('names the manager where that is known', async () => {
    const { ordinary, governance } = await asking([policy([{ kind: 'manager' }])]);
    governance.isDown = true;
    expect(await ordinary()).toEqual([{ kind: 'manager', names: [] }]);
    governance.isDown = false;
    governance.managers.set('ben', [person('ana')]);
    expect(await ordinary()).toEqual([{ kind: 'manager', names: [person('ana').name] }]);
  });

  it('counts the people of a step whom it does not look up', async () => {
    const ids = ['ana', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { ordinary } = await asking([policy([users(...ids)])]);
    expect(await ordinary()).toMatchObject([{ names: [person('ana').name], count: 3 }]);
  });

  it('depends where rules choose, of the policy, of one that it leads to, or of the app', async () => {
    const ruled = policy([users('ana')], { hasRules: true });
    expect(await (await asking([ruled])).ordinary()).toBe('depends');
    const leading = policy([], { baselineId: 'other' });
    const other = { ...ruled, id: 'other' };
    expect(await (await asking([leading, other])).ordinary()).toBe('depends');
    const open = await asking([policy([users('ana')])], { isPolicyOpen: true });
    expect(await open.ordinary()).toBe('depends');
  });

  it('follows the policy that another leads to, but not for ever', async () => {
    const leading = policy([{ kind: 'self' }], { baselineId: 'other' });
    const other = policy([{ kind: 'rule' }], { id: 'other' });
    expect(await (await asking([leading, other])).ordinary()).toEqual([{ kind: 'rule' }]);
    const around = policy([{ kind: 'self' }], { baselineId: 'grant' });
    expect(await (await asking([around])).ordinary()).toBeNull();
  });

  it.each([
    ['is not known', []],
    ['cannot be read', [policy(null)]],
    ['reads empty', [policy([])]],
  ])('is not told where the policy %s', async (_what, policies) => {
    expect(await (await asking(policies)).ordinary()).toBeNull();
  });

  it('is asked for emergencies by their own policy', async () => {
    const storm = policy([{ kind: 'accept' }], { id: 'storm' });
    const { emergency } = await asking([storm], { emergencyPolicyId: 'storm' });
    expect(await emergency()).toEqual([{ kind: 'accept' }]);
    expect(await (await asking([policy([{ kind: 'self' }])])).emergency()).toBeNull();
  });

  it('is not known where nothing tells the policy', async () => {
    expect(await (await asking([])).ordinary()).toBeNull();
  });
});
