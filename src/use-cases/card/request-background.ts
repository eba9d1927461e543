/** What is read of a request beside the request itself, and the lines that its thread lacks. */

import { lapseOf } from '../../domain/access/grant.ts';
import { watchOfStep } from '../../domain/due/step-watch.ts';
import { callNameOf } from '../../domain/people/identity-person.ts';
import { isRequest, isToCome } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { isLineTold, type ThreadLine, threadLines } from '../../domain/telling/thread-lines.ts';
import type { LocalDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/**
 * What a request for more time prolongs, or was to prolong where it was not granted; nothing of any
 * other request.
 */
export async function prolongedAccess(
  tx: StoreTransaction,
  request: CardModel['request'],
  task: TaskSnapshot | null,
): Promise<Pick<CardModel, 'heldUntil' | 'lapse'>> {
  const { extendsRequestId } = request;
  const former = extendsRequestId === null ? null : await tx.grants.find(extendsRequestId);
  if (former === null) return { heldUntil: null, lapse: null };
  const lapse = lapseOf(former, request, task);
  if (task === null || task.outcome === 'granted') return { heldUntil: null, lapse };
  // An open one prolongs nothing any more where another was granted; a withdrawn one did.
  const isProlonging = isOpen(task)
    ? former.endedAt === null && lapse === null
    : lapse === null || request.state === 'withdrawn';
  return { heldUntil: isProlonging ? former.endsAt : null, lapse };
}

/** Who was called because nobody decides on an emergency, or why the service does not have it yet. */
export async function emergencyBackground(
  tx: StoreTransaction,
  request: CardModel['request'],
  task: TaskSnapshot,
): Promise<Pick<CardModel, 'watch' | 'waitCause'>> {
  const none = { watch: null, waitCause: null };
  if (!isEmergency(task, request) || !isOpen(task)) return none;
  if (isToCome(task)) return { ...none, waitCause: await tx.posts.causeOfWait(request.id) };
  return { ...none, watch: watchOfStep(await tx.dueTimes.watchOf(request.id), task) };
}

export interface CardLines {
  /** Lines that the thread of the card does not have yet. */
  readonly lines: readonly ThreadLine[];
  /** Names of those who acted in these, by Slack id. */
  readonly actorNames: ReadonlyMap<string, string>;
  /** Keys of all its lines. */
  readonly lineKeys: readonly string[];
}

interface ShownThread extends Pick<CardModel, 'isUndecided'> {
  readonly background: Pick<CardModel, 'watch'>;
  readonly task: TaskSnapshot;
  readonly view: RequestView;
  readonly card: CardRow;
}

export async function linesFor(
  tx: StoreTransaction,
  { settings }: Pick<LocalDeps, 'settings'>,
  { view, card, background: { watch }, ...current }: ShownThread,
): Promise<CardLines> {
  // There is nothing yet to say more about.
  if (isToCome(current.task)) return { lines: [], lineKeys: [], actorNames: new Map() };
  const { request, grant, deeds } = view;
  const { channel } = card;
  const isOnCalls = channel === settings.emergency.channel;
  const onCall = isOnCalls && isEmergency(current.task, request) ? { channel, watch } : null;
  const corrected = await isCorrected(tx, view);
  const lines = threadLines({
    ...current,
    onCall,
    request,
    grant,
    deeds,
    isCorrected: corrected,
  });
  const lacking = card.ts === null ? [] : lines.filter((one) => !isLineTold(one, card.told));
  return {
    lines: lacking,
    lineKeys: lines.map(({ key }) => key),
    actorNames: await actorNamesOf(tx, lacking),
  };
}

/** Whoever acted was looked up then. */
async function actorNamesOf(
  tx: StoreTransaction,
  lines: readonly ThreadLine[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const slackUserId of new Set(lines.flatMap(({ by }) => by ?? []))) {
    const identity = await tx.identities.find(slackUserId);
    const callName = identity === null ? null : callNameOf(identity.person);
    if (callName !== null) names.set(slackUserId, callName);
  }
  return names;
}

/** Whether it was withdrawn because a corrected request follows. */
export async function isCorrected(
  tx: StoreTransaction,
  { request, deeds }: Pick<RequestView, 'request' | 'deeds'>,
): Promise<boolean> {
  const isWithdrawn = isRequest(request) && deeds.some(({ verb }) => verb === 'withdraw');
  return isWithdrawn && (await tx.requests.correctionOf(request)) !== null;
}
