import type { OptionalOperation } from '../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { ok, type Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AccessGovernance, ActOrder } from '../use-cases/ports.ts';
import {
  type AppEntitlementPage,
  listAppResourceEntitlements,
  listAppResourceEntitlementsEndpoint,
  listAppResourceOwners,
  listAppResourceOwnersEndpoint,
  listApps,
  listAppsEndpoint,
  searchAppEntitlements,
  searchAppEntitlementsEndpoint,
} from './app-resources.ts';
import type { GovernanceClient } from './client.ts';
import { readRequestSchema } from './request-schemas.ts';
import { listRiskLevels, listRiskLevelsEndpoint } from './risk-levels.ts';
import { createAccessReader } from './snapshot/access-held.ts';
import { catalogueEntitlement } from './snapshot/entitlements.ts';
import { readFormQuestions } from './snapshot/form-questions.ts';
import { isDeleted, memberOf } from './snapshot/people.ts';
import { createPeopleFinder, type PeopleFinder } from './snapshot/people-finder.ts';
import { createTaskReader } from './snapshot/task-reader.ts';
import { taskSnapshot } from './snapshot/task-snapshot.ts';
import {
  createGrantTask,
  createRevokeTask,
  listTaskAudits,
  listTaskAuditsEndpoint,
  performTaskAction,
  type TaskAction,
} from './tasks.ts';
import { introspect } from './users.ts';
import { printDuration } from './wire/fields.ts';
import { needs } from './wire/operations.ts';
import { collect, pages } from './wire/paging.ts';

/**
 * The port `AccessGovernance` on top of the client. `operations` are the optional operations that the operator says the tenant
 * has. No other one is called: a method that needs one throws a plain error, because callers must check `operations` first.
 */
export function createAccessGovernance(
  client: GovernanceClient,
  settings: { readonly operations: ReadonlySet<OptionalOperation> },
): AccessGovernance {
  const { operations } = settings;
  const people = createPeopleFinder(client, operations);
  let ownUserId: string | null = null;

  return {
    operations,
    ...createTaskWriter(client, operations, people),
    ...createTaskReader(client, operations, people),
    ...createCatalogueReader(client, operations),
    ...createAccessReader(client, operations),

    async ownUserId() {
      needs(operations, 'whoAmI');
      if (ownUserId === null) {
        const told = await introspect(client);
        if (told.ok) ownUserId = told.value.userId || null;
      }
      return ownUserId;
    },

    async commentsBy(taskId, identityUserId) {
      needs(operations, 'taskAudit');
      const entries = await collect(
        pages(listTaskAuditsEndpoint, (page) => listTaskAudits(client, { taskId, ...page })),
      );
      const own = entries.ok ? entries.value.filter((entry) => entry.userId === identityUserId) : [];
      return own.map((entry) => entry.comment).filter((words) => words !== '');
    },

    findPersonByEmail: (email) => people.findByEmail(email),
    findPersonById: (id) => people.findById(id),
  };
}

/** The methods of the port that make tasks and act on them. */
function createTaskWriter(
  client: GovernanceClient,
  operations: ReadonlySet<OptionalOperation>,
  people: PeopleFinder,
): Pick<AccessGovernance, 'requestGrant' | 'review' | 'act' | 'close' | 'escalate' | 'revoke'> {
  return {
    async requestGrant(order) {
      const made = await createGrantTask(client, {
        appId: order.appId,
        appEntitlementId: order.entitlementId,
        identityUserId: order.identityUserId,
        description: order.justification,
        emergencyAccess: order.emergency,
        grantDuration: order.durationSeconds === null ? undefined : printDuration(order.durationSeconds),
        requestData: order.requestData ?? undefined,
        expandMask: { paths: ['*'] },
        source: order.source,
      });
      if (!made.ok) return made;
      const task = taskSnapshot(made.value.taskView, made.value.expanded);
      const [named = task] = await people.named([task]);
      return ok(named);
    },

    async review(order) {
      needs(operations, 'taskActions');
      const { taskId, verb, stepId, comment } = order;
      const done = await performTaskAction(client, taskId, { verb, policyStepId: stepId, comment });
      return done.ok ? ok(undefined) : done;
    },

    act: (order) => actOnTask(client, operations, order),

    async close({ taskId, comment }) {
      needs(operations, 'taskActions');
      const done = await performTaskAction(client, taskId, { verb: 'close', comment });
      return done.ok ? ok(undefined) : done;
    },

    async escalate({ taskId, stepId, comment }) {
      needs(operations, 'taskActions');
      const step = stepId === null ? {} : { policyStepId: stepId };
      const done = await performTaskAction(client, taskId, { verb: 'escalate', comment, ...step });
      return done.ok ? ok(undefined) : done;
    },

    async revoke({ appId, entitlementId, identityUserId, comment }) {
      needs(operations, 'taskRevoke');
      const made = await createRevokeTask(client, {
        appId,
        appEntitlementId: entitlementId,
        identityUserId,
        description: comment,
      });
      return made.ok ? ok(taskSnapshot(made.value.taskView, made.value.expanded)) : made;
    },
  };
}

async function actOnTask(client: GovernanceClient, operations: ReadonlySet<OptionalOperation>, order: ActOrder) {
  needs(operations, 'taskActions');
  const done = await performTaskAction(client, order.taskId, actionOf(order));
  return done.ok ? ok(undefined) : done;
}

/** With the members that the verb takes and no other: some gateways refuse what is not documented (deployments.md, Action verbs). */
function actionOf({ act, stepId, comment, newReviewerIds, durationSeconds, data }: ActOrder): TaskAction {
  switch (act) {
    case 'ask':
    case 'answer':
    case 'comment':
      return { verb: 'comment', comment };
    case 'reassign':
      return { verb: act, newStepUserIds: newReviewerIds, policyStepId: stepId, comment };
    case 'skip-step':
    case 'retry-provisioning':
      return { verb: act, policyStepId: stepId, comment };
    case 'restart':
    case 'close':
      return { verb: act, comment };
    case 'fill-in':
      return { verb: 'update-request-data', data: data ?? {} };
    case 'shorten':
      return { verb: 'update-grant-duration', duration: printDuration(durationSeconds ?? 0) };
  }
}

/** The methods of the port that read what can be asked for, and whose it is. */
function createCatalogueReader(
  client: GovernanceClient,
  operations: ReadonlySet<OptionalOperation>,
): Pick<
  AccessGovernance,
  'riskLevels' | 'requestQuestions' | 'listEntitlements' | 'searchEntitlements' | 'listApps' | 'listResourceOwners'
> {
  return {
    async riskLevels() {
      needs(operations, 'riskLevels');
      const levels = await collect(pages(listRiskLevelsEndpoint, (page) => listRiskLevels(client, page)));
      return levels.ok ? ok(levels.value.map(({ id, value }) => ({ id, name: value }))) : levels;
    },

    async requestQuestions(schemaId) {
      needs(operations, 'requestSchemas');
      const schema = await readRequestSchema(client, schemaId);
      return schema.ok ? ok(readFormQuestions(schema.value.form)) : schema;
    },

    listEntitlements: (resource) =>
      catalogueOf(
        pages(listAppResourceEntitlementsEndpoint, (page) => listAppResourceEntitlements(client, resource, page)),
        resource,
      ),

    async searchEntitlements(appId) {
      needs(operations, 'entitlementSearch');
      const found = await catalogueOf(
        pages(searchAppEntitlementsEndpoint, (page) => searchAppEntitlements(client, { appIds: [appId], ...page })),
        { appId, resourceTypeId: '', resourceId: '' },
      );
      return found.ok ? ok(found.value.filter((one) => one.appId === appId)) : found;
    },

    async listApps() {
      needs(operations, 'appList');
      const apps = await collect(pages(listAppsEndpoint, (page) => listApps(client, page)));
      return apps.ok ? ok(apps.value.map(({ id, displayName }) => ({ id, name: displayName.trim() || id }))) : apps;
    },

    async listResourceOwners(resource) {
      const owners = await collect(
        pages(listAppResourceOwnersEndpoint, (page) => listAppResourceOwners(client, resource, page)),
      );
      return owners.ok
        ? ok(owners.value.filter((owner) => owner.id !== '' && !isDeleted(owner)).map(memberOf))
        : owners;
    },
  };
}

/** The requestable entitlements of all pages, or the first refusal. */
async function catalogueOf(
  all: AsyncIterable<Result<AppEntitlementPage, ServiceRefusal>>,
  resource: Parameters<AccessGovernance['listEntitlements']>[0],
): Promise<Result<CatalogueEntitlement[], ServiceRefusal>> {
  const found: CatalogueEntitlement[] = [];
  for await (const page of all) {
    if (!page.ok) return page;
    for (const view of page.value.list) {
      const one = catalogueEntitlement(view, page.value.expanded, resource);
      if (one !== null) found.push(one);
    }
  }
  return ok(found);
}
