import { DateTime } from 'luxon';
import type { Action } from '../../../domain/action/action.ts';
import { escalation } from '../../../domain/action/holder-action.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import { ofService, type Refusal } from '../../../domain/refusals/refusals.ts';
import { type AccessRequest, longestEmergency } from '../../../domain/request/access-request.ts';
import type { Result } from '../../../domain/result.ts';
import { afterWorkingTime } from '../../../domain/settings/working-time.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import { waitingSubject } from '../../card/request-cards.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { recordReading } from '../../task/record-reading.ts';
import { readTask } from '../../task/watch-task.ts';
import { checkRight } from '../check-right.ts';
import { sending, trailComment } from '../settle-action.ts';
import { carriedOut, type Outcome, refused } from './outcome.ts';

/** Checks the right to act on one's own request as it is now, like the right to every other act. */
export function checkOwn(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
  verb: 'withdraw' | 'escalate' | 'give-back',
): ReturnType<typeof checkRight> {
  return checkRight(deps, {
    ...action,
    verb,
    taskId: request.taskId ?? '',
    stepId: '',
    occurrence: '',
  });
}

/** The person as approvals name them; undefined if they were not looked up. */
export function checkedName(verdict: Result<IdentityPerson, unknown>): string | undefined {
  return verdict.ok ? nameAndEmail(verdict.value) : undefined;
}

/** Allows one nudge a working day, by the clocks of the configured zone. The line in the thread calls the reviewers. */
export async function nudge(
  deps: UseCaseDeps,
  _action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { timeZone, workingHours } = deps.settings;
  /** At night, the working day that begins next. */
  const dayOf = (at: Date): string => {
    const working = afterWorkingTime(at, 0, timeZone, workingHours);
    return DateTime.fromJSDate(working, { zone: timeZone }).toISODate() ?? '';
  };
  const day = dayOf(deps.world.now());
  return carriedOut(async (tx) => {
    // Two people may nudge at once.
    await tx.requests.lock(request.id);
    if ((await waitingSubject(tx, request.id)) === null) return { code: 'not-offered' };
    const nudges = await tx.actions.doneOn([request.id], ['nudge']);
    if (nudges.some(({ at }) => dayOf(at) === day)) return { code: 'nudged-already' };
    return undefined;
  });
}

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
