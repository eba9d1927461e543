import { describe, expect, it } from 'vitest';
import {
  type OptionalOperation,
  optionalOperations,
} from '../../../src/domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import {
  governanceOf,
  onlyWith,
  saidBeforehand,
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
  ownUserId: { ask: (port) => port.ownUserId(), operations: ['whoAmI'] },
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
  revoke: {
    ask: (port) => port.revoke({ ...access, comment: 'given back' }),
    operations: ['taskRevoke'],
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
  it.each(Object.entries(questions))(
    'cannot be known, without a call: %s',
    async (_name, question) => {
      expect(await question.ask(without(question.operations))).toBeNull();
    },
  );

  it.each(Object.entries(questions))(
    'is asked where one operation is there: %s',
    async (_name, question) => {
      const [, ...others] = question.operations;
      await expect(question.ask(without(others))).rejects.toBeInstanceOf(Called);
    },
  );
});

/** What the port says beforehand of a tenant with these operations. */
function beforehand(operations: readonly OptionalOperation[]) {
  const readers = { accountsOf: async () => [], searchEntitlements: async () => [] };
  return saidBeforehand(new TenantCapabilities(new Set(operations)), readers);
}

describe('what the port says before anybody is asked', () => {
  it.each([
    { operations: ['taskRead'], possible: null },
    { operations: ['taskSearch'], possible: null },
    { operations: ['taskActions'], possible: null },
    { operations: ['taskActions', 'taskRead'], possible: new Set(['CLOSE']) },
    { operations: ['taskActions', 'taskSearch'], possible: new Set(['CLOSE']) },
  ] as const)('is what can be done with a task, with $operations', ({ operations, possible }) => {
    const task = { actions: ['TASK_ACTION_TYPE_CLOSE'] };
    expect(beforehand(operations).actionsOn(task)).toEqual(possible);
  });

  it('is to take access away, with taskRevoke', () => {
    const others = optionalOperations.filter((one) => one !== 'taskRevoke');
    expect(beforehand(['taskRevoke']).mayRevoke()).toBe(true);
    expect(beforehand(others).mayRevoke()).toBe(false);
  });

  it.each([
    ['userAccounts', 'accountsIn'],
    ['entitlementSearch', 'entitlementSearch'],
  ] as const)('cannot be known without %s: %s', (operation, question) => {
    const others = optionalOperations.filter((one) => one !== operation);
    expect(beforehand([operation])[question]('app-github')).toBeInstanceOf(Function);
    expect(beforehand(others)[question]('app-github')).toBeNull();
  });

  it('changes while the bot runs', () => {
    const operations = new Set<OptionalOperation>();
    const readers = { accountsOf: async () => [], searchEntitlements: async () => [] };
    const said = saidBeforehand(new TenantCapabilities(operations), readers);
    expect(said.mayRevoke()).toBe(false);
    operations.add('taskRevoke');
    expect(said.mayRevoke()).toBe(true);
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
  expect(client.having(there, absent)).toBeNull();
});
