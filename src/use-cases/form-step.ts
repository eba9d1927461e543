import type { AccessRequest } from '../domain/access-request.ts';
import type { RequestField } from '../domain/request-answers.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { holders, notifyPeople } from './notices.ts';
import type { StoreTransaction } from './store-ports.ts';

/** What the form asks in which a request waits, and its step, by the last reading; no questions where it waits in none. */
export async function formOf(
  tx: StoreTransaction,
  requestId: string,
): Promise<{ readonly questions: readonly RequestField[]; readonly stepId: string }> {
  const taskId = (await tx.requests.find(requestId))?.taskId ?? null;
  const task = taskId === null ? null : ((await tx.tasks.find(taskId))?.snapshot ?? null);
  const questions = task?.otherStep?.kind === 'form' ? task.otherStep.questions : [];
  return { questions, stepId: task?.currentStepId ?? '' };
}

/** Tells those who have to fill in a form that they have to, once a step: those of the step who are known in Slack, else the holders. */
export async function askToFillIn(tx: StoreTransaction, request: AccessRequest, task: TaskSnapshot): Promise<void> {
  if (task.otherStep?.kind !== 'form') return;
  const known = await tx.identities.slackIdsOf(task.otherStep.people.map(({ id }) => id));
  const people = known.length > 0 ? known : [...holders(request)];
  const key = `form:${request.id}:${task.currentStepId ?? ''}:${task.stepOccurrence ?? ''}`;
  await notifyPeople(tx, request.id, people, { key, body: { kind: 'form-due' } });
}
