/** Where webhooks come in: the service hands steps to the bot, and the bot answers them. */

import type { Extra } from '../../extra.ts';
import type { StatusMembers } from '../../operator/doctor/diagnose.ts';
import { onlyWith } from '../../service/capabilities.ts';
import { performTaskAction } from '../../service/client/optional-operations.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { answererChecks } from './answerer-checks.ts';
import { createReviewerLists } from './deciding/reviewer-lists.ts';
import { stepsAnsweredHere } from './deciding/steps-answered-here.ts';
import { deliveriesIn, pruneDeliveries } from './delivery-tables.ts';
import { readDeliveredSteps } from './flow/read-delivered-steps.ts';
import { type OpenedWebhooks, openWebhooks } from './open-webhooks.ts';
import { callbackChecks, receivedCheck, webhookChecks } from './webhook-checks.ts';
import { denyingUndecided, webhookJobs } from './webhook-jobs.ts';

export const webhooks: Extra = {
  name: 'webhooks',
  open(deps) {
    const settings = deps.environment.webhooks;
    const opened = settings === null ? null : openWebhooks(settings, deps);
    const reviewerLists = () => createReviewerLists(deps.tenant());
    const mayClose = () => deps.tenant().isThere(performTaskAction);
    return {
      wrapped: (governance, store) =>
        opened === null
          ? governance
          : { ...governance, ...readDeliveredSteps(governance, { ...opened, store, mayClose }) },
      deliveredSteps: stepsAnsweredHere(reviewerLists),
      jobs: (jobDeps) =>
        webhookJobs(
          jobDeps,
          opened === null ? null : { ...opened, reviewerLists: reviewerLists() },
        ),
      prune: pruneDeliveries,
      repeated: opened === null ? [] : [denyingUndecided],
      routes: (routeDeps) => (opened === null ? [] : [opened.route(routeDeps)]),
      status: async (store) => ({
        webhooks: opened === null ? null : await statusOf(opened, store),
      }),
    };
  },
  async checks({ environment, ...deps }) {
    const areStepsTaken = environment.webhooks !== null;
    const reviewerLists = createReviewerLists(onlyWith(deps.tenant, deps.client));
    const ofAnswerers = answererChecks({ ...deps, reviewerLists, areStepsTaken });
    const ofTenant = webhookChecks({ ...deps, webhooks: environment.webhooks });
    return [...(await ofAnswerers), ...(await ofTenant)];
  },
  checkRows: async (database, { environment }) =>
    environment === null ? [] : callbackChecks(database, environment.webhooks),
  checkRunning: receivedCheck,
};

const weekMs = 7 * 86_400_000;

/** How the service reaches this bot. */
async function statusOf({ log }: OpenedWebhooks, store: Store): Promise<StatusMembers> {
  return store.transaction(async (tx) => {
    const lastReceivedAt = await deliveriesIn(tx).lastReceivedAt();
    return {
      lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
      unreadable: await deliveriesIn(tx).unreadableSince(new Date(tx.at.getTime() - weekMs)),
      refused: log.trouble,
    };
  });
}
