/** Gathers what a message is rendered from. */

import type { Subject } from '../../domain/request/subject.ts';
import { periodOf } from '../../domain/request/task-period.ts';
import { taskLink, tasksAreRead } from '../../domain/settings/access-settings.ts';
import { cardFor } from '../card/card-model.ts';
import { linkToCard, withLinks, withReviews } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { NoticeContext, NoticeSubject } from '../ports/chat-ports.ts';
import type { CurrentMessage } from './current-message.ts';
import { reachOfReviewers } from './notice-reviewers.ts';

export async function contextOf(
  deps: UseCaseDeps,
  message: CurrentMessage,
  { offered, leaving }: Pick<NoticeContext, 'offered' | 'leaving'>,
): Promise<NoticeContext> {
  const { notice, request, task, grant, moreTime, answeredBy, actState, cards } = message;
  const { governance, emergency } = deps.settings;
  const readerId = 'slackUserId' in notice.target ? notice.target.slackUserId : null;
  return {
    noticeId: notice.id,
    body: notice.body,
    offered,
    request: await asReaders(deps, notice, request),
    task,
    period: periodOf(task, request),
    group: await subjectsOf(deps, message, readerId),
    settled: message.settled,
    cardUrl: await linkToCard(deps, cardFor(cards, readerId)),
    consoleUrl: taskLink(governance, task),
    moreTime,
    isCorrected: message.isCorrected,
    answeredBy,
    actState,
    endangered: message.endangered,
    replacing: message.replacing,
    existingUrl: await existingUrl(deps, message, readerId),
    grant,
    leaving,
    isFollowed: tasksAreRead(deps.governance.operations),
    ...(await reachOfReviewers(deps, message)),
    emergency,
  };
}

/**
 * What was requested elsewhere is told to one who follows it in the words for their own request, as
 * far as it is theirs.
 */
async function asReaders(
  { store }: UseCaseDeps,
  { body, target }: CurrentMessage['notice'],
  subject: Subject,
): Promise<Subject> {
  if (body.kind !== 'ended' || body.follower === undefined) return subject;
  if (target.kind !== 'direct') return subject;
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

/** What a message lists, with what its reader needs to go on. */
async function subjectsOf(
  deps: UseCaseDeps,
  { notice: { body }, group }: CurrentMessage,
  readerId: string | null,
): Promise<readonly NoticeSubject[]> {
  if (!('about' in body)) return group;
  const isReminder = body.kind === 'reminder' && readerId !== null;
  const listed = group.map((one): NoticeSubject => {
    const mention = body.about.find(({ requestId }) => requestId === one.request.id);
    return { ...one, reminded: mention?.reminded };
  });
  return isReminder ? withReviews(deps, listed, readerId) : withLinks(deps, listed, readerId);
}

/** Where the request is that this one is a duplicate of, or that asks for more time. */
async function existingUrl(
  deps: UseCaseDeps,
  { notice: { body }, moreTime }: CurrentMessage,
  readerId: string | null,
): Promise<string | null> {
  const refused =
    body.kind === 'request-refused' && body.refusal.kind === 'service'
      ? body.refusal.refusal
      : null;
  const id = refused?.existingTaskId ?? moreTime?.id ?? null;
  if (id === null) return null;
  const cards = await deps.store.transaction(async (tx) => {
    const task = await tx.tasks.find(id);
    return task === null ? [] : tx.cards.ofRequest(task.requestId);
  });
  const cardUrl = await linkToCard(deps, cardFor(cards, readerId));
  const numericId = refused?.existing?.numericId ?? moreTime?.numericId ?? '';
  return cardUrl ?? taskLink(deps.settings.governance, { id, numericId });
}
