import type { Fact } from '../domain/facts.ts';
import { quotedBehind, quotedName } from '../domain/foreign-text.ts';
import type { HolderActionRefusal } from '../domain/holder-action.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { countsAsRefusal, type PersonLimit } from '../domain/person-limit.ts';
import type { LocalDeps } from './deps.ts';
import { record } from './record.ts';
import { tellEndLeftTo } from './record-reading.ts';
import { showChanged } from './show-changed.ts';
import type { KeptAct, ReviewRow, StoreTransaction } from './store-ports.ts';

const isDecision = (row: KeptAct): row is ReviewRow => 'verb' in row;

/**
 * Notes that it is not carried out, and tells the person who wanted it why.
 *
 * @param limit how many refusals one person is told one by one; absent where each is told
 */
export async function refuseAct(
  tx: StoreTransaction,
  row: KeptAct,
  refusal: HolderActionRefusal,
  limit?: PersonLimit,
): Promise<void> {
  const { id, requestId, by } = row;
  const change = { state: 'refused', refusal, at: tx.at } as const;
  if (isDecision(row)) {
    await tx.reviews.save(id, change);
    // Only of a decision that was under way the end may have been left to its message.
    if (row.identityUserId !== null) await tellEndLeftTo(tx, row);
  } else {
    await tx.holderActions.save(id, change);
  }
  if (refusal.kind === 'changed') await showChanged(tx, row);
  else {
    const kind = isDecision(row) ? 'decision.released' : 'act.released';
    await record(tx, { kind, requestId, actor: by.userId });
  }
  await tellRefusal(tx, row, refusal, limit);
  if (isDecision(row)) {
    const { taskId, verb, stepId } = row;
    const detail = { verb, stepId, refusal };
    await record(tx, { kind: 'review.refused', requestId, taskId, actor: by.userId, detail });
  } else {
    await record(tx, {
      kind: `${row.kind}.refused`,
      requestId,
      actor: by.userId,
      detail: { refusal },
    });
  }
}

async function tellRefusal(
  tx: StoreTransaction,
  row: KeptAct,
  refusal: HolderActionRefusal,
  limit?: PersonLimit,
): Promise<void> {
  const message = { kind: 'action-refused', refusal, ...typedBy(row, refusal) } as const;
  const isLimited = limit !== undefined && Number.isFinite(limit.most) && countsAsRefusal(refusal);
  if (isLimited) return tellWithin(tx, row, message, limit);
  const key = `${isDecision(row) ? 'review-refused' : 'holder-action-refused'}:${row.id}`;
  await answer(tx, row, { key, message });
}

/** More messages than this in one window are read by nobody, whatever the settings say. */
const mostAnswers = 30;

/**
 * Answers one by one up to the limit, then says once that further clicks go unanswered. Many clicks
 * can be checked at the same moment and in several processes, so each answer takes a numbered place
 * of the window, of which the database gives each away once.
 */
async function tellWithin(
  tx: StoreTransaction,
  row: KeptAct,
  message: Answer['message'],
  { most, windowSeconds }: PersonLimit,
): Promise<void> {
  const window = Math.floor(tx.at.getTime() / (windowSeconds * 1_000));
  const places = Math.min(most, mostAnswers);
  const keyOf = (place: number | string) => `refusal:${row.by.userId}:${window}:${place}`;
  for (let place = 1; place <= places; place += 1) {
    if (await answer(tx, row, { key: keyOf(place), message })) return;
  }
  const further = { kind: 'action-refused', refusal: { kind: 'further' } } as const;
  await answer(tx, row, { key: keyOf('further'), message: further });
}

type Answer = Fact<'act.refused'>['context'];

/** False if an answer with this key was given before. */
function answer(
  tx: StoreTransaction,
  { requestId, by }: KeptAct,
  context: Answer,
): Promise<boolean> {
  return record(tx, { kind: 'act.refused', requestId, actor: by.userId, context });
}

/** Gives back what somebody typed for a click that they have to repeat. */
function typedBy({ reason }: KeptAct, refusal: HolderActionRefusal): { readonly typed?: string } {
  return refusal.kind === 'changed' && reason !== '' ? { typed: reason } : {};
}

/**
 * Has it carried out, which is noted before as begun (of a decision it is already), and waits for
 * the answer. What was certainly not carried out is free again: the next turn checks everything
 * anew.
 */
export async function sending<T>(
  deps: Pick<LocalDeps, 'store'>,
  row: KeptAct,
  send: () => Promise<T>,
): Promise<T> {
  if (!isDecision(row))
    await deps.store.transaction((tx) => tx.holderActions.save(row.id, { state: 'sending' }));
  return send().catch(async (error: unknown) => {
    if (error instanceof OutwardFailure && error.certainlyNotDone) {
      await deps.store.transaction(async (tx) => {
        // An earlier call may have arrived, so that is looked up before anything else.
        if (row.state === 'acting' || row.state === 'sending') return;
        if (isDecision(row)) await tx.reviews.save(row.id, { state: 'checking' });
        else await tx.holderActions.save(row.id, { state: 'kept' });
      });
    }
    throw error;
  });
}

/** Whether it waited for the service longer than a decision may. */
export function isExpired({ world, settings }: LocalDeps, { at }: KeptAct): boolean {
  return world.now().getTime() - at.getTime() > settings.review.expireAfterSeconds * 1_000;
}

/**
 * The service sees the bot's credentials only: the comment is where its own trail learns who it
 * was. `who`: in quotes; as in Slack where left out.
 */
export function trailComment(
  what: string,
  { by, reason }: Pick<KeptAct, 'by' | 'reason'>,
  who = quotedName(by.userName),
): string {
  return `${what} in Slack by ${who}, Slack user ${by.userId}.${reason === '' ? '' : ` ${quotedBehind(reason)}`}`;
}
