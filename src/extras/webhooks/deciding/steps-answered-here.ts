/** What the core asks of delivered steps. */
import type { DeliveredSteps } from '../../../use-cases/ports/delivered-steps.ts';
import { deliveriesIn } from '../delivery-tables.ts';
import { anotherOnItsWay, isAnswerUnderWay } from './answer-under-way.ts';
import { withAnswerersOfNow } from './answerers-of-now.ts';
import { answerOf } from './delivered-answer.ts';
import { deliveryOfStep, deliveryOfTask } from './delivery-of-step.ts';
import { beginEnd, endingActionOf, newestAnswer, wasDeniedByBot } from './end-delivered.ts';
import type { ReviewerLists } from './reviewer-lists.ts';

/** Also where webhooks are switched off: deliveries may be left from before. */
export function stepsAnsweredHere(reviewerLists: () => ReviewerLists): DeliveredSteps {
  return {
    async takeWaiting(tx, taskId) {
      for (const webhookId of await deliveriesIn(tx).waitingFor(taskId))
        await tx.enqueue({ kind: 'take-delivery', webhookId });
    },
    async isAnsweredHere({ store }, taskId) {
      const delivery = await store.transaction((tx) => deliveryOfTask(tx, taskId));
      return delivery?.state === 'open' || delivery?.state === 'answering';
    },
    async waitForOtherAnswer(tx, action) {
      const delivery = await deliveryOfStep(tx, action);
      if (delivery !== null && (await isAnswerUnderWay(tx, delivery, action.id)))
        throw anotherOnItsWay();
    },
    async isAnswerSpent({ store }, step) {
      const delivery = await store.transaction((tx) => deliveryOfStep(tx, step));
      return delivery?.state === 'spent';
    },
    withAnswerersOfNow: (deps, ...reading) =>
      withAnswerersOfNow({ ...deps, reviewerLists: reviewerLists() }, ...reading),
    answerOf,
    newestAnswer,
    beginEnd,
    endingActionOf,
    wasDeniedByBot,
  };
}
