/** Long because a message is gathered, delivered in four ways, and taken back when what it offers is over. */
import type { AccessRequest } from '../domain/access-request.ts';
import { type AccessSettings, taskLink, tasksAreRead } from '../domain/access-settings.ts';
import { holderOf, mayEscalate } from '../domain/holder-action.ts';
import type { NotYet } from '../domain/job.ts';
import { decisionNext, type Notice, type Offer, offerOf } from '../domain/notice.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { isOpen, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { cardFor, reachOf } from './card-model.ts';
import type { Chat, ChatDirectory, NoticeContext, Place } from './chat-ports.ts';
import { deliverNotice } from './deliver-notice.ts';
import type { GrantRow } from './due-rows.ts';
import { settleDecision } from './notices.ts';
import type { AccessGovernance, World } from './ports.ts';
import { currentStep, type ReadingDeps, recordReading } from './record-reading.ts';
import { postedCard } from './request-cards.ts';
import { stillWaiting, withLinks } from './still-waiting.ts';
import type { CardRow, KeptNotice, Store, StoreTransaction } from './store-ports.ts';

export interface SendNoticeDeps extends ReadingDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly chat: Chat;
  readonly directory: ChatDirectory;
  readonly settings: Pick<
    AccessSettings,
    'apps' | 'channels' | 'governance' | 'admins' | 'emergency' | 'escalation' | 'digest'
  >;
}

/**
 * Sends a kept message; one that was sent loses its buttons where what they offer is over. Cut off after Slack took it and before that was
 * noted, it is sent again: twice is better than a person left waiting.
 */
export async function sendNotice(deps: SendNoticeDeps, noticeId: string): Promise<NotYet | void> {
  const kept = await deps.store.transaction((tx) => unsent(tx, deps.world, noticeId));
  if (kept === null) return;
  const { notice, request, cards, task } = kept;
  if (notice.body.kind === 'decided' && notice.body.next.kind === 'pending') {
    await settlePending(deps, request);
    return sendNotice(deps, noticeId);
  }
  const offer = offerOf(notice.body);
  const isOpenStill = offer === null ? undefined : openOffers(deps, kept)[offer];
  if (notice.place !== null && isOpenStill !== false) return;
  const context: NoticeContext = {
    noticeId,
    isOffered: isOpenStill !== false,
    request,
    task,
    group: 'about' in notice.body ? await withLinks(deps, kept.group, readerOfNotice(notice.target)) : kept.group,
    card: await postedCard(deps, cardFor(cards, readerOfNotice(notice.target))),
    consoleUrl: task === null ? null : taskLink(deps.settings.governance, task),
    existingUrl: await existingUrl(deps, notice),
    grant: kept.grant,
    isFollowed: tasksAreRead(deps.governance.operations),
    admins: deps.settings.admins,
    ...(await reachOfReviewers(deps, notice, task)),
    emergency: deps.settings.emergency,
  };
  if (notice.place !== null) return withdrawOffer(deps, kept, notice.place, context);
  const answer = await deliverNotice(deps, kept, context);
  if (answer === 'not-yet') return answer;
  const refusal = answer.ok ? null : answer.refusal;
  // Where it was posted is kept for as long as it offers something.
  const place = answer.ok && notice.target.kind === 'direct' && isOpenStill === true ? answer.value : null;
  if (refusal !== null) deps.world.log.warn({ noticeId, kind: notice.body.kind, refusal }, 'notice not deliverable');
  await deps.store.transaction(async (tx) => {
    await tx.notices.markSent(noticeId, deps.world.now(), place);
    await tx.audit.append({
      kind: refusal === null ? 'notice.delivered' : 'notice.undeliverable',
      at: deps.world.now(),
      requestId: request.id,
      taskId: request.taskId,
      detail: { noticeId, notice: notice.body.kind, target: notice.target, refusal },
    });
  });
}

interface Unsent extends Pick<NoticeContext, 'request' | 'task' | 'group'> {
  readonly grant: GrantRow | null;
  readonly notice: KeptNotice;
  readonly cards: readonly CardRow[];
  readonly isAskedAgain: boolean;
  readonly isRepeatedOver: boolean;
  readonly isAnswered: boolean;
}

/** Which offers can still be taken; the others stay for as long as the message is there. */
function openOffers({ governance: { operations } }: SendNoticeDeps, kept: Unsent): Partial<Record<Offer, boolean>> {
  const { request, task, grant, isAskedAgain, isRepeatedOver, isAnswered } = kept;
  const isRunning = grant?.endedAt === null && grant.leaving === null;
  const canMend = !isAskedAgain && !isRepeatedOver;
  return {
    escalate: task !== null && mayEscalate(operations, task),
    settle: request.state === 'uncertain',
    answer: !isAnswered && task !== null && isOpen(task),
    mend: canMend,
    see: canMend,
    extend: isRunning && !isAskedAgain,
    'give-back': isRunning && operations.has('taskRevoke'),
    again: !isAskedAgain,
  };
}

async function withdrawOffer(deps: SendNoticeDeps, { notice }: Unsent, place: Place, context: NoticeContext) {
  if (notice.target.kind !== 'direct') return;
  await deps.chat.updateDirect(place, notice.target.slackUserId, notice.body, context);
  await deps.store.transaction((tx) => tx.notices.markSent(notice.id, notice.sentAt ?? deps.world.now(), null));
}

/** A message that is still to be sent, or that offers something, with what it is about. */
async function unsent(tx: StoreTransaction, world: World, noticeId: string): Promise<Unsent | null> {
  const notice = await tx.notices.find(noticeId);
  if (notice === null || (notice.sentAt !== null && notice.place === null)) return null;
  const request = await tx.requests.find(notice.requestId);
  if (request === null) return null;
  const withTask = async (one: NoticeContext['request']) => ({
    request: one,
    task: one.taskId === null ? null : ((await tx.tasks.find(one.taskId))?.snapshot ?? null),
  });
  const group: Unsent['group'][number][] = [];
  if (request.groupId !== null && isForGroup(notice)) {
    for (const one of await tx.requests.ofGroup(request.groupId)) group.push(await withTask(one));
  }
  if ('about' in notice.body) {
    group.push(...(await stillWaiting(tx, notice.body.about)));
    // Everything it is about was decided meanwhile.
    if (group.length === 0) {
      await tx.notices.markSent(noticeId, world.now());
      return null;
    }
  }
  const grant = await tx.grants.find(request.id);
  const cards = await tx.cards.ofRequest(request.id);
  const [newest = request] = await tx.requests.forEntitlement(holderOf(request), request, 1);
  const isAskedAgain = newest.createdAt > request.createdAt && newest.state !== 'refused';
  const repeatedId = existingTaskId(notice);
  const repeated = repeatedId === null ? null : await tx.tasks.find(repeatedId);
  const isRepeatedOver = repeated !== null && !isOpen(repeated.snapshot);
  const remarks = await tx.holderActions.remarksOn(request.id);
  const isAnswered = remarks.findLast(({ kind }) => kind === 'ask' || kind === 'answer')?.kind === 'answer';
  return { notice, group, grant, cards, isAskedAgain, isRepeatedOver, isAnswered, ...(await withTask(request)) };
}

const refusalIn = ({ body }: Notice) =>
  body.kind === 'request-refused' && body.refusal.kind === 'service' ? body.refusal.refusal : null;

const existingTaskId = (notice: Notice) => refusalIn(notice)?.existingTaskId ?? null;

/** Where the request is that this one is a duplicate of. */
async function existingUrl(deps: SendNoticeDeps, notice: Notice): Promise<string | null> {
  const id = existingTaskId(notice);
  if (id === null) return null;
  const cards = await deps.store.transaction(async (tx) => {
    const task = await tx.tasks.find(id);
    return task === null ? [] : tx.cards.ofRequest(task.requestId);
  });
  const card = await postedCard(deps, cardFor(cards, readerOfNotice(notice.target)));
  const numericId = refusalIn(notice)?.existing?.numericId ?? '';
  return card?.permalink ?? taskLink(deps.settings.governance, { id, numericId });
}

function readerOfNotice(target: Notice['target']): string | null {
  return 'slackUserId' in target ? target.slackUserId : null;
}

/** Messages that are sent once for all that was asked for in one go. */
function isForGroup({ body }: Notice): boolean {
  return ['group-open', 'request-waiting', 'emergency-waiting', 'card-elsewhere'].includes(body.kind);
}

/** Who is called, and who is away, where the message says who decides. */
async function reachOfReviewers({ directory }: SendNoticeDeps, notice: Notice, task: TaskSnapshot | null) {
  const { body, target } = notice;
  const isCall = callsReviewers(notice);
  const isNamed = body.kind === 'request-open' || (body.kind === 'decided' && body.next.kind === 'step');
  const isShown = isCall || (isNamed && target.kind === 'direct');
  const reach = await reachOf(directory, isShown ? (task?.stepApprovers ?? []) : []);
  return isCall ? reach : { ...reach, mentions: new Map<string, string>() };
}

/** An updated card calls nobody: whoever decides next is called in its thread. */
function callsReviewers({ target, body }: Notice): boolean {
  if (target.kind !== 'thread') return false;
  if (body.kind === 'acted') return body.act === 'nudge' || body.act === 'escalate';
  return body.kind === 'decided' && body.next.kind === 'step';
}

/** Reads the task once more, so that the messages of a decision say what came of it, and has them sent. */
async function settlePending(deps: SendNoticeDeps, request: AccessRequest): Promise<void> {
  const { taskId } = request;
  const fresh = taskId === null ? null : await reading(deps, taskId);
  await deps.store.transaction(async (tx) => {
    if (fresh !== null) await recordReading(tx, deps, request, fresh);
    const task = (taskId === null ? null : await tx.tasks.lock(taskId))?.snapshot;
    const step = currentStep(task);
    const isStepDecided = step !== null && (await tx.reviews.winner(step)) !== null;
    const next = task === undefined ? null : decisionNext(task, isStepDecided);
    await settleDecision(tx, request.id, next === null || next.kind === 'pending' ? { kind: 'set-up' } : next);
  });
}

/** null where the service does not answer: what was read last has to do. */
async function reading(deps: SendNoticeDeps, taskId: string): Promise<TaskSnapshot | null> {
  if (!tasksAreRead(deps.governance.operations)) return null;
  try {
    return (await deps.governance.readTasks([taskId])).get(taskId) ?? null;
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error, taskId }, 'task not read again');
    return null;
  }
}
