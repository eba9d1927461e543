/** Sends a line to a person or a channel: once, and it is never touched again. */

import { isOver } from '../../domain/action/action.ts';
import { outcomeOfSubject } from '../../domain/message/message-context.ts';
import type { Notice, NoticeBody } from '../../domain/message/notice.ts';
import { traitsOf } from '../../domain/message/notice.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { periodOf } from '../../domain/request/task-period.ts';
import { refuse } from '../../domain/result.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { tellDone } from '../action/settle-action.ts';
import { cardFor } from '../card/card-model.ts';
import { prolongedAccess } from '../card/request-background.ts';
import { linkToCard, mayPostIn, stillWaiting, withLinks } from '../card/request-cards.ts';
import { channelOf, tellUndelivered } from '../card/tell-undelivered.ts';
import type { UseCaseDeps } from '../deps.ts';
import { isForFormerOwner } from '../people/next-owner.ts';
import { isAdministrator, resolveIdentity } from '../people/resolve-identity.ts';
import { nobodyReached } from '../ports/card-contents.ts';
import type { NoticeContext, NoticeSpot } from '../ports/chat-ports.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordDelivery } from '../record/record.ts';

type Message = NonNullable<Awaited<ReturnType<typeof messageNow>>>;

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
  const message = await store.transaction((tx) => messageNow(tx, noticeId));
  if (message === null) return;
  const { notice, request } = message;
  const { body, target } = notice;
  const stop = await stopOf(deps, message);
  if (stop === 'nothing-waits')
    return store.transaction((tx) => tx.notices.markSent(noticeId, tx.at), {
      isOneStatement: true,
    });
  const spot = stop ?? (await spotOf(deps, notice, message.cards));
  const answer =
    typeof spot === 'string'
      ? refuse({ kind: 'rejected' as const, code: spot })
      : await deps.chat.sendNotice(spot, await contextOf(deps, message), isRepeated);
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ noticeId, kind: body.kind, refusal }, 'line not sent');
  // Home says why a click was not carried out.
  const isLost =
    typeof spot !== 'string' && refusal !== null && traitsOf(body).readers !== 'clicker';
  await store.transaction(
    async (tx) => {
      if (isLost)
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

/** A line with what it is about now; null where it is sent, or what it is about is gone. */
async function messageNow(tx: StoreTransaction, noticeId: string) {
  const stored = await tx.views.ofMessage(noticeId);
  if (stored === null || stored.view === null || stored.notice.sentAt !== null) return null;
  const { notice, view } = stored;
  const { body } = notice;
  const act = 'actionId' in body && body.actionId !== undefined ? body.actionId : null;
  return {
    ...view,
    notice,
    group: body.kind === 'overdue' ? await stillWaiting(tx, body.about) : [],
    act: act === null ? null : await tx.actions.find(act),
    lapse: (await prolongedAccess(tx, view.request, view.task)).lapse,
  };
}

/** Why a line is not sent any more: nothing of what it says is so, or its reader may not know it. */
async function stopOf(deps: UseCaseDeps, message: Message): Promise<string | null> {
  const { notice, group, act } = message;
  const { body, target } = notice;
  if (body.kind === 'overdue' && group.length === 0) return 'nothing-waits';
  // It says nothing of the request but that it waits.
  if (traitsOf(body).readers === 'other-companies' && outcomeOfSubject(message) !== null)
    return 'over';
  if (body.kind === 'action-waiting' && act !== null && isOver(act)) return 'over';
  if (target.kind !== 'direct') return null;
  if (await isForFormerOwner(deps, target.slackUserId, message)) return 'former-owner';
  return (await isForNoAdministrator(deps, target.slackUserId, body)) ? 'no-administrator' : null;
}

/** Trouble may name what is confidential: not to somebody who is no administrator any more. */
async function isForNoAdministrator(
  deps: UseCaseDeps,
  slackUserId: string,
  { kind }: NoticeBody,
): Promise<boolean> {
  if (kind !== 'trouble') return false;
  const who = await unlessFailing(resolveIdentity(deps, slackUserId, 'in-turn'), () => null);
  return !isAdministrator(deps.settings, slackUserId, who);
}

/** Where it is posted, or why nowhere. */
async function spotOf(
  deps: UseCaseDeps,
  { target, body }: Notice,
  cards: readonly CardRow[],
): Promise<NoticeSpot | 'shared-channel'> {
  if (target.kind === 'channel') {
    return traitsOf(body).readers === 'other-companies' || (await mayPostIn(deps, target.channel))
      ? target
      : 'shared-channel';
  }
  if (target.kind === 'beside-card')
    return { ...target, threadTs: await threadOfCard(deps, cards, target.channel) };
  return target;
}

/** The thread in which the card of this channel is; null where it starts one. */
async function threadOfCard(
  { store }: UseCaseDeps,
  cards: readonly CardRow[],
  channel: string,
): Promise<string | null> {
  const card = cards.find((one) => one.postedChannel === channel);
  const threadOf = card?.threadOf ?? null;
  if (threadOf === null) return null;
  return (await store.transaction((tx) => tx.cards.find(threadOf)))?.ts ?? null;
}

async function contextOf(deps: UseCaseDeps, message: Message): Promise<NoticeContext> {
  const { notice, request, task, grant, group, lapse, act, cards } = message;
  const { governance, emergency } = deps.settings;
  const readerId = 'slackUserId' in notice.target ? notice.target.slackUserId : null;
  return {
    noticeId: notice.id,
    body: notice.body,
    request: await asReaders(deps, notice, request),
    task,
    period: periodOf(task, request),
    group: await withLinks(deps, group, readerId),
    cardUrl: await linkToCard(deps, cardFor(cards, readerId)),
    consoleUrl: taskLink(governance, task),
    lapse,
    waitingVerb: act?.verb ?? null,
    grant,
    ...nobodyReached,
    emergency,
  };
}

/**
 * What was requested elsewhere is told to one who follows it in the words for their own request, as
 * far as it is theirs.
 */
async function asReaders(
  { store }: UseCaseDeps,
  { body, target }: Notice,
  subject: Subject,
): Promise<Subject> {
  if (target.kind !== 'direct') return subject;
  // A removal that nobody requested here is told to the person who lost the access alone.
  if (body.kind === 'access-removed' && subject.requester === null)
    return { ...subject, targetSlackId: target.slackUserId };
  if (body.kind !== 'ended') return subject;
  const { isCreator, isTarget } = body.follower;
  const { slackUserId } = target;
  const requester = { userId: slackUserId, teamId: '', userName: '' };
  if (isCreator && isTarget) return { ...subject, requester };
  if (isTarget) return { ...subject, targetSlackId: slackUserId };
  const { identityUserId } = subject;
  const [holder] = await store.transaction((tx) =>
    tx.identities.slackIdsOf(identityUserId === null ? [] : [identityUserId]),
  );
  // Without the holder it would read as if it were for the one who made it.
  return holder === undefined ? subject : { ...subject, requester, targetSlackId: holder };
}
