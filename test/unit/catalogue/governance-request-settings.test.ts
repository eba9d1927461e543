import { describe, expect, it } from 'vitest';
import { startGovernanceServer } from '../../support/governance-server.ts';

const rule = (change: object = {}, settings: object = {}) => ({
  id: 'rule-1',
  displayName: 'A rule',
  enabled: true,
  priority: 1,
  condition: '',
  settings: { maxGrantDuration: '3600s', ...settings },
  ...change,
});

async function rulesOf(json: object) {
  await using server = await startGovernanceServer(() => ({ json }));
  return await server.port('entitlementConfigurationRules').configurationRules('app-github');
}
async function defaultsOf(json: object) {
  await using server = await startGovernanceServer(() => ({ json }));
  return await server.port('accessRequestDefaults').requestDefaults('app-github');
}

describe('the configuration rules of an app', () => {
  it('are those in force, the lowest priority first', async () => {
    const list = [
      rule({ priority: 20 }, { maxGrantDuration: '7200s' }),
      rule({ enabled: false }),
      rule({ deletedAt: '2026-01-01T00:00:00Z' }),
      rule({ priority: '3', condition: 'entitlement.risk == "high"' }),
    ];
    expect(await rulesOf({ list })).toMatchObject([
      { isForAll: false, longestSeconds: 3_600 },
      { isForAll: true, longestSeconds: 7_200 },
    ]);
  });

  it.each([
    ['null', { list: null }, []],
    ['without settings', { list: [rule({ settings: null })] }, [{ longestSeconds: null }]],
    [
      'with no length',
      { list: [rule({}, { maxGrantDuration: '0s' })] },
      [{ longestSeconds: null }],
    ],
    [
      'with a strange one',
      { list: [rule({}, { maxGrantDuration: 'P1D' })] },
      [{ longestSeconds: null }],
    ],
  ])('say nothing where they are %s', async (_what, json, value) => {
    expect(await rulesOf(json)).toMatchObject(value);
  });

  it.each([
    ['are not there', {}],
    ['are of another app', { list: [rule({ appId: 'app-aws' })] }],
    ['have a condition that is no text', { list: [rule({ condition: 7 })] }],
    ['are no list', { list: 'none' }],
  ])('are a failure where they %s', async (_what, json) => {
    await expect(rulesOf(json)).rejects.toMatchObject({ kind: 'decode' });
  });
});

describe('the defaults of an app', () => {
  it('count only where they are in force', async () => {
    const json = { appId: 'app-github', durationGrant: '3600s', defaultsEnabled: true };
    expect(await defaultsOf(json)).toMatchObject({ longestSeconds: 3_600 });
    expect(await defaultsOf({ ...json, defaultsEnabled: false })).toBe('none');
    expect(await defaultsOf({})).toBe('none');
  });

  it('are a failure where they are of another app', async () => {
    await expect(defaultsOf({ appId: 'app-aws', defaultsEnabled: true })).rejects.toMatchObject({
      kind: 'decode',
    });
  });
});

describe('a policy before a request', () => {
  const approval = (kind: object) => ({ approval: { allowReassignment: true, ...kind } });
  async function policyOf(change: object, status = 200) {
    await using server = await startGovernanceServer(() => ({
      status,
      json: { policy: { id: 'policy-1', ...change } },
    }));
    const governance = server.port('policyRead');
    return await governance.requestPolicy('policy-1');
  }
  const stepsOf = async (...steps: readonly object[]) => {
    const read = await policyOf({ policySteps: { grant: { steps } } });
    return read === 'none' ? read : read.steps;
  };

  it('tells who decides in each step, and leaves out what nobody decides', async () => {
    const steps = [
      { form: {} },
      approval({ users: { userIds: ['ana', ''], allowSelfApproval: true } }),
      approval({ approval: { users: { userIds: ['ben'] } } }),
      approval({ group: { appId: 'app-lantern', appGroupId: 'security' } }),
      { wait: {} },
      approval({ manager: {} }),
      approval({ webhook: { webhookId: 'w' } }),
      { accept: { acceptMessage: '' } },
      { reject: {} },
    ];
    expect(await stepsOf(...steps)).toEqual([
      { kind: 'users', userIds: ['ana'], allowSelfApproval: true },
      { kind: 'users', userIds: ['ben'], allowSelfApproval: false },
      { kind: 'group', appId: 'app-lantern', entitlementId: 'security' },
      { kind: 'manager' },
      { kind: 'rule' },
      { kind: 'accept' },
    ]);
  });

  it.each([
    ['of an unknown kind', { council: {} }],
    ['without a kind', { approval: null }],
    ['of two kinds', { approval: { manager: {} }, reject: {} }],
    ['with an approver of an unknown kind', approval({ council: {} })],
    ['with two approvers', approval({ manager: {}, self: {} })],
    ['whose users a role may not see', approval({ users: { userIds: [] } })],
    ['whose group a role may not see', approval({ group: { appId: '', appGroupId: '' } })],
  ])('cannot be read with a step %s', async (_what, step) => {
    expect(await stepsOf(approval({ manager: {} }), step)).toBeNull();
  });

  it('leads to another, or has rules', async () => {
    expect(await policyOf({ baselinePolicyId: 'other', rules: [{}] })).toMatchObject({
      baselineId: 'other',
      hasRules: true,
      steps: [],
    });
    expect(await policyOf({ policySteps: null, rules: null })).toMatchObject({
      baselineId: null,
      hasRules: false,
      steps: [],
    });
  });

  it('is not there where it is gone, and never another one', async () => {
    expect(await policyOf({}, 404)).toBe('none');
    expect(await policyOf({ deletedAt: '2026-01-01T00:00:00Z' })).toBe('none');
    await expect(policyOf({}, 403)).rejects.toMatchObject({ refusal: { kind: 'forbidden' } });
    await expect(policyOf({ id: 'policy-2' })).rejects.toMatchObject({ kind: 'decode' });
    await expect(policyOf({ id: '' })).rejects.toMatchObject({ kind: 'decode' });
  });
});
