/**
 * The sandbox's service for the matrix of who may do what, behind a door that changes what it tells
 * of a step's policy, and notes what it is told to do. A request's policy and state stand in its
 * justification.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type GovernanceService,
  type GovernanceServiceOptions,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import type { Cell } from './authorization-cells.ts';
import { temporaryFolder } from './bot-world.ts';
import { type GovernanceServer, startGovernanceServer } from './governance-server.ts';
import { knownTaskActions } from './samples.ts';
import { sandboxDialect } from './sandbox-dialect.ts';

export type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((here: unknown, name) => (isJson(here) ? here[name] : undefined), value);

const company = (entitlements: number) => ({
  company: { name: 'Acme', emailDomain: 'acme.example' },
  people: ['ana', 'ben', 'cho', 'dee', 'eve', 'fay'].map((handle) => ({ handle, name: handle })),
  channels: [{ id: 'C0REVIEWS', name: 'reviews' }],
  policies: [
    {
      id: 'three',
      name: 'Three',
      steps: [{ users: ['ana'] }, { users: ['ana', 'fay'] }, { users: ['fay'] }],
    },
    { id: 'open', name: 'Open' },
  ],
  defaultPolicies: { grant: 'three', emergency: 'three', revoke: 'open', certify: 'open' },
  apps: [
    {
      id: 'app-github',
      name: 'GitHub',
      types: { team: 'Team' },
      resources: [
        {
          type: 'team',
          id: 'platform',
          name: 'Platform',
          entitlements: Array.from({ length: entitlements }, (_, index) => ({
            id: `ent-${index}`,
            name: `ent-${index}`,
            risk: 'high',
            longest: '30d',
            emergency: true,
          })),
        },
      ],
    },
  ],
});

/** What the door writes into the approval of the current step. */
const approvals: Readonly<Record<Cell['policy'], Json | null>> = {
  'none told': null,
  people: { users: {} },
  'the target': { self: {} },
  'self-approval': { users: { allowSelfApproval: true } },
  'distinct people': { users: { requireDistinctApprovers: true } },
  reasons: { users: {}, requireApprovalReason: true, requireDenialReason: true },
  'step-up': { users: {}, requiresStepUpProviderId: 'key' },
  'webhook or agent': { webhook: { webhookId: 'webhook-1' } },
  unreadable: { quorum: { of: 3 } },
};
const isPolicy = (name: string): name is Cell['policy'] => Object.hasOwn(approvals, name);

const everything = knownTaskActions.map((name) => `TASK_ACTION_TYPE_${name}`);

function withApproval(policy: unknown, approval: Json | null): unknown {
  if (!isJson(policy) || !isJson(policy.current)) return policy;
  const { approval: told, ...current } = policy.current;
  if (approval === null) return { ...policy, current };
  return {
    ...policy,
    current: { ...current, approval: { ...(isJson(told) ? told : {}), approval } },
  };
}

export class AuthorizationService {
  readonly #service: GovernanceService;
  readonly #door: GovernanceServer;
  readonly #removeFolder: () => Promise<void>;
  readonly #tokens = new Map<string, string>();
  readonly #requestIds = new Map<string, string>();
  readonly #sent = new Map<string, ReturnType<AuthorizationService['sentTo']>>();
  /** What it tells of every task. */
  isEmergency = false;

  private constructor(
    service: GovernanceService,
    door: GovernanceServer,
    removeFolder: () => Promise<void>,
  ) {
    this.#service = service;
    this.#door = door;
    this.#removeFolder = removeFolder;
    door.answer((asked) => this.#pass(asked));
  }

  /** With so many entitlements: each is asked for once. */
  static async start(entitlements: number): Promise<AuthorizationService> {
    const folder = await temporaryFolder();
    const seedFile = join(folder.path, 'company.yaml');
    await writeFile(seedFile, JSON.stringify(company(entitlements)));
    const clients = ['ana', 'fay'].map((handle) => ({
      clientId: handle,
      clientSecret: 'secret',
      userId: `user-${handle}`,
      permissions: ['read', 'review'] as const,
    }));
    const options: GovernanceServiceOptions = {
      seedFile,
      clients,
      grantLagMs: 0,
      tokenLifetimeSeconds: 86_400,
      dialect: sandboxDialect,
    };
    return new AuthorizationService(
      await startGovernanceService(options),
      await startGovernanceServer(),
      () => folder.remove(),
    );
  }

  /** Where the bot finds it. */
  get url(): string {
    return this.#door.url;
  }

  async close(): Promise<void> {
    await this.#door[Symbol.asyncDispose]();
    await this.#service.close();
    await this.#removeFolder();
  }

  /**
   * What it was told to do with a task, in order; `revoke` where its access was to be taken away.
   */
  sentTo(taskId: string): readonly { readonly verb: string; readonly isRefused: boolean }[] {
    return this.#sent.get(taskId) ?? [];
  }

  /** What was asked of an entitlement. */
  requestOf(entitlement: string): { readonly taskId: string; readonly requestId: string } {
    const task = this.#service.tasks().find((one) => one.appEntitlementId === entitlement);
    const requestId = this.#requestIds.get(entitlement);
    if (task === undefined || requestId === undefined)
      throw new Error(`nothing was asked of ${entitlement}`);
    return { taskId: task.id, requestId };
  }

  /**
   * The door: everything goes to the service, and what it tells of a task's step is changed on the
   * way back.
   */
  async #pass({ method, target, body }: GovernanceServer['asked'][number]) {
    const [, taskId, verb] = /^\/api\/v1\/tasks\/([^/]+)\/action\/([^/?]+)/.exec(target) ?? [];
    const asked: unknown = body === '' ? null : JSON.parse(body);
    if (target === '/api/v1/task/grant') {
      this.#requestIds.set(
        String(at(asked, 'appEntitlementId')),
        String(at(asked, 'source', 'requestId')),
      );
    }
    const answer = await this.#call('sandbox-bot', method, target, body);
    if (taskId !== undefined && verb !== undefined) this.#note(taskId, verb, answer.status);
    if (target === '/api/v1/task/revoke') {
      this.#note(
        this.requestOf(String(at(asked, 'appEntitlementId'))).taskId,
        'revoke',
        answer.status,
      );
    }
    // Ana decided the first step in the console, before anybody looks.
    if (target === '/api/v1/task/grant' && answer.status === 200) {
      const id = String(at(answer.json, 'taskView', 'task', 'id'));
      await this.decide('ana', id);
      const read = await this.#call('sandbox-bot', 'GET', `/api/v1/tasks/${id}`, '');
      return { status: 200, json: this.#changed(read.json) };
    }
    return { status: answer.status, json: this.#changed(answer.json) };
  }

  #note(taskId: string, verb: string, status: number): void {
    this.#sent.set(taskId, [...this.sentTo(taskId), { verb, isRefused: status !== 200 }]);
  }

  #changed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#changed(one));
    if (!isJson(value)) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, this.#changed(one)] as const);
    const copy: Json = Object.fromEntries(entries);
    const { description } = copy;
    const [policy = '', state] = typeof description === 'string' ? description.split('|') : [];
    if (!('stepApproverIds' in copy) || !isPolicy(policy)) return this.#withoutPaths(copy);
    const isOpen = copy.state === 'TASK_STATE_OPEN';
    return {
      ...copy,
      actions: isOpen && state !== 'offering nothing' ? everything : isOpen ? [] : copy.actions,
      emergencyAccess: this.isEmergency,
      // Everybody is named by the service: who is not to decide is kept out by the bot alone.
      stepApproverIds: ['user-ana', 'user-ben', 'user-dee'],
      policy: isOpen ? withApproval(copy.policy, approvals[policy]) : copy.policy,
    };
  }

  /** The reviewers are those whom `stepApproverIds` names. */
  #withoutPaths(copy: Json): Json {
    return 'stepApproversPath' in copy ? { ...copy, stepApproversPath: '' } : copy;
  }

  /** The id of the step that a task is at. */
  async currentStep(taskId: string): Promise<string> {
    const { json } = await this.#call('sandbox-bot', 'GET', `/api/v1/tasks/${taskId}`, '');
    return String(at(json, 'taskView', 'task', 'policy', 'current', 'id'));
  }

  /** Approves the current step in the console. */
  async decide(handle: string, taskId: string): Promise<void> {
    const body = JSON.stringify({ policyStepId: await this.currentStep(taskId), comment: '' });
    const { status } = await this.#call(
      handle,
      'POST',
      `/api/v1/tasks/${taskId}/action/approve`,
      body,
    );
    if (status !== 200) throw new Error(`${handle} cannot approve ${taskId}: ${status}`);
  }

  async #call(clientId: string, method: string, target: string, body: string) {
    const authorization = `Bearer ${await this.#token(clientId)}`;
    const headers = {
      authorization,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body === '' ? {} : { body }) };
    const answer = await fetch(`${this.#service.url}${target}`, init);
    const json: unknown = await answer.json();
    return { status: answer.status, json };
  }

  async #token(clientId: string): Promise<string> {
    const known = this.#tokens.get(clientId);
    if (known !== undefined) return known;
    const secret = clientId === 'sandbox-bot' ? 'sandbox-secret' : 'secret';
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    });
    const answer: unknown = await (
      await fetch(`${this.#service.url}/auth/v1/token`, { method: 'POST', body })
    ).json();
    const token = String(at(answer, 'access_token'));
    this.#tokens.set(clientId, token);
    return token;
  }
}
