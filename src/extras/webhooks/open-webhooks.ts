/** Receives steps that the service hands to the bot, and answers them. */

import { Counter, type Registry } from 'prom-client';
import { readVaultKeys, type WebhookEnvironment } from '../../config/webhook-environment.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { OpensExtra, RouteDeps } from '../../extra.ts';
import type { HttpRoute } from '../../operator/health/http-server.ts';
import { taskAnswer } from '../../service/client/endpoints.ts';
import { createPathTeller, type PathTeller } from '../../service/client/http/unusable-paths.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import { namedByCatalogue } from '../../use-cases/catalogue/catalogue-names.ts';
import { receiveDelivery } from './flow/receive-delivery.ts';
import { createCallbackVault } from './receiving/callback-vault.ts';
import { createStepCallbacks, type StepCallbacks } from './receiving/step-callbacks.ts';
import { createTenantKeys } from './receiving/tenant-keys.ts';
import { WebhookLog } from './receiving/webhook-log.ts';
import { createWebhookReceiver, webhookPath } from './receiving/webhook-receiver.ts';

export interface OpenedWebhooks {
  readonly log: WebhookLog;
  /** Where the service sends them. */
  readonly route: (deps: Pick<RouteDeps, 'store' | 'bodies'>) => HttpRoute;
  readonly callbacks: StepCallbacks;
  /** A task as a delivery tells it; null where the delivery tells none that can be read. */
  readonly taskIn: (payload: unknown) => TaskSnapshot | null;
}

/** With these settings, by which the service reaches the bot. */
export function openWebhooks(
  webhooks: WebhookEnvironment,
  { environment, world, metrics, catalogue, onUnusablePath, onStop, callsEnd }: OpensExtra,
): OpenedWebhooks {
  const tenant = new URL(environment.governance.baseUrl);
  const vault = createCallbackVault(readVaultKeys(webhooks.key));
  const log = new WebhookLog(world);
  const callbacks = createStepCallbacks(tenant.origin, {
    vault,
    now: world.now,
    log: metrics.governanceCall,
    callsEnd,
  });
  onStop(() => callbacks.close());
  const tellPaths = createPathTeller(onUnusablePath);
  const taskIn = (payload: unknown) => {
    const task = readDeliveredTask(payload, tellPaths);
    return task === null ? null : namedByCatalogue(task, catalogue());
  };
  countWebhooks(metrics.registry, () => log.counts);
  const verifier = {
    tenant,
    target: new URL(`${webhooks.publicUrl}${webhookPath}`),
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
 *
 * @param tellPaths looks at the JSONPaths of what was read
 */
function readDeliveredTask(payload: unknown, tellPaths: PathTeller): TaskSnapshot | null {
  const parsed = taskAnswer.safeParse(payload);
  if (parsed.success) tellPaths('webhook delivery', parsed.data);
  return parsed.success ? taskSnapshot(parsed.data.taskView, parsed.data.expanded) : null;
}
