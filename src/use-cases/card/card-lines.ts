/** The lines in the thread of a card. */

import { isRequest, isToCome } from '../../domain/request/subject.ts';
import { isEmergency } from '../../domain/request/untold.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { isLineTold, type ThreadLine, threadLines } from '../../domain/telling/thread-lines.ts';
import type { LocalDeps } from '../deps.ts';
import type { CardModel } from '../ports/card-contents.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { RequestView } from '../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

export interface CardLines {
  /** Lines that the thread of the card does not have yet. */
  readonly lines: readonly ThreadLine[];
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
  if (isToCome(current.task)) return { lines: [], lineKeys: [] };
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
  return {
    lines: card.ts === null ? [] : lines.filter((one) => !isLineTold(one, card.told)),
    lineKeys: lines.map(({ key }) => key),
  };
}

/** Whether it was withdrawn because a corrected request follows. */
export async function isCorrected(
  tx: StoreTransaction,
  { request, deeds }: Pick<RequestView, 'request' | 'deeds'>,
): Promise<boolean> {
  const isWithdrawn = isRequest(request) && deeds.some(({ verb }) => verb === 'withdraw');
  return isWithdrawn && (await tx.requests.correctionOf(request)) !== null;
}
