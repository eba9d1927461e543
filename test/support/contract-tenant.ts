/**
 * A tenant that is written from docs/spec/interface.md alone, by somebody who had not read
 * `sandbox/`. It has the sixteen endpoints and nothing else, and says as little as its mood lets
 * it: the interface does not say which fields an answer always has. Where a task goes is decided
 * in its console, of which the bot hears nothing, unless a test has it hand over the step.
 */
import { ContractWebhook, type WebhookTarget } from './contract-webhook.ts';
import { type Answer, startGovernanceServer } from './governance-server.ts';

/**
 * How much an answer about a task tells: every field; null wherever the interface allows it; ids
 * and nothing else; or every enumeration with a value that nobody has heard of.
 */
export const moods = ['full', 'nulls', 'ids', 'unknown'] as const;
export type Mood = (typeof moods)[number];

export interface ContractTenantOptions {
  readonly mood: Mood;
  /** Queries are spelled as the interface spells them; anything else is answered with 400. */
  readonly strictQueries?: boolean;
  /** Paths start at the array `expanded` itself, not at the answer that holds it. */
  readonly pathsStartAtExpanded?: boolean;
}

/** A body of `POST /api/v1/task/grant`, and the id of the task that it made. */
export interface ReceivedGrant {
  readonly taskId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ContractTenant {
  readonly url: string;
  readonly grants: readonly ReceivedGrant[];
  /** Calls of anything that is not one of the sixteen endpoints, like `GET /api/v1/tasks/1`. */
  readonly strayCalls: readonly string[];
  /** What the bot answered to steps that were handed over to it. */
  readonly answers: ContractWebhook['answers'];
  /** Hands the step at which a task stands to the bot, and tells of it as its mood lets it. */
  handOver(grant: ReceivedGrant, target: WebhookTarget): Promise<number>;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

/** Slack knows these people by the same addresses. */
const people: readonly Json[] = [
  { id: 'person-1', displayName: 'Ana', email: 'ana@acme.example' },
  { id: 'person-2', displayName: 'Ben', email: 'ben@acme.example' },
  { id: 'person-3', displayName: 'Emil', email: 'emil@acme.example' },
].map((person) => ({ ...person, status: 'ENABLED', directoryStatus: 'ENABLED', type: 'HUMAN' }));

const [ana] = people;

const entitlements: readonly Json[] = [
  { id: 'wiki-read', displayName: 'Read the wiki', emergencyGrantEnabled: false },
  { id: 'wiki-edit', displayName: 'Edit the wiki', emergencyGrantEnabled: true },
].map((one) => ({ ...one, appId: 'wiki', appResourceId: 'main', appResourceTypeId: 'space' }));

const executions = ['1', '2', '3', '4', '5'].map((id) => ({ id, automationTemplateId: 'nightly' }));

const grantPath = '/api/v1/task/grant';
const entitlementsPath = '/api/v1/apps/wiki/entitlements/resource_types/space/resources/main';
const ownersPath = '/api/v1/apps/wiki/resource_types/space/resource/main/owners';

/** What an answer about a new task tells in each mood, besides its id. */
function taskFields(mood: Mood, body: Json): Json {
  switch (mood) {
    case 'full':
      return toldFields(body);
    case 'unknown':
      return {
        ...toldFields(body),
        state: 'TASK_STATE_PARKED',
        processing: 'TASK_PROCESSING_TYPE_DREAMING',
        origin: 'TASK_ORIGIN_PIGEON',
        recommendation: 'INSIGHT_RECOMMENDATION_FLIP_A_COIN',
        actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_ASK_THE_ORACLE'],
      };
    case 'nulls':
      return {
        actions: null,
        annotations: null,
        approverIds: null,
        createdAt: null,
        data: null,
        deletedAt: null,
        externalRefs: null,
        form: null,
        insightIds: null,
        policy: null,
        revocationTargets: null,
        stepApproverIds: null,
        type: null,
        updatedAt: null,
        description: null,
        displayName: null,
        emergencyAccess: null,
        numericId: null,
        state: null,
        userId: null,
      };
    case 'ids':
      return {};
  }
}

function toldFields(body: Json): Json {
  return {
    actions: [
      'TASK_ACTION_TYPE_APPROVE',
      'TASK_ACTION_TYPE_DENY',
      'TASK_ACTION_TYPE_COMMENT',
      'TASK_ACTION_TYPE_CHANGE_POLICY',
    ],
    approverIds: [],
    stepApproverIds: [ana?.id],
    commentCount: 0,
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    createdByUserId: 'the-bot',
    userId: body.identityUserId ?? '',
    description: body.description ?? '',
    displayName: 'Access to the wiki',
    emergencyAccess: body.emergencyAccess ?? false,
    origin: 'TASK_ORIGIN_API',
    policyGenerationId: 'policy-1',
    processing: 'TASK_PROCESSING_TYPE_WAITING',
    recommendation: 'INSIGHT_RECOMMENDATION_UNSPECIFIED',
    state: 'TASK_STATE_OPEN',
  };
}

/** The step that is handed over, of which an id is the least that can be told. */
function policyFields(mood: Mood): Json {
  const webhook = { webhook: { webhookId: 'webhook-1' } };
  switch (mood) {
    case 'full':
      return {
        policy: { current: { id: 'step-1', approval: { approval: webhook } }, history: [] },
      };
    case 'unknown':
      return {
        policy: { current: { id: 'step-1', state: 'STEP_STATE_ADRIFT', seance: {} }, history: [] },
      };
    case 'nulls':
      return { policy: null };
    case 'ids':
      return { policy: { current: { id: 'step-1' } } };
  }
}

class Tenant {
  readonly webhook: ContractWebhook = new ContractWebhook();
  readonly grants: ReceivedGrant[] = [];
  readonly strayCalls: string[] = [];
  readonly #options: ContractTenantOptions;

  constructor(options: ContractTenantOptions) {
    this.#options = options;
  }

  answer(request: {
    readonly method: string;
    readonly target: string;
    readonly body: string;
  }): Answer {
    const url = new URL(request.target, 'http://tenant');
    const unknownName = [...url.searchParams.keys()].find((name) => name.includes('_'));
    if (this.#options.strictQueries === true && unknownName !== undefined) {
      return refusal(400, `unknown parameter ${unknownName}`);
    }
    if (request.method === 'POST' && url.pathname.startsWith('/api/v1/webhooks/callback/'))
      return { status: this.webhook.take(url.pathname, jsonObject(request.body)), json: {} };
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /auth/v1/jwks':
        return { json: this.webhook.keys };
      case `POST ${grantPath}`:
        return this.#grant(jsonObject(request.body));
      case `GET ${entitlementsPath}`:
        return page(
          entitlements.map((appEntitlement) => ({ appEntitlement })),
          url,
        );
      case `GET ${ownersPath}`:
        return page(people, url);
      case 'GET /api/v1/automation_executions':
        return page(executions, url, 'automationExecutions');
      default:
        this.strayCalls.push(`${request.method} ${url.pathname}`);
        return refusal(404, 'there is nothing here');
    }
  }

  #grant(body: Json): Answer {
    if (body.appUserId !== undefined && body.identityUserId !== undefined) {
      return refusal(400, 'appUserId and identityUserId exclude each other');
    }
    const number = String(this.grants.length + 1);
    const taskId = `task-${number}`;
    this.grants.push({ taskId, body });
    return { json: this.#view({ taskId, body }) };
  }

  #view({ taskId, body }: ReceivedGrant, more: Json = {}): Json {
    const { mood } = this.#options;
    const numericId = mood === 'nulls' || mood === 'ids' ? {} : { numericId: taskId.slice(5) };
    const task = { id: taskId, ...numericId, ...taskFields(mood, body), ...more };
    if (mood === 'ids') return { taskView: { task } };
    if (mood === 'nulls') return { taskView: { task }, expanded: null };
    return this.#viewWithPeople(task);
  }

  handOver(tenantUrl: string, grant: ReceivedGrant, target: WebhookTarget): Promise<number> {
    const payload = this.#view(grant, policyFields(this.#options.mood));
    return this.webhook.deliver(tenantUrl, target, { taskId: grant.taskId, payload });
  }

  #viewWithPeople(task: Json): Json {
    const root = this.#options.pathsStartAtExpanded === true ? '$' : '$.expanded';
    return {
      taskView: { task, objectPermissions: null, stepApproversPath: `${root}[0]` },
      expanded: [{ '@type': 'example.com/StepApproverUsers', users: [ana] }],
    };
  }
}

/** Two items a page, whatever size was asked for. */
function page(items: readonly Json[], url: URL, name = 'list'): Answer {
  const from = Number(url.searchParams.get('pageToken') ?? '0');
  const next = from + 2;
  return {
    json: {
      [name]: items.slice(from, next),
      ...(next < items.length ? { nextPageToken: String(next) } : {}),
    },
  };
}

function refusal(status: number, message: string): Answer {
  return { status, json: { message } };
}

function jsonObject(sent: string): Json {
  const value: unknown = JSON.parse(sent);
  if (typeof value !== 'object' || value === null) throw new Error('not a JSON object');
  return { ...value };
}

export async function startContractTenant(options: ContractTenantOptions): Promise<ContractTenant> {
  const tenant = new Tenant(options);
  const server = await startGovernanceServer((request) => tenant.answer(request));
  return {
    url: server.url,
    grants: tenant.grants,
    strayCalls: tenant.strayCalls,
    answers: tenant.webhook.answers,
    handOver: (grant, target) => tenant.handOver(server.url, grant, target),
    close: async () => {
      await server[Symbol.asyncDispose]();
    },
  };
}
