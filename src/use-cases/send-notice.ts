import { type AccessSettings, taskLink } from '../domain/access-settings.ts';
import { mayEscalate } from '../domain/holder-action.ts';
import type { NotYet } from '../domain/job.ts';
import type { Notice } from '../domain/notice.ts';
import { tasksAreRead } from '../domain/optional-operation.ts';
import { cardFor, mentionsOf, readerOf } from './card-model.ts';
import type { Chat, ChatDirectory, ChatRefusal, NoticeContext } from './chat-ports.ts';
import type { AccessGovernance } from './ports.ts';
import type { CardRow, Store } from './store-ports.ts';
import type { World } from './world.ts';

export interface SendNoticeDeps {
  readonly store: Store;
  readonly chat: Chat;
  readonly governance: Pick<AccessGovernance, 'operations'>;
  readonly directory: ChatDirectory;
  readonly settings: Pick<AccessSettings, 'governance' | 'admins' | 'emergency'>;
  readonly world: World;
}

/**
 * Sends a kept message. Cut off between Slack's taking it and our noting it, it is sent again: a word twice is better than
 * a person left waiting.
 */
export async function sendNotice(deps: SendNoticeDeps, noticeId: string): Promise<NotYet | void> {
  const kept = await deps.store.transaction(async (tx) => {
    const notice = await tx.notices.find(noticeId);
    if (notice === null || notice.sentAt !== null) return null;
    const request = await tx.requests.find(notice.requestId);
    if (request === null) return null;
    const task = request.taskId === null ? null : await tx.tasks.find(request.taskId);
    return { notice, request, task, cards: await tx.cards.ofRequest(request.id) };
  });
  if (kept === null) return;
  const { notice, request, cards } = kept;
  const shown = cardFor(cards, 'slackUserId' in notice.target ? notice.target.slackUserId : null);
  const place =
    shown === undefined || shown.ts === null || shown.postedChannel === null
      ? null
      : { channel: shown.postedChannel, ts: shown.ts };
  const context: NoticeContext = {
    noticeId,
    request,
    task: kept.task?.snapshot ?? null,
    card: place === null ? null : { place, permalink: await deps.chat.permalink(place) },
    consoleUrl: kept.task === null ? null : taskLink(deps.settings.governance, kept.task.snapshot),
    isFollowed: tasksAreRead(deps.governance.operations),
    canEscalate: kept.task !== null && mayEscalate(deps.governance.operations, kept.task.snapshot),
    admins: deps.settings.admins,
    mentions: await mentionsOf(deps.directory, callsReviewers(notice) ? (kept.task?.snapshot.stepApprovers ?? []) : []),
    emergency: deps.settings.emergency,
  };
  const refusal = await deliver();
  if (refusal === 'not-yet') return refusal;
  if (refusal !== null) deps.world.log.warn({ noticeId, kind: notice.body.kind, refusal }, 'notice not deliverable');
  await deps.store.transaction(async (tx) => {
    await tx.notices.markSent(noticeId, deps.world.now());
    await tx.audit.append({
      kind: refusal === null ? 'notice.delivered' : 'notice.undeliverable',
      at: deps.world.now(),
      requestId: request.id,
      taskId: request.taskId,
      actor: null,
      detail: { noticeId, notice: notice.body.kind, target: notice.target, refusal },
    });
  });

  function rootOf(cardId: string): Promise<CardRow | null> {
    return deps.store.transaction((tx) => tx.cards.find(cardId));
  }

  async function deliver(): Promise<ChatRefusal | NotYet | null> {
    const { target, body } = notice;
    switch (target.kind) {
      case 'direct': {
        const answer = await deps.chat.sendDirect(target.slackUserId, body, context);
        return answer.ok ? null : answer.refusal;
      }
      case 'ephemeral': {
        const answer = await deps.chat.sendEphemeral(target, body, context);
        if (answer.ok) return null;
        // Not in the channel, or the channel is not ours to write in: the person still gets the word.
        const direct = await deps.chat.sendDirect(target.slackUserId, body, context);
        return direct.ok ? null : direct.refusal;
      }
      case 'channel': {
        const answer = await deps.chat.sendToChannel(target.channel, body, context);
        return answer.ok ? null : answer.refusal;
      }
      case 'thread': {
        const card = cards.find((one) => one.id === target.cardId);
        if (card === undefined || card.state === 'unreachable') return { kind: 'message-gone' };
        if (card.ts === null || card.postedChannel === null) return 'not-yet';
        // A message in a thread has none of its own.
        const root = card.threadOf === null ? null : await rootOf(card.threadOf);
        if (root !== null && root.state !== 'unreachable' && root.ts === null) return 'not-yet';
        const answer = await deps.chat.sendThread(
          { channel: card.postedChannel, ts: root?.ts ?? card.ts },
          body,
          context,
          readerOf(card),
        );
        return answer.ok ? null : answer.refusal;
      }
    }
  }
}

/** A card that is changed calls nobody: whoever comes next hears of it in its thread. */
function callsReviewers({ target, body }: Notice): boolean {
  if (target.kind !== 'thread') return false;
  return body.kind === 'escalated' || (body.kind === 'decided' && body.next.kind === 'step');
}
