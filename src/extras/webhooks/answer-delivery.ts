/**
 * Answers a step that the service handed to the bot. Every answer goes through one lock: the
 * callback takes one.
 */
import { isOver } from '../../domain/action/action.ts';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Store, StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { deliveriesIn, type WebhookDelivery } from './delivery-tables.ts';
import { wantTold } from './delivery-trouble.ts';
import type { StepAnswer, StepCallbacks } from './step-callbacks.ts';

/** An attempt is over after this time: a call takes at most half of it. */
export const attemptMs = 60_000;

/**
 * Whether somebody else's answer to the step is under way: a second one waits until the outcome of
 * the first is known. Take the task's lock first.
 *
 * @param by the action that wants to answer it; null if the bot does by itself
 */
export async function isAnswerUnderWay(
  tx: StoreTransaction,
  delivery: WebhookDelivery,
  by: string | null,
): Promise<boolean> {
  const winner = await tx.actions.winner(delivery);
  if (winner?.state === 'sending' && winner.id !== by) return true;
  const { state, answeredBy, triedAt } = delivery;
  if (state !== 'answering' || answeredBy === by) return false;
  if (triedAt !== null && tx.at.getTime() - triedAt.getTime() < attemptMs) return true;
  const other = answeredBy === null ? null : await tx.actions.find(answeredBy);
  return other !== null && !isOver(other);
}

export function anotherOnItsWay(): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'network',
    message: 'another answer to this step is on its way',
    certainlyNotDone: true,
  });
}

/** The answer that lets nothing go on. */
export function endAnswer({ event }: Pick<WebhookDelivery, 'event'>, comment: string): StepAnswer {
  return { kind: event === 'provision-step' ? 'errored' : 'deny', comment };
}

export interface AnswerDeps {
  readonly store: Store;
  readonly callbacks: StepCallbacks;
  readonly settings: { readonly admins: readonly string[] };
}

interface Answering {
  readonly answer: StepAnswer;
  /** The action that the answer carries out; null if it is the bot's own. */
  readonly by: string | null;
  readonly sendBefore?: Date | undefined;
}

/**
 * Sends the answer of a delivered step. The callback takes one: if the response was lost, the
 * answer is sent again; a callback that is spent by then has taken the first one, or has expired.
 * One that no key opens waits for its key, and administrators hear of that.
 *
 * @throws OutwardFailure as the port does, and while another answer is under way
 */
export async function answerDelivery(
  { store, callbacks, settings: { admins } }: AnswerDeps,
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
  const { sealed, wasTried } = begun;
  const sent = callbacks.answer({ webhookId, sealed }, answer, sendBefore);
  const outcome = await sent.catch(async (error) => {
    await store.transaction(async (tx) => {
      if (!(error instanceof OutwardFailure)) return;
      if (error.certainlyNotDone && !wasTried) await deliveriesIn(tx).save(webhookId, notAnswered);
      if (error.kind === 'unopened') await wantTold(tx, admins, { webhookId, trouble: 'locked' });
    });
    throw error;
  });
  return store.transaction(async (tx) => {
    const delivery = await deliveriesIn(tx).lock(webhookId);
    // Another attempt may have sent the same answer at once, and so spent the callback.
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
