/**
 * Where webhooks come in: the service hands steps to the bot, and the bot answers them. What is not
 * verified is never answered; what is verified and cannot be read is denied in time, and
 * administrators are told; a missing key waits, and they are told at once; what nobody decides is
 * denied.
 */
import { Counter, type Registry } from 'prom-client';
import { readVaultKeys, type WebhookEnvironment } from '../../config/webhook-environment.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { Extra, OpensExtra, RouteDeps } from '../../extra.ts';
import type { HttpRoute } from '../../operator/health/http-server.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import type { DueJob } from '../../queue/process-timers.ts';
import { onlyWith } from '../../service/capabilities.ts';
import { taskAnswer } from '../../service/client/endpoints.ts';
import { performTaskAction } from '../../service/client/optional-operations.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import { namedByCatalogue } from '../../use-cases/catalogue/catalogue-names.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { createReviewerLists } from './answerers/reviewer-lists.ts';
import { pruneDeliveries } from './delivery-tables.ts';
import { tellTrouble } from './delivery-trouble.ts';
import { denyUndecided, isAnythingUndecided, type UndecidedDeps } from './deny-undecided.ts';
import { readDeliveredSteps } from './read-delivered-steps.ts';
import { createCallbackVault, createStepCallbacks, type StepCallbacks } from './step-callbacks.ts';
import { stepsAnsweredHere } from './steps-answered-here.ts';
import { type DeliveryDeps, takeDelivery } from './take-delivery.ts';
import { createTenantKeys } from './verify-delivery.ts';
import { answererLooks, callbackLook, receivedLook, webhookLook } from './webhook-checks.ts';
import {
  createWebhookReceiver,
  receiveDelivery,
  WebhookLog,
  webhookPath,
} from './webhook-receiver.ts';

export const webhooks: Extra = {
  name: 'webhooks',
  open(deps) {
    const written = deps.environment.webhooks;
    const opened = written === null ? null : openWebhooks(written, deps);
    const reviewerLists = () => createReviewerLists(deps.tenant());
    const mayClose = () => deps.tenant().isThere(performTaskAction);
    const { settings } = deps;
    return {
      wrapped: (governance, store) =>
        opened === null
          ? governance
          : {
              ...governance,
              ...readDeliveredSteps(governance, { ...opened, settings, store, mayClose }),
            },
      deliveredSteps: stepsAnsweredHere(reviewerLists),
      jobs: (jobDeps) =>
        webhookJobs(
          jobDeps,
          opened === null ? null : { ...opened, reviewerLists: reviewerLists() },
        ),
      prune: pruneDeliveries,
      repeated: opened === null ? [] : [denyingUndecided],
      routes: (routeDeps) => (opened === null ? [] : [opened.route(routeDeps)]),
      checks: (store) => (opened === null ? [] : [receivedLook(opened.log, store)]),
    };
  },
  checks({ environment, ...deps }) {
    const areStepsTaken = environment.webhooks !== null;
    const reviewerLists = createReviewerLists(onlyWith(deps.tenant, deps.client));
    return [
      ...answererLooks({ ...deps, reviewerLists, areStepsTaken }),
      webhookLook({ ...deps, webhooks: environment.webhooks }),
    ];
  },
  checkRows: (database, { environment }) => callbackLook(database, environment),
};

interface OpenedWebhooks {
  readonly log: WebhookLog;
  /** Where the service sends them. */
  readonly route: (deps: Pick<RouteDeps, 'store' | 'bodies'>) => HttpRoute;
  readonly callbacks: StepCallbacks;
  /** A task as a delivery tells it; null where the delivery tells none that can be read. */
  readonly taskIn: (payload: unknown) => TaskSnapshot | null;
}

/** With these settings, by which the service reaches the bot. */
function openWebhooks(
  written: WebhookEnvironment,
  { environment, world, metrics, catalogue, onStop, callsEnd }: OpensExtra,
): OpenedWebhooks {
  const tenant = new URL(environment.governance.baseUrl);
  const vault = createCallbackVault(readVaultKeys(written.key));
  const log = new WebhookLog(world);
  const callbacks = createStepCallbacks(tenant.origin, {
    vault,
    now: world.now,
    log: metrics.governanceCall,
    callsEnd,
  });
  onStop(() => callbacks.close());
  const taskIn = (payload: unknown) => {
    const task = readDeliveredTask(payload);
    return task === null ? null : namedByCatalogue(task, catalogue());
  };
  countWebhooks(metrics.registry, () => log.counts);
  const verifier = {
    tenant,
    target: new URL(`${written.publicUrl}${webhookPath}`),
    keys: createTenantKeys(tenant.origin, { now: () => performance.now() }),
    now: world.now,
  };
  return {
    log,
    callbacks,
    taskIn,
    route: ({ store, bodies }) => ({
      path: webhookPath,
      method: 'POST',
      handler: createWebhookReceiver({
        verifier,
        vault,
        log,
        world,
        bodies,
        tenantOrigin: tenant.origin,
        keep: (delivery) => receiveDelivery({ store }, delivery),
      }),
    }),
  };
}

/** Counts deliveries to the webhook address, by outcome. */
function countWebhooks(registry: Registry, read: () => Readonly<Record<string, number>>): void {
  new Counter({
    name: 'access_webhook_requests_total',
    help: 'Requests to the address for webhooks by outcome: kept, repeated, test, or why they were refused.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(read())) this.inc({ outcome }, count);
    },
  });
}

/**
 * The task that a delivery is about (docs/spec/deployments.md#webhooks); null where it tells none
 * that can be read.
 */
function readDeliveredTask(payload: unknown): TaskSnapshot | null {
  const parsed = taskAnswer.safeParse(payload);
  return parsed.success ? taskSnapshot(parsed.data.taskView, parsed.data.expanded) : null;
}

export type WebhookJobDeps = Pick<DeliveryDeps, 'taskIn' | 'reviewerLists'> &
  Pick<UndecidedDeps, 'callbacks'>;

/** @param taking null where the service hands no steps to the bot */
export function webhookJobs(deps: UseCaseDeps, taking: WebhookJobDeps | null): ExtraRuns {
  return {
    async 'take-delivery'({ webhookId }) {
      // Those that were kept before webhooks were switched off wait until they are on again.
      if (taking === null) return 'not-yet';
      return takeDelivery({ ...deps, ...taking }, webhookId);
    },
    'tell-delivery': (job) => tellTrouble(deps, job),
    async 'deny-undecided'() {
      if (taking !== null) await denyUndecided({ ...deps, ...taking });
    },
  };
}

/** A service that takes no answer now is not asked more often than every 30 s. */
const denyingUndecided: DueJob = {
  job: { kind: 'deny-undecided' },
  everySeconds: 30,
  isDue: isAnythingUndecided,
};
