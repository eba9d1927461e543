/** Receives steps that the service hands to the bot, and answers them. */
import { readVaultKeys } from '../config/webhook-environment.ts';
import type { TaskSnapshot } from '../domain/task/task-snapshot.ts';
import type { HttpRoute } from '../operator/health/http-server.ts';
import { countWebhooks, type Metrics } from '../operator/health/metrics.ts';
import { createPathTeller } from '../service/client/http/unusable-paths.ts';
import { createCallbackVault } from '../service/webhooks/callback-vault.ts';
import { readDeliveredTask } from '../service/webhooks/delivered-task.ts';
import { createStepCallbacks } from '../service/webhooks/step-callbacks.ts';
import { createTenantKeys } from '../service/webhooks/tenant-keys.ts';
import { WebhookLog } from '../service/webhooks/webhook-log.ts';
import { createWebhookReceiver, webhookPath } from '../service/webhooks/webhook-receiver.ts';
import { type CatalogueNames, namedByCatalogue } from '../use-cases/catalogue/catalogue-names.ts';
import type { UnauthenticatedBodies } from '../use-cases/people/unauthenticated-bodies.ts';
import type { AccessGovernance, StepCallbacks } from '../use-cases/ports/ports.ts';
import type { Store } from '../use-cases/ports/store-ports.ts';
import { receiveDelivery } from '../use-cases/webhook-intake/receive-delivery.ts';
import { readDeliveredSteps } from '../use-cases/webhooks/delivered-steps.ts';
import type { Context } from './app-context.ts';
import { logUnusablePath } from './open-governance.ts';

export interface OpenedWebhooks {
  readonly log: WebhookLog;
  /** Where the service sends them. */
  readonly route: (store: Store, bodies: UnauthenticatedBodies) => HttpRoute;
  readonly callbacks: StepCallbacks;
  readonly taskIn: (payload: unknown) => TaskSnapshot | null;
  /** The service, with delivered steps decided by people. */
  readonly decided: (governance: AccessGovernance, store: Store) => AccessGovernance;
}

/**
 * null where the environment does not say how the service reaches the bot.
 *
 * @param catalogue what there is to ask for, which is known later
 */
export function openWebhooks(
  { environment, world, onStop }: Context,
  metrics: Metrics,
  catalogue: () => CatalogueNames,
): OpenedWebhooks | null {
  const { webhooks } = environment;
  if (webhooks === null) return null;
  const tenant = new URL(environment.governance.baseUrl);
  const vault = createCallbackVault(readVaultKeys(webhooks.key));
  const log = new WebhookLog(world);
  const callbacks = createStepCallbacks(tenant.origin, {
    vault,
    now: world.now,
    log: metrics.governanceCall,
  });
  onStop(() => callbacks.close());
  const tellPaths = createPathTeller((path) => logUnusablePath(world.log, path));
  const taskIn = (payload: unknown) => {
    const task = readDeliveredTask(payload, tellPaths);
    return task === null ? null : namedByCatalogue(task, catalogue());
  };
  countWebhooks(metrics, () => log.counts);
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
    route: (store, bodies) => ({
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
    decided: (governance, store) => ({
      ...governance,
      ...readDeliveredSteps(governance, { store, callbacks, taskIn }),
    }),
  };
}
