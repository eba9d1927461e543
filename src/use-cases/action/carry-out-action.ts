import { type Action, isDecision, isOver } from '../../domain/action/action.ts';
import { isHolderActionKind } from '../../domain/action/holder-action.ts';
import type { NoticeBody } from '../../domain/message/notice.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import {
  DatabaseFailure,
  isBotRefused,
  OutwardFailure,
  toldFailure,
} from '../../domain/outward/outward-failure.ts';
import { isRequest, type Subject } from '../../domain/request/subject.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { ActionView } from '../ports/rows/view-rows.ts';
import { tell } from '../record/record.ts';
import { tellOfCorrection } from '../request/confirm-people.ts';
import { recordReading } from '../task/record-reading.ts';
import { escalate, nudge } from './kinds/act-on-own.ts';
import { actOnTask } from './kinds/act-on-task.ts';
import { decide } from './kinds/decide.ts';
import { giveBack } from './kinds/give-back.ts';
import {
  type CarriedOut,
  isLate,
  isLong,
  type LongWait,
  type Outcome,
  type Refused,
  refused,
  whileFresh,
} from './kinds/outcome.ts';
import { withdraw } from './kinds/withdraw.ts';
import {
  directly,
  expiresAt,
  finishAction,
  givenUp,
  isExpired,
  noteAnswered,
  refuseAction,
  refusedKey,
  refusedMessage,
  tellMissingRight,
  waitingKey,
} from './settle-action.ts';

/**
 * Carries out what somebody wants done, after a check of everything that the right to it rests on.
 * Can be done again: what was perhaps sent before is looked up first, or left, as its verb's
 * `afterLostAnswer` says. Whatever was not carried out is checked anew as a whole, because the
 * person may have lost the right meanwhile.
 */
export async function carryOutAction(deps: UseCaseDeps, id: string): Promise<NotYet | void> {
  try {
    return await whileFresh(() => checkAndSend(deps, id));
  } catch (error) {
    if (error instanceof OutwardFailure) await tellWaiting(deps, id, error);
    throw error;
  }
}

async function checkAndSend(deps: UseCaseDeps, id: string): Promise<NotYet | void> {
  const view = await deps.store.transaction((tx) => tx.views.ofAction(id));
  if (view === null || isOver(view.action)) return;
  const { action, request } = view;
  // Also after the process of the click, or one that began to carry it out, has ended.
  if (isDecision(action) && action.renderedAt === null) deps.showUnlessOver(id);
  const outcome = await perform(deps, view);
  switch (outcome.kind) {
    case 'settled':
      return;
    case 'waits':
      if (outcome.why !== null && isLong(deps, action)) await tellWaiting(deps, id, outcome.why);
      return 'not-yet';
    case 'refused':
      return keep(deps, action, request, outcome);
    case 'carried-out':
      return keepCarriedOut(deps, action, request, outcome);
  }
}

/** Where it cannot be kept now, for example because the trail is locked, the next turn does it. */
async function keepCarriedOut(
  deps: UseCaseDeps,
  action: Action,
  request: Subject,
  outcome: CarriedOut,
): Promise<void> {
  try {
    await keep(deps, action, request, outcome);
  } catch (error) {
    // Where the database is away as a whole, this fails as well, and the first failure is thrown.
    if (error instanceof DatabaseFailure) await noteAnswered(deps, action).catch(() => undefined);
    throw error;
  }
}

const carriedOutByHolder = { withdraw, nudge, escalate, 'give-back': giveBack } as const;

/** Everything that differs by verb: the check, the call, and how its outcome is read back. */
function perform(deps: UseCaseDeps, { action, request, winner }: ActionView): Promise<Outcome> {
  if (isDecision(action)) return decide(deps, action, { request, winner });
  const { verb } = action;
  // Without a task there is no step to decide on.
  if (verb === 'approve' || verb === 'deny') return Promise.resolve(refused({ code: 'gone' }));
  if (!isHolderActionKind(verb)) return actOnTask(deps, { ...action, verb }, request);
  // What was made elsewhere is nobody's own request here.
  if (!isRequest(request)) return Promise.resolve(refused({ code: 'not-yours' }));
  return carriedOutByHolder[verb](deps, action, request);
}

async function keep(
  deps: UseCaseDeps,
  action: Action,
  request: Subject,
  outcome: Extract<Outcome, { kind: 'carried-out' | 'refused' }>,
): Promise<void> {
  await deps.store.transaction(
    async (tx) => {
      const isRefused = outcome.kind === 'refused';
      const refusal = isRefused ? outcome.refusal : await outcome.keep(tx, request);
      if (refusal === undefined) return finishAction(tx, action, request);
      const { task = null, needed = action.verb }: Partial<Refused> = isRefused ? outcome : {};
      if (task !== null) await recordReading(tx, deps, request, task);
      await tellMissingRight(tx, deps, { requestId: request.id, verb: needed }, refusal);
      await refuseAction(tx, deps, action, refusal);
    },
    { isRecorded: true },
  );
}

/**
 * Tells a person what their action waits for. Once a decision has waited too long, it tells that
 * instead, even if the outcome is not known yet.
 *
 * @param why the failure of this attempt; if nothing failed, what the action waits for
 */
async function tellWaiting(
  deps: UseCaseDeps,
  id: string,
  why: OutwardFailure | LongWait,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const action = await tx.actions.lock(id);
    if (action === null) return;
    const { requestId, by } = action;
    if (isDecision(action) && isExpired(deps, action)) {
      const refusal = givenUp(action, { code: 'expired' });
      if (action.state === 'accepted') return refuseAction(tx, deps, action, refusal);
      const body = refusedMessage(action, refusal);
      return tell(tx, directly(by), { key: refusedKey(action, refusal), requestId, body });
    }
    const system = why instanceof OutwardFailure ? toldFailure(why) : 'governance';
    if (system === null) return;
    // A correction withdraws the earlier request. The message that the correction waits says so,
    // and no second one is needed.
    if (action.verb === 'withdraw') {
      const request = await tx.requests.find(requestId);
      if (request !== null && (await tellOfCorrection(tx, request))) return;
    }
    const body = {
      kind: 'action-waiting',
      actionId: id,
      verb: action.verb,
      cause: causeOf(why, system),
      ...(isDecision(action) ? { until: expiresAt(deps, action).toISOString() } : {}),
    } as const;
    await tell(tx, directly(by), { key: waitingKey(action), requestId, body });
  });
}

function causeOf(
  why: OutwardFailure | LongWait,
  system: OutwardFailure['system'],
): NoticeBody<'action-waiting'>['cause'] {
  if (typeof why === 'string' || why.kind === 'unopened') return 'otherwise';
  return isLate(why) || isBotRefused(why) || system !== 'governance' ? 'otherwise' : system;
}
