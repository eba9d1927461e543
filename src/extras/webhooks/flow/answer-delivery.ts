/** Answers a step that the service handed to the bot. Every answer goes through one lock. */
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Store } from '../../../use-cases/ports/store-ports.ts';
import { anotherOnItsWay, isAnswerUnderWay } from '../deciding/answer-under-way.ts';
import { deliveriesIn, type WebhookDelivery } from '../delivery-tables.ts';
import type { StepAnswer, StepCallbacks } from '../receiving/step-callbacks.ts';

interface Answering {
  readonly answer: StepAnswer;
  /** The action that the answer carries out; null if it is the bot's own. */
  readonly by: string | null;
  readonly sendBefore?: Date | undefined;
}

/** The answer that lets nothing go on. */
export function endAnswer({ event }: Pick<WebhookDelivery, 'event'>, comment: string): StepAnswer {
  return { kind: event === 'provision-step' ? 'errored' : 'deny', comment };
}

/**
 * Sends the answer of a delivered step. The callback takes one: if the response was lost, the
 * answer is sent again; a callback that is spent by then has taken the first one, or has expired.
 *
 * @throws OutwardFailure as the port does, and while another answer is under way
 */
export async function answerDelivery(
  { store, callbacks }: { readonly store: Store; readonly callbacks: StepCallbacks },
  { webhookId, taskId }: WebhookDelivery,
  { answer, by, sendBefore }: Answering,
): Promise<Result<void, ServiceRefusal>> {
  const begun = await store.transaction(async (tx) => {
    // This lock comes before that of the delivery, as in the code by which one decision wins the
    // step.
    await tx.tasks.lock(taskId);
    const delivery = await deliveriesIn(tx).lock(webhookId);
    if (delivery === null) return null;
    if (delivery.callback === null) return isTaken(delivery, by) ? 'taken' : null;
    if (await isAnswerUnderWay(tx, delivery, by)) throw anotherOnItsWay();
    const wasTried =
      delivery.state === 'answering' && delivery.answeredBy === by && delivery.triedAt !== null;
    await deliveriesIn(tx).save(webhookId, { state: 'answering', answeredBy: by, triedAt: tx.at });
    return { sealed: delivery.callback, wasTried };
  });
  if (begun === null) return refuse(stepOver);
  if (begun === 'taken') return ok(undefined);
  const outcome = await callbacks.answer(begun.sealed, answer, sendBefore).catch(async (error) => {
    const isCertain = error instanceof OutwardFailure && error.certainlyNotDone;
    if (isCertain && !begun.wasTried)
      await store.transaction((tx) => deliveriesIn(tx).save(webhookId, notAnswered));
    throw error;
  });
  return store.transaction(async (tx) => {
    const delivery = await deliveriesIn(tx).lock(webhookId);
    // The same answer was sent twice at once, and the other attempt spent the callback.
    const isOurs = outcome === 'spent' && delivery !== null && isTaken(delivery, by);
    const isAccepted = outcome === 'accepted' || isOurs;
    const state = isAccepted ? 'answered' : 'spent';
    await deliveriesIn(tx).save(webhookId, { state, callback: null });
    return isAccepted ? ok(undefined) : refuse(stepOver);
  });
}

/** Whether the service took the answer of this action. */
function isTaken({ state, answeredBy }: WebhookDelivery, by: string | null): boolean {
  return state === 'answered' && answeredBy === by;
}

const notAnswered = { state: 'open', answeredBy: null } as const;

/** The step does not wait for this answer any more. */
export const stepOver: ServiceRefusal = {
  kind: 'step-moved-on',
  message: '',
  existingTaskId: null,
  serviceRequestId: null,
};
