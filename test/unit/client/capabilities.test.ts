import { describe, expect, it } from 'vitest';
import {
  type OptionalOperation,
  optionalOperations,
} from '../../../src/domain/settings/access-settings.ts';
import { canAct } from '../../../src/domain/settings/capability.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { governanceOf, TenantCapabilities } from '../../../src/service/capabilities.ts';
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

describe('what rules hear of the tenant', () => {
  it.each([
    { operations: ['taskRead'], taskReading: 'present', taskReadingById: 'present' },
    { operations: ['taskSearch'], taskReading: 'present', taskReadingById: 'absent' },
    { operations: ['taskActions'], taskReading: 'absent', taskReadingById: 'absent' },
  ] as const)('is told for $operations', ({ operations, ...expected }) => {
    const { taskReading, taskReadingById } = new TenantCapabilities(new Set(operations));
    expect({ taskReading, taskReadingById }).toEqual(expected);
  });

  it('calls an endpoint of the interface always, and an operation where it is there', () => {
    const tenant = new TenantCapabilities(new Set(['taskRead']));
    const calls = [
      { operation: undefined },
      { operation: 'taskRead' },
      { operation: 'taskSearch' },
    ] as const;
    expect(calls.map((endpoint) => tenant.mayCall(endpoint))).toEqual([true, true, false]);
  });

  it('changes while the bot runs', () => {
    const operations = new Set<OptionalOperation>();
    const tenant = new TenantCapabilities(operations);
    expect(tenant.revocation).toBe('absent');
    operations.add('taskRevoke');
    expect(tenant.revocation).toBe('present');
  });

  it.each([
    ['present', 'present', true],
    ['present', 'absent', false],
    ['present', 'unknown', false],
    ['unknown', 'present', false],
    ['refused', 'present', false],
  ] as const)(
    'acts on tasks only where that is certain: actions %s, readings %s',
    (taskActions, taskReading, may) => {
      expect(canAct({ taskActions, taskReading })).toBe(may);
    },
  );
});
