import { isDeepStrictEqual } from 'node:util';
import type { Subject } from '../../../domain/request/subject.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { deliveriesIn, type ReviewerFound } from '../delivery-tables.ts';
import { deliveryOfStep } from './delivery-of-step.ts';
import { type FindsAnswerers, findAnswerers } from './find-answerers.ts';

/**
 * A reading of a delivered step with the people who may answer it at this moment: somebody may have
 * lost the ownership since the step arrived. A step that was passed on keeps the people whom a
 * reviewer picked. Any other reading is returned as it is.
 *
 * @throws OutwardFailure where the lists cannot be read
 */
export async function withAnswerersOfNow(
  deps: FindsAnswerers,
  task: TaskSnapshot,
  subject: Subject | null,
): Promise<TaskSnapshot> {
  const { delivered, currentStepId } = task;
  if (delivered === undefined || currentStepId === null) return task;
  const step = { taskId: task.id, stepId: currentStepId };
  const delivery = await deps.store.transaction((tx) => deliveryOfStep(tx, step));
  if (delivery === null || isPassedOn(delivery.people)) return task;
  const need = delivered.kind === 'provision' ? 'setUpBy' : 'reviewers';
  const own = [task.target?.id, subject?.requesterIdentityId, subject?.identityUserId];
  const without = own.filter((id) => typeof id === 'string');
  const answerers = await findAnswerers(deps, task, need, without);
  if (!isDeepStrictEqual(answerers, delivery.people))
    await deps.store.transaction((tx) =>
      deliveriesIn(tx).save(delivery.webhookId, { people: answerers }),
    );
  const people = answerers.map(({ person }) => person);
  return delivered.kind === 'provision'
    ? { ...task, otherStep: { kind: 'set-up-by-hand', people } }
    : { ...task, stepApprovers: people };
}

function isPassedOn(people: readonly ReviewerFound[]): boolean {
  return people.some(({ by }) => by === 'passed-on');
}
