import { isAwaited } from '../../domain/action/holder-action.ts';
import type { StepSeen } from '../../domain/message/kinds/undecided-messages.ts';
import type { Place } from '../../domain/message/place.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { currentStep, isUnread, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { NoticeSubject } from '../ports/chat-ports.ts';
import type { HomeReview } from '../ports/home-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { TaskRow } from '../ports/rows/task-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { postedCard, storedCardOf } from './card-model.ts';

/**
 * A card of this request in this channel, and the job that posts it. The first card of a group
 * starts the thread, the others reply to it; the lock of the group's first request lets one at a
 * time find out which is the first.
 *
 * @param perhapsPostedSince where the card may be in Slack although it is not known here, it is
 * looked for from then on
 */
export async function wantCard(
  tx: StoreTransaction,
  request: Pick<Subject, 'id' | 'groupId'>,
  channel: string,
  perhapsPostedSince: Date | null = null,
): Promise<void> {
  if (request.groupId !== null) await tx.requests.lock(request.groupId);
  const root =
    request.groupId === null ? null : await tx.cards.rootOfGroup(request.groupId, channel);
  const threadOf = root === null || root.requestId === request.id ? null : root.id;
  const card = await tx.cards.want(cardIdOf(request.id, channel), request.id, channel, threadOf);
  if (perhapsPostedSince !== null && card.ts === null)
    await tx.cards.save(card.id, { postingSince: perhapsPostedSince });
  await tx.enqueue({ kind: 'sync-card', cardId: card.id });
}

/**
 * The last reading of the task that a card shows; null where the card is not ours, or there is no
 * task.
 */
export async function taskOfCard(tx: StoreTransaction, cardId: string): Promise<TaskRow | null> {
  const card = await tx.cards.find(cardId);
  const request = card === null ? null : await tx.subjects.find(card.requestId);
  return request === null || request.taskId === null ? null : tx.tasks.find(request.taskId);
}

/**
 * The card at the top of a thread, and the others in it: several where several were asked for in
 * one go. None where the thread is not a card's.
 */
export async function cardsOfThread(tx: StoreTransaction, top: Place): Promise<readonly CardRow[]> {
  const root = await tx.cards.postedAt(top);
  const request = root === null ? null : await tx.subjects.find(root.requestId);
  if (root === null || request === null) return [];
  const group = request.groupId === null ? [] : await tx.requests.ofGroup(request.groupId);
  const cards = [root];
  for (const { id } of group) {
    const ofRequest = await tx.cards.ofRequest(id);
    cards.push(...ofRequest.filter(({ threadOf }) => threadOf === root.id));
  }
  return cards;
}

/**
 * A card gets this id again after a restore from a copy that did not have it yet, so that the one
 * in Slack is found, or retired.
 */
export function cardIdOf(requestId: string, channel: string): string {
  return `${requestId}:${channel}`;
}

/** Link to a card: it never changes, so Slack is asked once. null where the card is not posted. */
export async function linkToCard(
  { chat, store }: UseCaseDeps,
  card: CardRow | undefined,
): Promise<string | null> {
  if (card === undefined || card.ts === null) return null;
  if (card.permalink !== null) return card.permalink;
  const { id, ts, channel } = card;
  const permalink = await chat.permalink({ channel, ts });
  if (permalink !== null)
    await store.transaction((tx) => tx.cards.keepPermalink(id, ts, permalink), {
      isOneStatement: true,
    });
  return permalink;
}

export interface WaitingSubject {
  readonly request: Subject;
  readonly task: TaskSnapshot;
  /** The reading is older than the decision on its step. */
  readonly isDecided: boolean;
  /** Whether the bot hears what becomes of it. */
  readonly isFollowed: boolean;
}

/**
 * A request that waits for a decision by the last reading; null where it does not.
 */
export async function waitingSubject(
  tx: StoreTransaction,
  requestId: string,
): Promise<WaitingSubject | null> {
  const row = await tx.subjects.standing(requestId);
  if (row === null || row.task === null || !isAwaited(row.request, row.task)) return null;
  const { request, task } = row;
  const step = currentStep(task);
  const decision = step === null ? null : await tx.actions.winner(step);
  const isFollowed = !isUnread(task) || task.delivered !== undefined;
  return { request, task, isDecided: decision !== null, isFollowed };
}

/** Those of them that still wait at the step that was seen: a decision under way may come to nothing. */
export async function stillWaiting(
  tx: StoreTransaction,
  seen: readonly StepSeen[],
): Promise<readonly WaitingSubject[]> {
  const waiting: WaitingSubject[] = [];
  for (const step of seen) {
    const one = await waitingSubject(tx, step.requestId);
    if (one !== null && (one.task.currentStepId ?? '') === step.stepId) waiting.push(one);
  }
  return waiting;
}

/** Each with the link to its card, else to the console. */
export async function withLinks(
  deps: UseCaseDeps,
  subjects: readonly NoticeSubject[],
): Promise<NoticeSubject[]> {
  const linked: NoticeSubject[] = [];
  for (const one of subjects) {
    const cards = await deps.store.transaction((tx) => tx.cards.ofRequest(one.request.id));
    const cardUrl = await linkToCard(deps, postedCard(cards));
    linked.push({ ...one, url: cardUrl ?? taskLink(deps.settings.governance, one.task) });
  }
  return linked;
}

/** What somebody needs to decide on a request, with a link to its card; null if it has no card. */
export async function reviewOf(deps: UseCaseDeps, requestId: string): Promise<HomeReview | null> {
  const stored = await storedCardOf(deps, requestId);
  return stored && { card: stored.model, cardUrl: await linkToCard(deps, stored.card) };
}

/**
 * Whether names and reasons may be posted in a channel: not if people of other companies can read
 * it, unless its id is allowed. If Slack does not say whether a channel is shared, it counts as
 * shared, even a configured one, which may have been shared since. Throws `OutwardFailure` if Slack
 * does not answer; the post then waits.
 */
export async function mayPostIn(
  { chat, settings }: UseCaseDeps,
  channel: string,
): Promise<boolean> {
  if (settings.channels.allowShared.includes(channel)) return true;
  return (await chat.sharing(channel)) === 'ours';
}
