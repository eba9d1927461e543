import { isPersonal } from '../../domain/message/place.ts';
import type { NotYet } from '../../domain/outward/job.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { NoticeSubject } from '../ports/chat-ports.ts';
import type { TaskRow } from '../ports/rows/task-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { mayPostIn } from './request-cards.ts';

/** A queue of cards that takes longer gets an overview in its channel. */
export const longQueueMs = 60_000;

/** So many of those that wait are listed. */
const listed = 20;

/**
 * A channel in which more cards wait to be posted than Slack takes in a minute is told at once what
 * there is to decide.
 */
export async function wantOverview(tx: StoreTransaction, channel: string): Promise<void> {
  if (await tx.overviews.begin(channel)) await tx.enqueue({ kind: 'sync-overview', channel });
}

/**
 * Keeps a channel's overview true while cards wait, and takes it away when all of them are there.
 */
export async function syncOverview(deps: UseCaseDeps, channel: string): Promise<NotYet | void> {
  const names = await deps.riskNames();
  const riskNames = names === 'unreadable' ? {} : Object.fromEntries(names);
  const { place, waiting } = await deps.store.transaction(async (tx) => {
    const page = await tx.overviews.waiting(channel, listed);
    const waiting = { first: await subjectsOf(tx, page.rows), total: page.total, riskNames };
    return { place: await tx.overviews.place(channel), waiting };
  });
  // It may be shared with another company by now.
  const isOurs = isPersonal(channel) || (await mayPostIn(deps, channel));
  if (waiting.total === 0 || !isOurs) {
    if (place !== null) await deps.chat.deleteMessage(place);
    await deps.store.transaction((tx) => tx.overviews.end(channel));
    return;
  }
  const posting = await deps.chat.showOverview(channel, place, waiting);
  if (posting.ok) await deps.store.transaction((tx) => tx.overviews.keep(channel, posting.value));
  else deps.world.log.warn({ channel, refusal: posting.refusal }, 'overview cannot be shown');
  return 'not-yet';
}

/** What a message that lists them tells of each. */
async function subjectsOf(
  tx: StoreTransaction,
  rows: readonly TaskRow[],
): Promise<readonly NoticeSubject[]> {
  const subjects: NoticeSubject[] = [];
  for (const { requestId, snapshot: task } of rows) {
    const request = await tx.subjects.find(requestId);
    if (request !== null) subjects.push({ request, task });
  }
  return subjects;
}
