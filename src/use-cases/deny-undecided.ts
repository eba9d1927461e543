import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { answerDelivery } from './delivered-steps.ts';
import type { WebhookDelivery } from './delivery-rows.ts';
import type { UseCaseDeps } from './deps.ts';
import type { StepCallbacks } from './ports.ts';
import { record } from './record.ts';
import { recordReading } from './record-reading.ts';

/** Denied in one round; the next round comes by itself. */
const deniedPerRound = 50;

const comment =
  'Denied by the access bot: nobody decided in Slack in time, and without an answer the policy could go on without anybody.';

export interface UndecidedDeps extends UseCaseDeps {
  readonly callbacks: StepCallbacks;
}

/** Whether there is something for `denyUndecided` to do. */
export async function isAnythingUndecided({ store }: Pick<UseCaseDeps, 'store'>): Promise<boolean> {
  return (await store.transaction((tx) => tx.deliveries.dueBy(tx.at, 1))).length > 0;
}

/**
 * Denies delivered steps that nobody decided in time: after a missed answer the service's policy
 * may go on without anybody (docs/spec/deployments.md#webhooks).
 *
 * @throws OutwardFailure where the service does not take an answer now
 */
export async function denyUndecided(deps: UndecidedDeps): Promise<void> {
  const due = await deps.store.transaction((tx) => tx.deliveries.dueBy(tx.at, deniedPerRound));
  for (const delivery of due) {
    // Somebody is deciding right now: theirs is the answer.
    if (await isBeingDecided(deps, delivery)) continue;
    const answer = { kind: 'deny', comment } as const;
    const answered = await answerDelivery(deps, delivery, { answer, by: null });
    await conclude(deps, delivery, answered);
  }
}

async function isBeingDecided(
  { store }: UndecidedDeps,
  delivery: WebhookDelivery,
): Promise<boolean> {
  return (await store.transaction((tx) => tx.actions.winner(delivery))) !== null;
}

async function conclude(
  deps: UndecidedDeps,
  { taskId, stepId }: WebhookDelivery,
  answered: Result<void, ServiceRefusal>,
): Promise<void> {
  const task = (await deps.governance.readTasks([taskId])).get(taskId) ?? null;
  await deps.store.transaction(async (tx) => {
    const elsewhere = await tx.subjects.ofTask(taskId);
    const kept = await tx.tasks.find(taskId);
    const subject = elsewhere ?? (kept === null ? null : await tx.subjects.find(kept.requestId));
    if (subject === null) return;
    const about = { requestId: subject.id, taskId };
    if (!answered.ok) {
      const named = { administrators: deps.settings.admins };
      await record(tx, { kind: 'delivery.answer-refused', ...about, detail: { stepId }, named });
      if (task !== null) await recordReading(tx, deps, subject, task);
      return;
    }
    await record(tx, { kind: 'delivery.denied-undecided', ...about, detail: { stepId } });
    const message = { kind: 'ended', outcome: 'denied', byNames: [], isUndecided: true } as const;
    // Before the reading, which would tell of the end in other words.
    await record(tx, { kind: 'request.ended', requestId: subject.id, context: { message } });
    if (task !== null) await recordReading(tx, deps, subject, task);
  });
}
