import type { ResourceKey } from '../domain/catalogue/entitlement.ts';
import { ifRefused } from '../domain/outward/outward-failure.ts';
import { ok } from '../domain/result.ts';
import { noPace } from '../use-cases/ports/pace.ts';
import type { AccessGovernance, AccessOfPerson, ActionOrder } from '../use-cases/ports/ports.ts';
import {
  type CompleteGovernance,
  onlyWith,
  saidBeforehand,
  type TenantCapabilities,
  type TenantClient,
} from './capabilities.ts';
import type { GovernanceClient } from './client/client.ts';
import * as endpoints from './client/endpoints.ts';
import { answerAboutAnother, orFailure } from './client/http/service-errors.ts';
import * as optional from './client/optional-operations.ts';
import { collect, pages, pagesOf, readPage } from './client/wire/paging.ts';
import { printDuration, type UnreadItem } from './client/wire/wire-fields.ts';
import { catalogueEntitlement } from './read/catalogue/entitlements.ts';
import { readFormQuestions } from './read/catalogue/form-questions.ts';
import { createRequestSettingsReader } from './read/catalogue/request-settings.ts';
import { createHeldReader } from './read/held/read-held-access.ts';
import {
  createPeopleFinder,
  type PeopleFinder,
  resourceOwners,
} from './read/people/people-finder.ts';
import { taskSnapshot } from './read/task/read-task-snapshot.ts';
import { createTaskReader } from './read/task/task-reader.ts';

interface GovernanceSettings {
  readonly tenant: TenantCapabilities;
  /** Called once for each task that cannot be read: for the log. */
  readonly onUnread?: (one: UnreadItem) => void;
  /** Whether the service refuses the bot's credentials now. */
  readonly isRefused?: () => boolean;
}

/**
 * The port `AccessGovernance` on top of the client. No operation is called that the tenant does not
 * have: a method that needs one throws a plain error, because `governanceOf` answers in its place.
 */
export function createAccessGovernance(
  unguarded: Pick<GovernanceClient, 'call'>,
  { tenant, onUnread = () => undefined, isRefused = () => false }: GovernanceSettings,
): CompleteGovernance {
  const client = onlyWith(tenant, unguarded);
  const people = createPeopleFinder(client);
  const heldReader = createHeldReader(client);
  const catalogueReader = createCatalogueReader(client);
  /** As the service told it, empty where it does not tell; null before it was asked. */
  let serviceUserId: string | null = null;

  return {
    isRefused,
    ...saidBeforehand(tenant, { ...heldReader, ...catalogueReader }),
    ...people,
    ...createTaskWriter(client, people),
    ...createTaskReader(client, people, onUnread),
    ...catalogueReader,
    listResourceOwners: (resource, most) => resourceOwners(client, resource, most),
    ...heldReader,
    ...createRequestSettingsReader(client),

    async ownUserId() {
      if (serviceUserId === null) {
        const answer = await client.call(optional.introspect, { path: {} });
        if (answer.ok) serviceUserId = answer.value.userId;
      }
      return serviceUserId || null;
    },

    knownOwnUserId: () => serviceUserId || null,

    async commentsBy(taskId, identityUserId) {
      const all = pages(client, optional.listTaskAudits, { path: {}, body: { taskId } });
      const listed = await collect(all, ({ list }) => list).catch(ifRefused(() => []));
      // Words about another task prove nothing about this one.
      const ofTask = listed.filter(({ ticketId }) => ['', taskId].includes(ticketId));
      const own = ofTask.filter((entry) => entry.userId === identityUserId);
      return own.map((entry) => entry.comment).filter((words) => words !== '');
    },
  };
}

/** The methods of the port that make tasks and act on them. */
function createTaskWriter(client: TenantClient, people: PeopleFinder) {
  return {
    async requestGrant({ appId, identityUserId, accountId, durationSeconds, source, ...order }) {
      const body = {
        appId,
        appEntitlementId: order.entitlementId,
        ...holderOf({ identityUserId, accountId }),
        description: order.justification === '' ? undefined : order.justification,
        emergencyAccess: order.emergency,
        grantDuration: durationSeconds === null ? undefined : printDuration(durationSeconds),
        requestData: order.requestData ?? undefined,
        expandMask: { paths: ['*'] },
        source,
      };
      const answer = await client.call(endpoints.createGrantTask, { path: {}, body });
      if (!answer.ok) return answer;
      const task = taskSnapshot(answer.value.taskView, answer.value.expanded);
      const [withNames = task] = await people.named([task]);
      return ok(withNames);
    },

    async act(order) {
      const [verb, body] = actionOf(order);
      const path = { task_id: order.taskId, verb };
      const answer = await client.call(optional.performTaskAction, {
        path,
        body,
        sendBefore: order.sendBefore,
      });
      return answer.ok ? ok(undefined) : answer;
    },

    async revoke({ appId, entitlementId, identityUserId, accountId, comment, sendBefore }) {
      const holder = holderOf({ identityUserId, accountId });
      const body = { appId, appEntitlementId: entitlementId, ...holder, description: comment };
      const answer = await client.call(optional.createRevokeTask, { path: {}, body, sendBefore });
      return answer.ok ? ok(taskSnapshot(answer.value.taskView, answer.value.expanded)) : answer;
    },
  } satisfies Partial<AccessGovernance>;
}

/** The person or the account, never both (docs/spec/deployments.md#what-a-person-has). */
function holderOf({
  identityUserId,
  accountId,
}: Pick<AccessOfPerson, 'identityUserId' | 'accountId'>): Readonly<Record<string, string>> {
  return accountId === undefined ? { identityUserId } : { appUserId: accountId };
}

/**
 * The verb with the members that it takes and no other: some gateways refuse what is not documented
 * (docs/spec/deployments.md#action-verbs).
 */
function actionOf(
  order: ActionOrder,
): readonly [verb: string, body: Readonly<Record<string, unknown>>] {
  const { act, stepId: policyStepId, comment, newReviewerIds, durationSeconds, data } = order;
  const comments = ['comment', { comment }] as const;
  const others: Partial<Record<ActionOrder['act'], ReturnType<typeof actionOf>>> = {
    ask: comments,
    answer: comments,
    comment: comments,
    reassign: [act, { newStepUserIds: newReviewerIds, policyStepId, comment }],
    restart: [act, { comment }],
    close: [act, { comment }],
    'fill-in': ['update-request-data', { data: data ?? {} }],
    shorten: ['update-grant-duration', { duration: printDuration(durationSeconds ?? 0) }],
  };
  return others[act] ?? [act, { policyStepId, comment }];
}

/** The methods of the port that read what can be asked for, and whose it is. */
function createCatalogueReader(client: TenantClient) {
  /**
   * The requestable entitlements of a page. One of another app is left out: it would be offered
   * under this app's name, and its request would go to this app's reviewers.
   */
  const requestable = (resource: ResourceKey) => (page: endpoints.AppEntitlementPage) =>
    page.list
      .map((view) => catalogueEntitlement(view, page.expanded, resource))
      .filter((one) => one !== null)
      .filter((one) => one.appId === resource.appId);

  return {
    async riskLevels() {
      const all = pages(client, optional.listRiskLevels, { path: {} });
      const levels = await collect(all, ({ list }) =>
        list.map(({ id, value }) => ({ id, name: value })),
      );
      const names = new Map(levels.map(({ id, name }) => [id, name]));
      // With two words for one level nobody can tell which risk it is.
      if (levels.some(({ id, name }) => names.get(id) !== name))
        throw answerAboutAnother(optional.listRiskLevels);
      return levels;
    },

    async requestQuestions(schemaId, pace = noPace) {
      await pace();
      const path = { request_schema_id: schemaId };
      const answer = await client.call(optional.readRequestSchema, { path });
      const { id, form, justificationVisibility } = orFailure(answer, optional.readRequestSchema);
      if (id !== '' && id !== schemaId) throw answerAboutAnother(optional.readRequestSchema);
      const hidesReason = justificationVisibility === 'JUSTIFICATION_VISIBILITY_HIDE';
      return { ...readFormQuestions(form), hidesReason };
    },

    listEntitlements(resource) {
      const { appId, resourceTypeId, resourceId } = resource;
      const path = {
        app_id: appId,
        app_resource_type_id: resourceTypeId,
        app_resource_id: resourceId,
      };
      return collect(
        pages(client, endpoints.listCatalogueEntitlements, { path }),
        requestable(resource),
      );
    },

    async listApps() {
      const all = pages(client, optional.listApps, { path: {} });
      const apps = await collect(all, ({ list }) => list);
      const there = apps.filter(({ id, deletedAt }) => id !== '' && deletedAt === null);
      const byId = new Map(there.map((app) => [app.id, app.displayName.trim() || app.id]));
      return Array.from(byId, ([id, name]) => ({ id, name }));
    },

    searchEntitlements(appId, pace = noPace) {
      const search = optional.searchAppEntitlements;
      const body = { appIds: [appId], expandMask: { paths: ['app_id', 'app_resource_id'] } };
      const all = pagesOf(search, async (page) => {
        await pace();
        return orFailure(await readPage(client, search, { path: {}, body }, page), search);
      });
      return collect(all, requestable({ appId, resourceTypeId: '', resourceId: '' }));
    },
  } satisfies Partial<CompleteGovernance>;
}
