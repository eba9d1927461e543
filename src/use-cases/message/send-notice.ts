/** Sends a line to a person or a channel: once, and it is never touched again. */

import { isOver } from '../../domain/action/action.ts';
import { outcomeOfSubject } from '../../domain/message/message-context.ts';
import { answersClick, isForAnybody, type Notice } from '../../domain/message/notice.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { periodOf } from '../../domain/request/granted-by-task.ts';
import { refuse } from '../../domain/result.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { tellDone } from '../action/settle-action.ts';
import { postedCard } from '../card/card-model.ts';
import { linkToCard, mayPostIn, stillWaiting, withLinks } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import { isForFormerOwner } from '../people/next-owner.ts';
import { isAdministrator, resolveIdentity } from '../people/resolve-identity.ts';
import type { NoticeContext } from '../ports/chat-ports.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { channelOf, recordDelivery, tellUndelivered } from '../record/record.ts';

/**
 * Cut off after Slack took it and before that was noted, it is sent again (`isRepeated`) unless it
 * can be found: twice is better than a person left waiting.
 */
export async function sendNotice(
  deps: UseCaseDeps,
  noticeId: string,
  isRepeated = false,
): Promise<void> {
  const { store, world } = deps;
  const stored = await store.transaction(async (tx) => {
    const notice = await tx.notices.find(noticeId);
    const view = notice?.sentAt === null ? await tx.views.of(notice.requestId) : null;
    return notice === null || view === null ? null : { notice, view };
  });
  if (stored === null) return;
  const { notice, view } = stored;
  const { body, target } = notice;
  const { request } = view;
  const context = await contextOf(deps, notice, view);
  if (body.kind === 'overdue' && context.group.length === 0)
    return store.transaction((tx) => tx.notices.markSent(noticeId, tx.at), {
      isOneStatement: true,
    });
  const stop = await stopOf(deps, notice, view);
  const answer =
    stop === null
      ? await deps.chat.sendNotice(besideCard(notice, view), context, isRepeated)
      : refuse({ kind: 'rejected' as const, code: stop });
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ noticeId, kind: body.kind, refusal }, 'line not sent');
  await store.transaction(
    async (tx) => {
      // Home says why a click was not carried out.
      if (refusal !== null && stop === null && !answersClick(body))
        await tellUndelivered(tx, deps, { requestId: request.id, channel: channelOf(target) });
      await tx.notices.markSent(noticeId, tx.at);
      await recordDelivery(tx, request, { noticeId, notice: body.kind, target, refusal });
      if (refusal === null && body.kind === 'action-waiting') await tellIfDone(tx, body.actionId);
    },
    { isRecorded: true },
  );
}

/** Done while the line that it waits was on its way: whoever did it found nothing sent. */
async function tellIfDone(tx: StoreTransaction, actionId: string): Promise<void> {
  const action = await tx.actions.lock(actionId);
  if (action?.state === 'done') await tellDone(tx, action, false);
}

/** Why a line is not sent any more: it is not so any more, or its reader may not know it. */
async function stopOf(
  deps: UseCaseDeps,
  { body, target }: Notice,
  view: RequestView,
): Promise<string | null> {
  if (body.kind === 'action-waiting') {
    const act = await deps.store.transaction((tx) => tx.actions.find(body.actionId));
    if (act !== null && isOver(act)) return 'over';
  }
  if (target.kind === 'channel') {
    if (isForAnybody(body)) return outcomeOfSubject(view) === null ? null : 'over';
    return (await mayPostIn(deps, target.channel)) ? null : 'shared-channel';
  }
  const { slackUserId } = target;
  if (target.kind === 'direct' && (await isForFormerOwner(deps, slackUserId, view)))
    return 'former-owner';
  if (body.kind !== 'trouble') return null;
  // Trouble may name what is confidential: not to somebody who is no administrator any more.
  const who = await unlessFailing(resolveIdentity(deps, slackUserId, 'in-turn'), () => null);
  return isAdministrator(deps.settings, slackUserId, who) ? null : 'no-administrator';
}

/** In a thread nobody would see what is shown in the channel. */
function besideCard({ target }: Notice, { cards }: RequestView): Notice['target'] {
  if (target.kind !== 'beside-card') return target;
  const { channel, slackUserId } = target;
  const card = cards.find((one) => one.channel === channel);
  return card === undefined || card.threadOf === null ? target : { kind: 'direct', slackUserId };
}

async function contextOf(
  deps: UseCaseDeps,
  { id: noticeId, body }: Notice,
  { request, task, grant, cards }: RequestView,
): Promise<NoticeContext> {
  const { store, settings } = deps;
  const group =
    body.kind === 'overdue' ? await store.transaction((tx) => stillWaiting(tx, body.about)) : [];
  return {
    noticeId,
    body,
    request,
    task,
    grant,
    period: periodOf(task, request),
    group: await withLinks(deps, group),
    cardUrl: await linkToCard(deps, postedCard(cards)),
    consoleUrl: taskLink(settings.governance, task),
  };
}
