/** Long because of each act on one’s own request a lost answer is told from a refusal, in one place. */
import { DateTime } from 'luxon';
import { type AccessRequest, longestEmergency } from '../domain/access-request.ts';
import { type AccessSettings, tasksAreRead } from '../domain/access-settings.ts';
import { nextCheckMs } from '../domain/grant.ts';
import { escalation, type HolderActionRefusal, holderOf, isOwnAction, mayWithdraw } from '../domain/holder-action.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { quotedName } from '../domain/quoted-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { isOpen, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { afterWorkingTime } from '../domain/working-time.ts';
import { type ActDeps, carryOutAct } from './carry-out-act.ts';
import { endLeaving, leaveGrants } from './end-grants.ts';
import { notifyAll, notifyClicker, notifyPeople, notifyThreads, syncCards } from './notices.ts';
import type { World } from './ports.ts';
import { type ReadingDeps, recordReading } from './record-reading.ts';
import { type RevocationDeps, recordRevocation } from './record-revocation.ts';
import { waitingSubject } from './still-waiting.ts';
import type { HolderActionRow, StoreTransaction } from './store-ports.ts';

export interface HolderActionDeps extends ActDeps {
  readonly settings: ActDeps['settings'] &
    ReadingDeps['settings'] &
    RevocationDeps['settings'] &
    Pick<AccessSettings, 'timeZone' | 'workingHours'>;
}

/**
 * Carries out what somebody wants done with a request, beside deciding. Can be done again: an escalation looks first whether the task is an
 * emergency by now, and taking access back twice takes away no more than once.
 */
export async function carryOutHolderAction(deps: HolderActionDeps, id: string): Promise<void> {
  const row = await deps.store.transaction((tx) => tx.holderActions.find(id));
  if (row === null || row.state === 'done' || row.state === 'refused') return;
  const request = await deps.store.transaction((tx) => tx.requests.find(row.requestId));
  if (request === null) return;
  try {
    const done = await carryOut(deps, row, request);
    if (!done.ok) await deps.store.transaction((tx) => refuseHolderAction(tx, deps.world, row, done.refusal));
  } catch (error) {
    if (error instanceof OutwardFailure) await tellWaiting(deps, row);
    throw error;
  }
}

type Done = Promise<Result<void, HolderActionRefusal>>;

function carryOut(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { kind } = row;
  if (!isOwnAction(kind)) {
    const finished = (tx: StoreTransaction) => finish(tx, deps, row, request);
    return carryOutAct(deps, { row, act: kind, request }, (what) => comment(what, row), finished);
  }
  switch (kind) {
    case 'escalate':
      return escalate(deps, row, request);
    case 'withdraw':
      return withdraw(deps, row, request);
    case 'nudge':
      return nudge(deps, row, request);
    case 'give-back':
      return giveBack(deps, row, request);
  }
}

/** Closes an open request that nobody wants any more. */
async function withdraw(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest): Done {
  if (!tasksAreRead(deps.governance.operations)) return withdrawHere(deps, row, request);
  const task = await read(deps, request);
  if (task === null) return refuse({ kind: 'gone' });
  const isOver = task.outcome === 'cancelled';
  if (!isOpen(task) && !isOver) return refuse({ kind: 'closed' });
  if (!isOver && !mayWithdraw(deps.governance.operations, task)) return withdrawHere(deps, row, request);
  const answer = isOver
    ? ok(undefined)
    : await deps.governance.close({ taskId: task.id, comment: comment('Withdrawn', row) });
  const after = (await read(deps, request)) ?? task;
  // Readings lag: one that arrived before without an answer may show only now.
  if (!answer.ok && isOpen(after)) return withdrawHere(deps, row, request);
  if (!answer.ok && after.outcome !== 'cancelled') return refuse({ kind: 'service', refusal: answer.refusal });
  await deps.store.transaction(async (tx) => {
    await recordReading(tx, deps, request, after);
    await finish(tx, deps, row, request);
  });
  return ok(undefined);
}

/** The service cannot close it: nobody decides on it here any more, and the reviewers are told. */
async function withdrawHere(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest): Done {
  await deps.store.transaction(async (tx) => {
    await tx.requests.save(request.id, { state: 'withdrawn', at: deps.world.now() });
    await syncCards(tx, request.id);
    await finish(tx, deps, row, request);
    const body = { kind: 'acted', act: 'withdraw', by: row.by, text: '' } as const;
    await notifyAll(tx, deps.world, request, { key: `withdrawn:${request.id}`, body });
  });
  return ok(undefined);
}

/** Calls the reviewers once a working day, by the clocks of the configured zone. */
async function nudge(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { timeZone, workingHours } = deps.settings;
  const { by } = row;
  const working = afterWorkingTime(deps.world.now(), 0, timeZone, workingHours);
  const key = `nudged:${request.id}:${DateTime.fromJSDate(working, { zone: timeZone }).toISODate()}`;
  return deps.store.transaction(async (tx) => {
    if ((await waitingSubject(tx, request.id)) === null) return refuse({ kind: 'not-offered' });
    const occasion = { key, body: { kind: 'acted', act: 'nudge', by, text: '' } } as const;
    const isNew = await notifyPeople(tx, deps.world, request.id, [request.requester.userId], occasion);
    if (!isNew) return refuse({ kind: 'nudged-already' });
    await notifyThreads(tx, deps.world, request, occasion);
    await finish(tx, deps, row, request);
    return ok(undefined);
  });
}

async function escalate(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest): Done {
  const { operations } = deps.governance;
  const canRead = operations.has('taskSearch') || operations.has('taskRead');
  if (!operations.has('taskActions') || !canRead || request.emergency) return refuse({ kind: 'not-offered' });
  const task = await read(deps, request);
  if (task === null) return refuse({ kind: 'gone' });
  const longestSeconds = longestEmergency(null, deps.settings.emergency.durationsSeconds);
  const verdict = escalation(task, request.durationSeconds, longestSeconds);
  if (!verdict.ok) return verdict;
  if (verdict.value === 'shorten') {
    const shortened = await shorten(deps, task, longestSeconds);
    if (!shortened.ok) return shortened;
  }
  if (verdict.value !== 'is-one-already') {
    const answer = await deps.governance.escalate({
      taskId: task.id,
      stepId: task.currentStepId,
      comment: comment('Escalated to emergency access', row),
    });
    // Readings lag: one that arrived before without an answer may show only now.
    if (!answer.ok && (await read(deps, request))?.emergency !== true) {
      return refuse({ kind: 'service', refusal: answer.refusal });
    }
  }
  const after = (await read(deps, request)) ?? task;
  await deps.store.transaction(async (tx) => {
    await recordReading(tx, deps, request, after);
    await finish(tx, deps, row, request);
    await notifyAll(tx, deps.world, request, {
      key: `escalated:${request.id}`,
      body: { kind: 'acted', act: 'escalate', by: row.by, text: '' },
    });
  });
  return ok(undefined);
}

/** An emergency may be granted at once, so the service has to show the time before, whatever it answered. */
async function shorten(deps: HolderActionDeps, task: TaskSnapshot, durationSeconds: number): Done {
  const stepId = task.currentStepId ?? '';
  const order = { taskId: task.id, act: 'shorten', stepId, comment: '', newReviewerIds: [], durationSeconds } as const;
  const answer = await deps.governance.act(order);
  if (!answer.ok) return refuse({ kind: 'service', refusal: answer.refusal });
  const isShown = (await readTask(deps, task.id))?.grantDurationSeconds === durationSeconds;
  return isShown ? ok(undefined) : refuse({ kind: 'too-long', longestSeconds: durationSeconds });
}

async function giveBack(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest): Done {
  if (!deps.governance.operations.has('taskRevoke')) return refuse({ kind: 'not-offered' });
  const grant = await deps.store.transaction((tx) => tx.grants.find(request.id));
  const { identityUserId } = request;
  if (grant === null || grant.endedAt !== null || identityUserId === null) return refuse({ kind: 'ended' });
  await deps.store.transaction((tx) => tx.holderActions.save(row.id, { state: 'sending' }));
  const answer = await revoke(deps, row, request, identityUserId);
  if (!answer.ok && !isWhatWasWanted(row, answer.refusal)) {
    // Perhaps it is gone already.
    await deps.store.transaction((tx) => tx.grants.follow(request.id, { checkAt: deps.world.now() }));
    return refuse({ kind: 'service', refusal: answer.refusal });
  }
  const task = answer.ok ? answer.value : await readTask(deps, answer.refusal.existingTaskId);
  const leaving = row.by.userId === holderOf(request) ? 'given-back' : 'taken-away';
  const now = deps.world.now();
  const checkAt = deps.governance.operations.has('userGrants') ? new Date(now.getTime() + nextCheckMs(0)) : null;
  await deps.store.transaction(async (tx) => {
    // The grants' locks before the trail's, as everywhere: in turns they could wait for each other.
    await leaveGrants(tx, request, leaving, checkAt);
    if (task !== null) await recordRevocation(tx, deps, request, task);
    // The service has nothing to take away any more.
    else if (!answer.ok && answer.refusal.kind !== 'duplicate') await endLeaving(tx, deps.world, request, now);
    await finish(tx, deps, row, request);
  });
  return ok(undefined);
}

async function revoke(deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest, identityUserId: string) {
  const { appId, entitlementId } = request;
  try {
    return await deps.governance.revoke({ appId, entitlementId, identityUserId, comment: comment('Given back', row) });
  } catch (error) {
    if (error instanceof OutwardFailure && error.certainlyNotDone && row.state === 'kept') {
      await deps.store.transaction((tx) => tx.holderActions.save(row.id, { state: 'kept' }));
    }
    throw error;
  }
}

/**
 * An order to take it back that is open already. After a POST without an answer also that there is nothing to take back any
 * more: the service says so as a 400, a 404 or another 409.
 */
function isWhatWasWanted(row: HolderActionRow, { kind }: ServiceRefusal): boolean {
  if (kind === 'duplicate') return true;
  return row.state === 'sending' && ['invalid', 'not-found', 'closed', 'conflict'].includes(kind);
}

function read(deps: HolderActionDeps, request: AccessRequest): Promise<TaskSnapshot | null> {
  return readTask(deps, request.taskId);
}

async function readTask({ governance }: HolderActionDeps, id: string | null): Promise<TaskSnapshot | null> {
  if (id === null || !tasksAreRead(governance.operations)) return null;
  return (await governance.readTasks([id])).get(id) ?? null;
}

/** The service sees the bot's credentials only: the comment is where its own trail learns who it was. */
function comment(what: string, { by, reason }: HolderActionRow): string {
  return `${what} in Slack by ${quotedName(by.userName)}, Slack user ${by.userId}.${reason === '' ? '' : ` ${reason}`}`;
}

async function finish(tx: StoreTransaction, deps: HolderActionDeps, row: HolderActionRow, request: AccessRequest) {
  const at = deps.world.now();
  await tx.holderActions.save(row.id, { state: 'done', at });
  await tx.enqueue({ kind: 'sync-home', slackUserId: row.by.userId });
  await tx.audit.append({
    kind: `${row.kind}.done`,
    at,
    requestId: request.id,
    taskId: request.taskId,
    actor: row.by.userId,
    detail: { reason: row.reason, ...row.detail },
  });
}

/** Notes that it is not carried out, and tells whoever wanted it why. */
export async function refuseHolderAction(
  tx: StoreTransaction,
  world: World,
  row: HolderActionRow,
  refusal: HolderActionRefusal,
) {
  const at = world.now();
  const body = { kind: 'action-refused', refusal } as const;
  await tx.holderActions.save(row.id, { state: 'refused', refusal, at });
  await notifyClicker(tx, world, row, 'holder-action-refused', body);
  await tx.enqueue({ kind: 'sync-home', slackUserId: row.by.userId });
  await tx.audit.append({
    kind: `${row.kind}.refused`,
    at,
    requestId: row.requestId,
    actor: row.by.userId,
    detail: { refusal },
  });
}

async function tellWaiting(deps: HolderActionDeps, row: HolderActionRow): Promise<void> {
  const body = { kind: 'action-waiting' } as const;
  await deps.store.transaction((tx) => notifyClicker(tx, deps.world, row, 'holder-action-waiting', body));
}
