import { describe, expect, it } from 'vitest';
import {
  type OptionalOperation,
  optionalOperations,
} from '../../../src/domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import {
  abilitiesOf,
  governanceOf,
  onlyWith,
  TenantCapabilities,
} from '../../../src/service/capabilities.ts';
import type { AccessGovernance } from '../../../src/use-cases/ports/ports.ts';
import { noon } from '../../support/samples.ts';

const person = 'user-ben';
const access = { appId: 'app-github', entitlementId: 'ent-write', identityUserId: person };
const followed = { by: 'id', ids: ['task-1'] } as const;

/** A question of the port, and the operations any of which answers it. */
interface Question {
  readonly ask: (port: AccessGovernance) => Promise<unknown>;
  readonly operations: readonly OptionalOperation[];
}

const questions: Readonly<Partial<Record<keyof AccessGovernance, Question>>> = {
  findTaskOfRequest: {
    ask: (port) => port.findTaskOfRequest('request-1', person),
    operations: ['taskSearch'],
  },
  readTasks: {
    ask: (port) => port.readTasks(['task-1']),
    operations: ['taskSearch', 'taskRead'],
  },
  tasksToActOn: {
    ask: (port) => port.tasksToActOn(['task-1']),
    operations: ['taskSearch', 'taskRead'],
  },
  tasksEndedSince: {
    ask: (port) => port.tasksEndedSince(noon, followed),
    operations: ['taskSearch'],
  },
  openRequestsSince: {
    ask: (port) => port.openRequestsSince(noon, ['app-github']),
    operations: ['taskSearch'],
  },
  profileTasks: { ask: (port) => port.profileTasks(person, noon), operations: ['taskSearch'] },
  heldBy: {
    ask: (port) => port.heldBy(person, { entitlement: access }, 5),
    operations: ['grantSearch'],
  },
  openGrantTask: { ask: (port) => port.openGrantTask(access), operations: ['taskSearch'] },
  commentsBy: { ask: (port) => port.commentsBy('task-1', person), operations: ['taskAudit'] },
  accessEvents: {
    ask: (port) => port.accessEvents(noon, ['app-github']),
    operations: ['grantsFeed', 'taskSearch'],
  },
  holding: { ask: (port) => port.holding(access), operations: ['userGrants'] },
  tasksBehindGrants: {
    ask: (port) => port.tasksBehindGrants(person, access),
    operations: ['grantSearch'],
  },
  accountsOf: {
    ask: (port) => port.accountsOf(person, 'app-github'),
    operations: ['userAccounts'],
  },
  riskLevels: { ask: (port) => port.riskLevels(), operations: ['riskLevels'] },
  requestQuestions: {
    ask: (port) => port.requestQuestions('schema-1'),
    operations: ['requestSchemas'],
  },
  hidesReasons: { ask: (port) => port.hidesReasons(), operations: ['requestSettings'] },
  configurationRules: {
    ask: (port) => port.configurationRules('app-github'),
    operations: ['entitlementConfigurationRules'],
  },
  requestDefaults: {
    ask: (port) => port.requestDefaults('app-github'),
    operations: ['accessRequestDefaults'],
  },
  requestPolicy: { ask: (port) => port.requestPolicy('policy-1'), operations: ['policyRead'] },
  findPersonByEmail: {
    ask: (port) => port.findPersonByEmail('ben@acme.example'),
    operations: ['userSearch'],
  },
  managersOf: { ask: (port) => port.managersOf(person), operations: ['userRead', 'userSearch'] },
  findPersonById: {
    ask: (port) => port.findPersonById(person),
    operations: ['userRead', 'userSearch'],
  },
};

class Called extends Error {}

/** A port of a tenant in which only that is absent. */
function without(absent: readonly OptionalOperation[]): AccessGovernance {
  const there = new Set(optionalOperations.filter((one) => !absent.includes(one)));
  const client = { call: () => Promise.reject(new Called()), close: async () => undefined };
  const service = createAccessGovernance(client, {
    tenant: new TenantCapabilities(new Set(optionalOperations)),
  });
  return governanceOf(service, new TenantCapabilities(there));
}

describe('a question that the tenant cannot answer', () => {
  it.each(Object.entries(questions))('is unknown, without a call: %s', async (_name, question) => {
    expect(await question.ask(without(question.operations))).toBe('unknown');
  });

  it.each(Object.entries(questions))(
    'is asked where one operation is there: %s',
    async (_name, question) => {
      const [, ...others] = question.operations;
      await expect(question.ask(without(others))).rejects.toBeInstanceOf(Called);
    },
  );

  it('leaves the bot without a name of its own', async () => {
    expect(await without(['whoAmI']).ownUserId()).toBeNull();
    await expect(without([]).ownUserId()).rejects.toBeInstanceOf(Called);
  });
});

describe('what the bot can do with the tenant', () => {
  it.each([
    { operations: ['taskRead'], canFollowTasks: true, canActOnTasks: false },
    { operations: ['taskSearch'], canFollowTasks: true, canActOnTasks: false },
    { operations: ['taskActions'], canFollowTasks: false, canActOnTasks: false },
    { operations: ['taskActions', 'taskRead'], canFollowTasks: true, canActOnTasks: true },
    { operations: ['taskActions', 'taskSearch'], canFollowTasks: true, canActOnTasks: true },
  ] as const)('follows from $operations', ({ operations, ...expected }) => {
    const abilities = abilitiesOf(new TenantCapabilities(new Set(operations)));
    const { canFollowTasks, canActOnTasks } = abilities;
    expect({ canFollowTasks, canActOnTasks }).toEqual(expected);
  });

  it.each([
    ['taskActions', 'canSendActions'],
    ['taskRevoke', 'canTakeBack'],
    ['userGrants', 'canReadGrants'],
    ['grantSearch', 'canSearchGrants'],
    ['taskSearch', 'canSearchTasks'],
    ['userAccounts', 'canReadAccounts'],
    ['entitlementSearch', 'canSearchEntitlements'],
    ['policyRead', 'canReadPolicies'],
  ] as const)('needs %s: %s', (operation, ability) => {
    const others = optionalOperations.filter((one) => one !== operation);
    expect(abilitiesOf(new TenantCapabilities(new Set([operation])))[ability]).toBe(true);
    expect(abilitiesOf(new TenantCapabilities(new Set(others)))[ability]).toBe(false);
  });

  it('changes while the bot runs', () => {
    const operations = new Set<OptionalOperation>();
    const abilities = abilitiesOf(new TenantCapabilities(operations));
    expect(abilities.canTakeBack).toBe(false);
    operations.add('taskRevoke');
    expect(abilities.canTakeBack).toBe(true);
  });
});

it('calls an endpoint of the interface always, and an operation where it is there', () => {
  const client = onlyWith(new TenantCapabilities(new Set(['taskRead'])), {
    call: () => Promise.reject(new Called()),
  });
  const [always, there, absent] = [
    {},
    { operation: 'taskRead' },
    { operation: 'taskSearch' },
  ] as const;
  expect(client.having(always, there)).toBe(client);
  expect(client.having(there, absent)).toBe('unknown');
});
