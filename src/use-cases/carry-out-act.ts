import type { AccessRequest } from '../domain/access-request.ts';
import { namedReviewers } from '../domain/authorization.ts';
import type { ActDetail, HolderActionRefusal } from '../domain/holder-action.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { acts, type TaskAct } from '../domain/task-act.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import { checkReview } from './check-review.ts';
import { holders, notifyPeople, notifyThreads, syncCards } from './notices.ts';
import type { UseCaseDeps } from './ports.ts';
import { recordReading } from './record-reading.ts';
import { readBack } from './refresh-tasks.ts';
import { resolveIdentity } from './resolve-identity.ts';
import type { HolderActionRow, StoreTransaction } from './store-ports.ts';

/**
 * Does to a task what somebody wants done beside deciding, after a check of all that the right rests on. What was perhaps sent before is
 * not sent again: a comment would stand there twice, a restart would undo what was decided since.
 *
 * @param finish notes it as done, in the transaction that tells of it
 */
export async function carryOutAct(
  deps: UseCaseDeps,
  { row, act, request }: { readonly row: HolderActionRow; readonly act: TaskAct; readonly request: AccessRequest },
  comment: (what: string) => string,
  finish: (tx: StoreTransaction) => Promise<void>,
): Promise<Result<void, HolderActionRefusal>> {
  const { taskId } = request;
  const { stepId, occurrence, durationSeconds, people, answers = null } = row.detail ?? nothingMore;
  if (taskId === null) return refuse({ kind: 'gone' });
  if (row.state === 'sending') return refuse({ kind: 'uncertain' });
  const step = { taskId, stepId, occurrence };
  const { verdict, task } = await checkReview(deps, { ...step, ...row, verb: acts[act].verb });
  if (!verdict.ok) return verdict;
  if (act === 'shorten' && !isShorter(durationSeconds, task, request)) return refuse({ kind: 'not-offered' });
  const stepApprovers: IdentityPerson[] = [];
  for (const userId of people) {
    const identity = await resolveIdentity(deps, { userId }, { fresh: false });
    if (!identity.ok) return refuse({ kind: 'identity', refusal: identity.refusal, slackUserId: userId });
    stepApprovers.push(identity.value);
  }
  const isLeftToNobody = task !== null && namedReviewers({ ...task, stepApprovers }, request).length === 0;
  if (act === 'reassign' && isLeftToNobody) return refuse({ kind: 'left-to-nobody' });
  const newReviewerIds = stepApprovers.map((person) => person.id);
  await deps.store.transaction((tx) => tx.holderActions.save(row.id, { state: 'sending' }));
  const words = comment(acts[act].trail);
  const order = { taskId, act, stepId, comment: words, newReviewerIds, durationSeconds, data: answers };
  const answer = await deps.governance.act(order).catch(async (error: unknown) => {
    if (error instanceof OutwardFailure && error.certainlyNotDone) {
      await deps.store.transaction((tx) => tx.holderActions.save(row.id, { state: 'kept' }));
    }
    throw error;
  });
  if (!answer.ok) return refuse({ kind: 'service', refusal: answer.refusal });
  const after = await readBack(deps, taskId);
  await deps.store.transaction(async (tx) => {
    if (after !== null) await recordReading(tx, deps, request, after);
    await finish(tx);
    await tell(tx, deps, row, act, request);
  });
  return ok(undefined);
}

const nothingMore: ActDetail = { stepId: '', occurrence: '', durationSeconds: null, people: [] };

/** More time is a new request, which is decided like any other. Where the service shows no time, what was asked for counts. */
export function isShorter(
  durationSeconds: number | null,
  task: TaskSnapshot | null,
  request: Pick<AccessRequest, 'durationSeconds'> | null,
): boolean {
  const now = task?.grantDurationSeconds ?? request?.durationSeconds ?? null;
  return durationSeconds !== null && (now === null || durationSeconds < now);
}

async function tell(
  tx: StoreTransaction,
  { world }: UseCaseDeps,
  { id, by, reason }: HolderActionRow,
  act: TaskAct,
  request: AccessRequest,
): Promise<void> {
  const body = { kind: 'acted', act, by, text: acts[act].words === 'none' ? '' : reason } as const;
  const key = `acted:${id}`;
  await syncCards(tx, request.id);
  const told = new Set(holders(request));
  const remarks = act === 'answer' ? await tx.holderActions.remarksOn(request.id) : [];
  const asked = remarks.findLast((one) => one.kind === 'ask');
  if (asked !== undefined) told.add(asked.by.userId);
  // Who did it knows it.
  told.delete(by.userId);
  await notifyPeople(tx, world, request.id, [...told], { key, body });
  await notifyThreads(tx, world, request, { key, body });
}
