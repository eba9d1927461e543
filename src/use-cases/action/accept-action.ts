/** Long because what each kind of click needs before it is kept stands together. */

import type { Action, ActionKind } from '../../domain/action/action.ts';
import {
  type ActionDetail,
  holders,
  isHolderActionKind,
  mayActOn,
} from '../../domain/action/holder-action.ts';
import type { DecisionKind } from '../../domain/action/review.ts';
import type { Place } from '../../domain/message/place.ts';
import { isStale } from '../../domain/task/step-of-task.ts';
import { isStepOf } from '../../domain/task/task-snapshot.ts';
import { isBlank } from '../../domain/text/foreign-text.ts';
import type { LocalDeps } from '../deps.ts';
import { isAdministrator } from '../people/resolve-identity.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

/**
 * What became of a click; only `kept` made a job. `unknown`: of a card or a request that is not
 * ours.
 */
export type Accepted = 'kept' | 'repeated' | 'not-yours' | 'reason-needed' | 'unknown';

/** `stepId`: the clicked button named it and the card. Nothing of it grants a right. */
export interface ReviewClick extends Pick<Action, 'by' | 'reason' | 'stepId' | 'shown'> {
  readonly verb: DecisionKind;
  /** To be set to this time before it is approved. */
  readonly durationSeconds?: number | null;
  readonly cardId: string;
  /** For a form: the step as it was when that opened; a restart may bring it again with its id. */
  readonly occurrence?: string | undefined;
  /** The message of the clicked card; null for a click on Home or on a reminder. */
  readonly clicked: Place | null;
  /** What is the same in a repetition of the same submission; none for clicks. */
  readonly key?: string;
}

/**
 * Keeps a decision and the job that checks and carries it out, in one transaction. `reason-needed`
 * where the step wants one by the last reading, and where that reading is so old that the person
 * is to look at it once more. A repeated click of the same person on the same
 * step changes nothing; one on the refreshed card replaces theirs that waits, because that one is
 * bound to what the card showed before; any click replaces one that waited too long.
 */
export async function acceptReview(
  deps: Pick<LocalDeps, 'store' | 'settings' | 'showUnlessOver'>,
  click: ReviewClick,
): Promise<Accepted> {
  return deps.store.transaction((tx) => keepReview(tx, deps, click));
}

async function keepReview(
  tx: StoreTransaction,
  { settings, showUnlessOver }: Pick<LocalDeps, 'settings' | 'showUnlessOver'>,
  click: ReviewClick,
): Promise<Accepted> {
  const { verb, by, reason, durationSeconds = null, stepId, shown, clicked } = click;
  // Also if it was refused since: nobody has looked at the request again.
  if (click.key !== undefined && (await tx.actions.find(click.key)) !== null) return 'repeated';
  const card = await tx.cards.lock(click.cardId);
  const row = card === null ? null : await tx.subjects.standing(card.requestId);
  const taskId = row?.request.taskId ?? null;
  if (card === null || row === null || taskId === null) return 'unknown';
  const { task } = row;
  if (!(await settleCopy(tx, card, clicked))) return 'unknown';
  const requestId = row.request.id;
  const wantsReason = verb === 'approve' && task?.stepPolicy?.requireApprovalReason === true;
  if (wantsReason && isBlank(reason)) return 'reason-needed';
  const { freshForSeconds } = settings.webhook;
  const isOld = task !== null && isStale(task, tx.at, freshForSeconds);
  // The form shows how old it is; to submit it is to confirm what it shows.
  if (isOld && click.occurrence === undefined) return 'reason-needed';
  const identity = await tx.identities.find(by.userId);
  const likely = task?.stepApprovers.some((person) => person.id === identity?.person.id) ?? false;
  const isShown = task !== null && isStepOf({ stepId, occurrence: '' }, task);
  const occurrence = click.occurrence ?? (isShown ? (task.stepOccurrence ?? '') : '');
  // One that waited too long is refused at its next try: until then it must not count as made.
  const keptSince = new Date(tx.at.getTime() - settings.review.expireAfterSeconds * 1_000);
  const replaced = await tx.actions.replaceWaiting(
    by.userId,
    { verb, shown, keptSince },
    { taskId, stepId, occurrence },
  );
  if (replaced !== null) {
    const detail = { verb, stepId, refusal: { code: 'replaced' } } as const;
    await record(tx, { kind: 'click.refused', requestId, taskId, actor: by.userId, detail });
  }
  const id = click.key ?? tx.newId();
  const isNew = await tx.actions.insertOnce({
    id,
    taskId,
    requestId,
    stepId,
    verb,
    by,
    reason,
    durationSeconds,
    input: null,
    channel: clicked?.channel || by.userId,
    likely,
    occurrence,
    shown,
    at: tx.at,
  });
  if (!isNew) return 'repeated';
  await tx.enqueue({ kind: 'carry-out-action', actionId: id });
  // The next person to look sees that somebody is at it, if the service takes its time.
  tx.afterCommit(() => showUnlessOver(id));
  if (clicked === null) await answerOnHome(tx, by.userId);
  return 'kept';
}

/**
 * Somebody who clicked on their Home is looking at it, so it is published at once, without waiting
 * for further changes.
 */
export async function answerOnHome(tx: StoreTransaction, slackUserId: string): Promise<void> {
  const opened = await tx.homes.opened([slackUserId]);
  if (opened.length === 0) return;
  await tx.homes.markOpened(slackUserId, tx.at);
  tx.marks.markHomes({ slackUsers: [slackUserId] });
}

/**
 * A click that decides nothing yet, on a copy that was posted when the outcome of the first post
 * was unknown: it takes that copy away, like one that decides.
 */
export async function retireCopy(
  { store }: Pick<LocalDeps, 'store'>,
  { cardId, clicked }: Pick<ReviewClick, 'cardId' | 'clicked'>,
): Promise<void> {
  if (clicked === null) return;
  await store.transaction(async (tx) => {
    const card = await tx.cards.lock(cardId);
    if (card !== null) await settleCopy(tx, card, clicked);
  });
}

/**
 * The clicked copy of a card is deleted, and the click honoured.
 *
 * @returns false where the message is no copy of this card: nobody may approve what they did not
 *   see, and it may not be deleted
 */
async function settleCopy(
  tx: StoreTransaction,
  card: CardRow,
  clicked: Place | null,
): Promise<boolean> {
  if (clicked === null || clicked.ts === card.ts) return true;
  const cardThere = await tx.cards.postedAt(clicked);
  const isOther = cardThere !== null && cardThere.id !== card.id;
  if (isOther || clicked.channel !== card.channel) return false;
  // No post of ours has been noted yet: this copy is the card until another one is.
  if (card.ts === null) await tx.cards.markPosted(card.id, clicked, '');
  else await tx.enqueue({ kind: 'retire-copy', ...clicked });
  return true;
}

/** `channel`: the conversation of the click, or the person's id for one on Home. */
export interface ActionClick extends Pick<Action, 'requestId' | 'by' | 'reason' | 'channel'> {
  readonly verb: Exclude<ActionKind, DecisionKind>;
  /** null for what is done with one's own request. */
  readonly detail?: ActionDetail | null;
  /** What is the same in a repetition of the same submission; none for clicks. */
  readonly key?: string;
}

/**
 * Keeps what somebody wants done with a request, and the job that checks and carries it out, in one
 * transaction. Who may act on a request as its holder is checked here (`mayActOn`), everything else
 * by the job. A repeated click changes nothing.
 */
export async function acceptAction(deps: LocalDeps, click: ActionClick): Promise<Accepted> {
  return deps.store.transaction((tx) => keepAction(tx, deps, click));
}

/** `acceptAction` within a transaction of the caller. */
export async function keepAction(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  click: ActionClick,
): Promise<Accepted> {
  const { verb, by, reason, channel, detail = null } = click;
  const request = await tx.subjects.find(click.requestId);
  if (request === null) return 'unknown';
  const { id: requestId, taskId } = request;
  // Nobody is asked before the click is kept. The job checks them, and everything else, afresh.
  const isAdmin = isAdministrator(settings, by.userId, null);
  if (isHolderActionKind(verb) && !mayActOn(verb, request, by, isAdmin)) {
    const refused = { verb, refusal: { code: 'not-yours' } } as const;
    await record(tx, {
      kind: 'click.refused',
      requestId,
      taskId,
      actor: by.userId,
      detail: refused,
    });
    return 'not-yours';
  }
  const id = click.key ?? tx.newId();
  const isNew = await tx.actions.insertOnce({
    id,
    requestId,
    taskId,
    verb,
    by,
    reason,
    ...filledIn(detail),
    channel,
    likely: false,
    at: tx.at,
  });
  if (!isNew) return 'repeated';
  await tx.enqueue({ kind: 'carry-out-action', actionId: id });
  // Home offers neither of them a second time.
  if (verb === 'withdraw' || verb === 'give-back')
    tx.marks.markHomes({ slackUsers: holders(request) });
  if (channel === by.userId) await answerOnHome(tx, by.userId);
  return 'kept';
}

const nothingFilledIn = {
  stepId: '',
  occurrence: '',
  durationSeconds: null,
  shown: null,
  input: null,
};

function filledIn(
  detail: ActionDetail | null,
): Pick<Action, 'stepId' | 'occurrence' | 'durationSeconds' | 'shown' | 'input'> {
  if (detail === null) return nothingFilledIn;
  const { stepId, occurrence, durationSeconds, shown = null, ...input } = detail;
  return { stepId, occurrence, durationSeconds, shown, input };
}

/**
 * Keeps the same for several requests. Returns `repeated` only if nothing was new for any of them.
 */
export async function acceptForEach(
  deps: LocalDeps,
  ids: readonly string[],
  click: Omit<ActionClick, 'requestId'>,
): Promise<Accepted> {
  const all: Accepted[] = [];
  for (const requestId of ids) all.push(await acceptAction(deps, { ...click, requestId }));
  return all.findLast((one) => one !== 'repeated') ?? 'repeated';
}
