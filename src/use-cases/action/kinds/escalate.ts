import type { Action } from '../../../domain/action/action.ts';
import { escalation } from '../../../domain/action/holder-action.ts';
import { ofService, type Refusal } from '../../../domain/refusals/refusals.ts';
import { type AccessRequest, longestEmergency } from '../../../domain/request/access-request.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { recordReading } from '../../task/record-reading.ts';
import { readTask } from '../../task/refresh-tasks.ts';
import { sending, trailComment } from '../settle-action.ts';
import { carriedOut, type Outcome, refused } from './outcome.ts';
import { checkedName, checkOwn } from './own-right.ts';

/** Makes an emergency of a request, for no longer than emergencies may take. */
export async function escalate(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  if (request.emergency) return refused({ code: 'not-offered' });
  const checked = await checkOwn(deps, action, request, 'escalate');
  const { verdict, task, possible } = checked;
  if (possible === null) return refused({ code: 'not-offered' });
  // One that was sent before and whose answer was lost; decided by now, perhaps, because
  // emergencies are decided fast.
  const isOneAlready = action.state === 'sending' && task?.emergency === true;
  if (!isOneAlready && !verdict.ok) return refused(verdict.refusal);
  if (task === null) return refused({ code: 'gone' });
  if (!isOneAlready) {
    const obstacle = await sendEscalation(deps, action, request, { ...checked, task });
    if (obstacle !== null) return refused(obstacle);
  }
  const after = (await readTask(deps, task.id)) ?? task;
  return carriedOut((tx) => recordReading(tx, deps, request, after));
}

type Checked = Awaited<ReturnType<typeof checkOwn>> & { readonly task: TaskSnapshot };

/** null once the service made an emergency of it. */
async function sendEscalation(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
  checked: Checked,
): Promise<Refusal | null> {
  const { task } = checked;
  const longestSeconds = longestEmergency(null, deps.settings.emergency.durationsSeconds);
  const time = escalation(task, checked.possible, request, longestSeconds);
  if (!time.ok) return time.refusal;
  let { verdict, endsAt } = checked;
  if (time.value === 'shorten') {
    const obstacle = await shorten(deps, task, { durationSeconds: longestSeconds, endsAt });
    if (obstacle !== null) return obstacle;
    // Shortening takes time, in which the right to it may be lost.
    ({ verdict, endsAt } = await checkOwn(deps, action, request, 'escalate'));
    if (!verdict.ok) return verdict.refusal;
  }
  const order = {
    taskId: task.id,
    act: 'escalate',
    stepId: task.currentStepId ?? undefined,
    comment: trailComment(action, checkedName(checked.verdict)),
    sendBefore: endsAt,
  } as const;
  const answer = await sending(deps, action, () => deps.governance.act(order));
  if (answer.ok) return null;
  // Readings lag: one that arrived before without an answer may show only now.
  const wasSent = action.state === 'sending';
  const isOurs = wasSent && (await readTask(deps, task.id))?.emergency === true;
  return isOurs ? null : ofService(answer.refusal);
}

/**
 * An emergency may be granted at once, so the service has to show the time before, whatever it
 * answered. null where it does.
 */
async function shorten(
  deps: UseCaseDeps,
  { id: taskId }: TaskSnapshot,
  { durationSeconds, endsAt }: { readonly durationSeconds: number; readonly endsAt: Date },
): Promise<Refusal | null> {
  const order = {
    taskId,
    act: 'shorten',
    durationSeconds,
    sendBefore: endsAt,
  } as const;
  const answer = await deps.governance.act(order);
  if (!answer.ok) return ofService(answer.refusal);
  const task = await readTask(deps, taskId);
  if (task === null) return { code: 'unclear' };
  const isShown = task.grantDurationSeconds === durationSeconds;
  return isShown ? null : { code: 'not-urgent', longestSeconds: durationSeconds };
}
