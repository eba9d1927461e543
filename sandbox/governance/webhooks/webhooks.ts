/**
 * Long because a step's whole way stands here: delivered, tried again, answered, given up.
 *
 * Hands steps of policies to webhooks and takes their answers at callbacks
 * (docs/spec/deployments.md#webhooks). Tokens are signed with Node's own cryptography, so that the
 * bot's library meets an independent implementation.
 */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../caller.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { taskAnswer, taskExpansion } from '../entities/task-view.ts';
import { invalidArgument, notFound } from '../errors.ts';
import { provisionHookOf, recorded } from '../workflow/steps.ts';
import { approve, completeStep, deny, reassign } from '../workflow/transitions.ts';
import { timestamp, type World } from '../world.ts';
import { readAnswer } from './callback-answer.ts';
import type { WebhookLies } from './lies.ts';
import { digestOf, foreignToken, SigningKeys, unsignedToken } from './signing.ts';

export interface WebhookTarget {
  /** Where deliveries are sent. */
  readonly url: string;
  /** The address that the token names, where a proxy stands before the receiver. */
  readonly publicUrl?: string | undefined;
  /** How long an answer may take. Default 8 days. */
  readonly callbackSeconds?: number | undefined;
}

type StepKind = 'approval' | 'provision';

/** A step that is to be handed to a webhook. */
interface WaitingStep {
  readonly hookId: string;
  readonly kind: StepKind;
  readonly stepId: string;
}

/** One step that waits for the answer of a webhook. */
interface Instance {
  readonly id: string;
  readonly hookId: string;
  readonly kind: StepKind;
  readonly taskId: string;
  readonly stepId: string;
  readonly token: string;
  readonly expiresAtMs: number;
  /** What it tells, where it was held back. */
  late?: object;
  attempts: number;
  state: 'pending' | 'waiting' | 'answered' | 'given-up';
}

/** What was delivered, or answered, for tests that look. */
export interface WebhookExchange {
  readonly what: 'delivery' | 'callback';
  readonly taskId: string;
  readonly status: number | null;
  /** The answer's document, as it was sent to the callback. */
  readonly document?: unknown;
  readonly event?: string;
}

const eightDaysSeconds = 8 * 86_400;
const mostAttempts = 50;
const attemptMs = 30_000;
/** Deployments wait 3 to 15 s; the sandbox's people do not want to. */
const retryMs = 1_000;
const longestComment = 1_024;

export class Webhooks {
  readonly keys = new SigningKeys();
  readonly exchanges: WebhookExchange[] = [];
  readonly #world: World;
  readonly #targets = new Map<string, WebhookTarget>();
  readonly #instances = new Map<string, Instance>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #origin = '';
  #lies: WebhookLies = {};

  constructor(world: World) {
    this.#world = world;
  }

  /** @param origin of the service, where callbacks are */
  open(origin: string): void {
    this.#origin = origin;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  get lies(): WebhookLies {
    return this.#lies;
  }

  lie(lies: WebhookLies): void {
    this.#lies = lies;
    if (lies.late === undefined) void this.#sendLate();
  }

  setTarget(hookId: string, target: WebhookTarget): void {
    this.#targets.set(hookId, target);
    this.look();
  }

  isReceived(hookId: string): boolean {
    return this.#targets.has(hookId);
  }

  list(): readonly object[] {
    return [...this.#targets].map(([id, { url, publicUrl, callbackSeconds }]) => ({
      id,
      url: publicUrl ?? url,
      displayName: id,
      callbackTimeout: `${callbackSeconds ?? eightDaysSeconds}s`,
    }));
  }

  /** Delivers steps that nobody was told of, and goes on after answers that did not come. */
  look(): void {
    for (const task of this.#world.state.tasks) {
      const waiting = this.#waitingStep(task);
      if (waiting === null || this.#isKnown(task, waiting)) continue;
      this.#begin(task, waiting);
    }
    const nowMs = this.#world.now().getTime();
    for (const instance of this.#instances.values()) {
      const isOpen = instance.state === 'pending' || instance.state === 'waiting';
      if (isOpen && instance.expiresAtMs <= nowMs) this.#giveUp(instance);
    }
  }

  /** Tries the way to a webhook. */
  async test(hookId: string): Promise<object> {
    const target = this.#targets.get(hookId);
    if (target === undefined) throw notFound('webhook', hookId);
    const body = { version: 'v1', webhookId: newToken(), event: eventName('Test'), payload: {} };
    const status = await this.#send(target, { ...body, callbackUrl: '' }, eventName('Test'));
    this.exchanges.push({ what: 'delivery', taskId: '', status, event: 'Test' });
    return {
      id: body.webhookId,
      state: status === 200 ? 'WEBHOOK_STATE_SUCCESS' : 'WEBHOOK_STATE_ERROR',
    };
  }

  /**
   * Takes an answer. The URL is the credential, and works once.
   * @throws ServiceError 400 for one that was used or has expired, and for a document that says
   *   nothing
   */
  answer(token: string, document: unknown): void {
    const instance = [...this.#instances.values()].find((one) => one.token === token);
    const isTaken = instance?.state === 'pending' || instance?.state === 'waiting';
    if (instance === undefined || !isTaken || this.#isExpired(instance))
      throw invalidArgument('the callback is used or has expired');
    const { verb, comment, newStepUserIds } = readAnswer(document);
    if (comment.length > longestComment) throw invalidArgument('comment is too long');
    const world = this.#world;
    const task = world.state.task(instance.taskId);
    if (task === undefined || task.currentStep?.id !== instance.stepId)
      throw invalidArgument('the step is over');
    const by = { userId: '', comment };
    const verbs: Readonly<Record<string, () => StoredTask>> = {
      approve: () => approve(world, task, by),
      deny: () => deny(world, task, by),
      reassign: () => reassign(world, task, by, newStepUserIds),
      complete: () => this.#setUp(task, by.comment),
      errored: () => ({
        ...recorded(world, task, 'errored', '', comment),
        outcome: 'ERROR',
        outcomeTime: timestamp(world),
      }),
    };
    const apply = verbs[verb];
    const fits = instance.kind === 'approval' ? approvalVerbs : provisionVerbs;
    if (apply === undefined || !fits.includes(verb))
      throw invalidArgument(`no such answer: ${verb}`);
    instance.state = 'answered';
    world.state.change(() => world.state.putTask(apply()));
    this.look();
  }

  note(exchange: WebhookExchange): void {
    this.exchanges.push(exchange);
  }

  taskOf(token: string): string {
    return [...this.#instances.values()].find((one) => one.token === token)?.taskId ?? '';
  }

  #isExpired({ expiresAtMs }: Instance): boolean {
    return expiresAtMs <= this.#world.now().getTime();
  }

  #isKnown(task: StoredTask, { stepId }: { readonly stepId: string }): boolean {
    return [...this.#instances.values()].some(
      (one) => one.taskId === task.id && one.stepId === stepId,
    );
  }

  #waitingStep(task: StoredTask): WaitingStep | null {
    const { currentStep: step } = task;
    if (task.state !== 'open' || step === null) return null;
    if (step.kind === 'provision') {
      const hookId = provisionHookOf(this.#world, task);
      return hookId === null ? null : { hookId, kind: 'provision', stepId: step.id };
    }
    const configured = this.#world.catalog.requirePolicy(task.policyId).steps[step.position];
    if (configured?.kind !== 'approval' || configured.reviewers.kind !== 'webhook') return null;
    return { hookId: configured.reviewers.webhookId, kind: 'approval', stepId: step.id };
  }

  #begin(task: StoredTask, waiting: WaitingStep): void {
    const target = this.#targets.get(waiting.hookId);
    if (target === undefined) return;
    const seconds = target.callbackSeconds ?? eightDaysSeconds;
    const instance: Instance = {
      ...waiting,
      id: newToken(),
      taskId: task.id,
      token: newToken(),
      expiresAtMs: this.#world.now().getTime() + seconds * 1_000,
      attempts: 0,
      state: 'pending',
    };
    this.#instances.set(instance.id, instance);
    if (this.#lies.late === true) instance.late = this.#bodyOf(instance, task);
    else this.#later(0, instance);
  }

  async #sendLate(): Promise<void> {
    const held = [...this.#instances.values()].filter(
      ({ late, attempts }) => late !== undefined && attempts === 0,
    );
    for (const instance of held.toReversed()) await this.#attempt(instance);
  }

  #later(ms: number, instance: Instance): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#attempt(instance).catch((error: unknown) => console.error(error));
    }, ms);
    this.#timers.add(timer);
  }

  async #attempt(instance: Instance): Promise<void> {
    const task = this.#world.state.task(instance.taskId);
    // The receiver may have moved since the last attempt.
    const target = this.#targets.get(instance.hookId);
    if (task === undefined || target === undefined || instance.state !== 'pending') return;
    instance.attempts += 1;
    const event = eventOf(instance);
    const body = instance.late ?? this.#bodyOf(instance, task);
    let status: number | null = null;
    for (let sent = 0; sent < (this.#lies.times ?? 1); sent += 1)
      status = await this.#send(target, body, event);
    this.exchanges.push({ what: 'delivery', taskId: task.id, status, event });
    // It may have been answered while this waited.
    if (instance.state !== 'pending') return;
    if (status === 202) instance.state = 'waiting';
    else if (status === 410) this.#giveUp(instance);
    else if (instance.attempts >= mostAttempts) this.#giveUp(instance);
    else this.#later(retryMs, instance);
  }

  #bodyOf(instance: Instance, task: StoredTask): object {
    const event = eventOf(instance);
    const expansion = taskExpansion(this.#lies.body === 'unnamed' ? [] : ['*']);
    const told = taskAnswer(this.#world, task, service, expansion);
    const origin = this.#lies.callbackOrigin ?? this.#origin;
    return {
      version: 'v1',
      webhookId: instance.id,
      event,
      callbackUrl: origin === '' ? '' : `${origin}${callbackPath}${instance.token}`,
      payload: {
        '@type': `type.googleapis.com/${event}`,
        ...(this.#lies.body === 'taskless' ? { taskView: 'none' } : told),
      },
    };
  }

  async #send(target: WebhookTarget, document: object, event: string): Promise<number | null> {
    const signed = JSON.stringify(document);
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      'Content-Digest': `sha-256=${digestOf(signed)}`,
      'Webhook-Event': event,
      'Webhook-Version': 'v1',
    };
    const token = this.#tokenFor(target, signed);
    if (token !== null) headers.Authorization = `bearer ${token}`;
    try {
      const answer = await fetch(target.url, {
        method: 'POST',
        headers,
        body: this.#sentBody(signed),
        redirect: 'manual',
        signal: AbortSignal.timeout(attemptMs),
      });
      return answer.status;
    } catch {
      return null;
    }
  }

  #sentBody(signed: string): string {
    if (this.#lies.body === 'tampered') return signed.replace('"version"', '"Version"');
    return signed;
  }

  #tokenFor({ url, publicUrl }: WebhookTarget, body: string): string | null {
    const { algorithm = 'EdDSA', key, claims: said = {}, shiftSeconds = 0, token } = this.#lies;
    if (token === 'absent') return null;
    if (token === 'malformed') return 'a.b';
    const target = new URL(publicUrl ?? url);
    const now = Math.floor(this.#world.now().getTime() / 1_000) + shiftSeconds;
    const claims = {
      c1typ: 'wh',
      iss: new URL(this.#origin).host,
      aud: target.host,
      htm: 'POST',
      htu: `${target.origin}${target.pathname}`,
      htb_s256: digestOf(body),
      iat: now,
      nbf: now - 60,
      exp: now + 120,
      jti: newToken(),
      ...said,
    };
    if (key === 'none') return unsignedToken(claims);
    if (key === 'foreign') return foreignToken(claims, this.keys.published());
    return this.keys.token(
      claims,
      key === 'unknown' ? { algorithm, kid: 'unknown' } : { algorithm },
    );
  }

  /** What follows when no answer came: the policy goes on, or people set it up by hand. */
  #giveUp(instance: Instance): void {
    instance.state = 'given-up';
    const world = this.#world;
    const task = world.state.task(instance.taskId);
    if (task === undefined || task.currentStep?.id !== instance.stepId) return;
    const noted = recorded(world, task, 'webhook-failed', '', '');
    const nobody = { userId: '', comment: '' };
    const goneOn = (): StoredTask =>
      instance.kind === 'approval'
        ? completeStep(world, noted, nobody, 'completed')
        : { ...noted, currentStep: byHand(noted) };
    world.state.change(() => world.state.putTask(goneOn()));
  }

  #setUp(task: StoredTask, comment: string): StoredTask {
    const done = recorded(this.#world, task, 'completed', '', comment);
    if (task.provisioning === null) return done;
    return { ...done, provisioning: { ...task.provisioning, dueAt: timestamp(this.#world) } };
  }
}

/** Who sets it up after a webhook did not. */
const fallbackUserId = 'user-goran';

function byHand({ currentStep }: StoredTask): StoredTask['currentStep'] {
  return currentStep && { ...currentStep, reviewerIds: [fallbackUserId] };
}

const approvalVerbs = ['approve', 'deny', 'reassign'];
const provisionVerbs = ['complete', 'errored'];
export const callbackPath = '/api/v1/webhooks/callback/';

/** As whom the service tells a task to a webhook. */
const service: Caller = {
  clientId: 'service',
  userId: '',
  permissions: new Set(['read', 'request', 'review', 'administer']),
};

function eventOf({ kind }: Instance): string {
  return eventName(kind === 'approval' ? 'PolicyApprovalStep' : 'ProvisionStep');
}

function eventName(name: string): string {
  return `c1.webhooks.v1.Payload${name}`;
}

function newToken(): string {
  return randomBytes(18).toString('base64url');
}
