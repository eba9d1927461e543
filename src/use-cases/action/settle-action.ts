import { type Action, actions, isDecision, refusedState } from '../../domain/action/action.ts';
import { isHolderActionKind } from '../../domain/action/holder-action.ts';
import type { NoticeBody } from '../../domain/message/notice.ts';
import { isPersonal, type NoticeTarget } from '../../domain/message/place.ts';
import { isPerhapsDone } from '../../domain/outward/outward-failure.ts';
import { countsAsRefusal } from '../../domain/people/limit.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { quotedBehind, quotedName } from '../../domain/text/foreign-text.ts';
import type { LocalDeps, ShowUnlessOver } from '../deps.ts';
import type { Timers } from '../ports/ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, tell, tellEach } from '../record/record.ts';

/** Notes that an action was carried out. */
export async function finishAction(
  tx: StoreTransaction,
  action: Action,
  { taskId }: Pick<Subject, 'taskId'>,
): Promise<void> {
  const { id, verb, requestId, by, reason } = action;
  // A decision was noted before its reading, because the end follows from it.
  if (verb === 'approve' || verb === 'deny') return;
  await tx.actions.save(id, { state: 'done', at: tx.at });
  await tellDone(tx, action, false);
  await record(tx, {
    kind: `${verb}.done`,
    requestId,
    taskId,
    actor: by.userId,
    detail: { reason, ...inputOf(action) },
  });
}

/**
 * Tells the person who acted that it is done, where they were told that it waits.
 *
 * @param isLate they were told that it perhaps arrived
 */
export async function tellDone(
  tx: StoreTransaction,
  action: Action,
  isLate: boolean,
): Promise<void> {
  const { id: actionId, requestId, by, verb } = action;
  const wasTold = isLate || (await tx.notices.isSent(waitingKey(action)));
  if (!wasTold) return;
  const body = { kind: 'action-done', verb } as const;
  await tell(tx, directly(by), { key: `act-done:${actionId}`, requestId, body });
}

export function directly({ userId: slackUserId }: Action['by']): NoticeTarget {
  return { kind: 'direct', slackUserId };
}

/** The key of the line that says why it is not done: what is learned later is told, too. */
export function refusedKey({ id }: Pick<Action, 'id'>, { code }: Refusal): string {
  return `act-refused:${id}:${code}`;
}

/** The key of the line that says that it waits. */
export function waitingKey({ id }: Pick<Action, 'id'>): string {
  return `act-waiting:${id}`;
}

/** What was filled in, for the trail. */
function inputOf({ input, stepId, occurrence, durationSeconds, shown }: Action): object {
  return input === null ? {} : { ...input, stepId, occurrence, durationSeconds, shown };
}

/**
 * Notes that it is not carried out, and tells the person who wanted it why, up to their limit of
 * refusals.
 */
export async function refuseAction(
  tx: StoreTransaction,
  deps: Pick<LocalDeps, 'governance' | 'deliveredSteps' | 'limits'>,
  action: Action,
  refusal: Refusal,
): Promise<void> {
  await keepRefusal(tx, action, refusal);
  if (refusal.code === 'changed') {
    // Also where the reading is known: the click may be on a card that was not updated in time.
    tx.marks.mark(action.requestId);
    tx.marks.markHomes({ slackUsers: [action.by.userId] });
  }
  await tellRefusal(tx, deps, action, refusal);
}

async function keepRefusal(
  tx: StoreTransaction,
  { id, verb, requestId, taskId, stepId, by }: Action,
  refusal: Refusal,
): Promise<void> {
  await tx.actions.save(id, { state: refusedState(refusal), refusal, at: tx.at });
  const detail = { verb, refusal, ...(stepId === '' ? {} : { stepId }) };
  await record(tx, { kind: 'click.refused', requestId, taskId, actor: by.userId, detail });
}

/**
 * Tells the administrators, once for each verb, that the service refuses what it offers, because
 * the bot's credentials lack a right.
 */
export async function tellMissingRight(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { requestId, verb }: Pick<Action, 'requestId' | 'verb'>,
  refusal: Refusal,
): Promise<void> {
  if (refusal.code !== 'forbidden') return;
  const body = { kind: 'trouble', what: 'missing-right', verb } as const;
  await tellEach(tx, settings.admins, { key: `missing-right:${verb}`, requestId, body });
}

async function tellRefusal(
  tx: StoreTransaction,
  { limits }: Pick<LocalDeps, 'limits'>,
  action: Action,
  refusal: Refusal,
): Promise<void> {
  const { userId } = action.by;
  // Whoever has to look again because the request changed may decide, and what they typed comes back.
  const isAlwaysTold = refusal.code === 'changed' || !countsAsRefusal(refusal);
  const over = isAlwaysTold ? null : limits.take(['refusals'], userId);
  if (isAlwaysTold && countsAsRefusal(refusal)) limits.count('refusals', userId);
  const key = refusedKey(action, refusal);
  if (over === null) return answer(tx, action, key, refusedMessage(action, refusal));
  // Without the time to wait, which would be untrue a minute later.
  const tooQuick = { kind: 'action-refused', refusal: { code: 'too-quick' } } as const;
  // The key has the database tell it once a window, also where this is tried again.
  await answer(tx, action, `refusals:${userId}:${over.endsAtMs}`, tooQuick);
}

/** People who clicked less than this ago are still looking there. */
const stillLookingMs = 15_000;

/**
 * Whether the answer may be shown only beside the clicked card, although nobody can know that they
 * see it: the click was refused at once, and the answer holds nothing that they need to keep.
 */
function isAnsweredThere(
  tx: StoreTransaction,
  { at, verb }: Action,
  { refusal, typed }: Answer,
): boolean {
  // Who asks for emergency access must hear that they did not get as far.
  if (isHolderActionKind(verb) || typed !== undefined || refusal.code === 'failed') return false;
  const isPrompt = tx.at.getTime() - at.getTime() < stillLookingMs;
  return isPrompt && refusedState(refusal) === 'refused';
}

/** Beside the card that was clicked, or in a direct message. */
function placeOfAnswer(tx: StoreTransaction, action: Action, body: Answer): NoticeTarget {
  const { channel, by } = action;
  const slackUserId = by.userId;
  return !isPersonal(channel) && isAnsweredThere(tx, action, body)
    ? { kind: 'beside-card', channel, slackUserId }
    : directly(by);
}

type Answer = NoticeBody<'action-refused'>;

function answer(tx: StoreTransaction, action: Action, key: string, body: Answer): Promise<void> {
  const target = placeOfAnswer(tx, action, body);
  return tell(tx, target, { key, requestId: action.requestId, body });
}

/** A refusal, with the action that may still arrive. */
export function refusedMessage(action: Action, refusal: Refusal): Answer {
  // Told late, it says first which act it was.
  const isLate = refusal.code === 'perhaps-sent' || refusal.code === 'expired';
  const about = isLate ? { verb: action.verb } : {};
  return { kind: 'action-refused', refusal, ...typedBy(action, refusal), ...about };
}

/** Gives back what somebody typed for a click that they have to repeat. */
function typedBy({ reason }: Action, refusal: Refusal): { readonly typed?: string } {
  return refusal.code === 'changed' && reason !== '' ? { typed: reason } : {};
}

/** Never says that an unanswered call was not sent: the service may still be carrying it out. */
export function givenUp({ state }: Action, refusal: Refusal): Refusal {
  return state === 'sending' ? { code: 'perhaps-sent', why: refusal.code } : refusal;
}

/** Whether it waited for the service longer than a decision may. */
export function isExpired(deps: LocalDeps, action: Pick<Action, 'at'>): boolean {
  return deps.world.now() > expiresAt(deps, action);
}

/** Until when a decision that was not carried out is tried. */
export function expiresAt({ settings }: LocalDeps, { at }: Pick<Action, 'at'>): Date {
  return new Date(at.getTime() + settings.review.expireAfterSeconds * 1_000);
}

/**
 * Makes the call, which is noted before as begun (of a decision it is already), and waits for the
 * answer. What was certainly not carried out is accepted again: the next turn checks everything
 * anew.
 */
export async function sending<T>(
  deps: Pick<LocalDeps, 'store'>,
  action: Action,
  send: () => Promise<T>,
): Promise<T> {
  const note = (state: Action['state']): Promise<void> =>
    deps.store.transaction((tx) => tx.actions.save(action.id, { state }), {
      isOneStatement: true,
    });
  if (!isDecision(action)) await note('sending');
  return send().catch(async (error: unknown) => {
    const isCertain = !isPerhapsDone(error);
    // An earlier call may have arrived, so that is looked up before anything else.
    if (isCertain && action.state === 'accepted') await note('accepted');
    throw error;
  });
}

/**
 * Notes that the service answered with yes, so that nobody takes its answer for lost. Needs neither
 * the audit trail nor another row.
 */
export async function noteAnswered(deps: Pick<LocalDeps, 'store'>, { id }: Action): Promise<void> {
  await deps.store.transaction((tx) => tx.actions.save(id, { answeredAt: tx.at }), {
    isOneStatement: true,
  });
}

/**
 * The service sees the bot's credentials only: the comment is where its own trail learns who it
 * was. `who`: in quotes; as in Slack where left out.
 */
export function trailComment(
  { verb, by, reason }: Pick<Action, 'verb' | 'by' | 'reason'>,
  who: string = quotedName(by.userName),
): string {
  const words = reason === '' ? '' : ` ${quotedBehind(reason)}`;
  return `${actions[verb].trail} in Slack by ${who}, Slack user ${by.userId}.${words}`;
}

/** Most decisions are over by then: their cards change once, and show what came of it. */
const settledWithinMs = 300;

/**
 * A timer and no job: a job would wait for a free worker where many decisions wait for the service,
 * and a delayed `update-card` would hold up those of the same card behind it.
 */
export function createShowUnlessOver(
  deps: Pick<LocalDeps, 'store'>,
  timers: Timers,
): ShowUnlessOver {
  return (actionId) =>
    timers.after(settledWithinMs, `show-decision:${actionId}`, () => showDecision(deps, actionId));
}

async function showDecision({ store }: Pick<LocalDeps, 'store'>, actionId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const requestId = await tx.actions.noteRendered(actionId, tx.at);
    if (requestId !== null) tx.marks.mark(requestId);
  });
}
