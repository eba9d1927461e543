import type { ExtraRuns } from '../../queue/handlers.ts';
import type { DueJob } from '../../queue/repeated-work.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import { denyUndecided, isAnythingUndecided, type UndecidedDeps } from './flow/deny-undecided.ts';
import { type DeliveryDeps, takeDelivery } from './flow/take-delivery.ts';
import { tellUnreadable } from './flow/unreadable-delivery.ts';

export type WebhookJobDeps = Pick<DeliveryDeps, 'taskIn' | 'reviewerLists'> &
  Pick<UndecidedDeps, 'callbacks'>;

/** @param webhooks null where the service hands no steps to the bot */
export function webhookJobs(deps: UseCaseDeps, webhooks: WebhookJobDeps | null): ExtraRuns {
  return {
    async 'take-delivery'({ webhookId }) {
      // Those that were kept before webhooks were switched off wait until they are on again.
      if (webhooks === null) return 'not-yet';
      return takeDelivery({ ...deps, ...webhooks }, webhookId);
    },
    'tell-unreadable': (job) => tellUnreadable(deps, job),
    async 'deny-undecided'() {
      if (webhooks !== null) await denyUndecided({ ...deps, ...webhooks });
    },
  };
}

/** A service that takes no answer now is not asked more often than every 30 s. */
export const denyingUndecided: DueJob = {
  job: { kind: 'deny-undecided' },
  everySeconds: 30,
  isDue: isAnythingUndecided,
};
