/**
 * A message of which its reader has one: it is posted anew for news, and edited otherwise. Posted once,
 * whoever posts: a process that was frozen meanwhile finds that another one has claimed it, and takes
 * its own copy away.
 */

import { createHash } from 'node:crypto';
import type { Place } from '../../domain/message/place.ts';
import type { OutwardJob } from '../../domain/outward/job.ts';
import { ifUnlistedFor, isPerhapsDone, NotTaken } from '../../domain/outward/outward-failure.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { ok } from '../../domain/result.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { RenderedPost } from '../ports/contents/post-chat.ts';
import type { EarlierPost, PostRow, ToldTo } from '../ports/rows/post-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordDelivery, tellUndelivered } from '../record/record.ts';

export interface OnePost {
  readonly to: ToldTo;
  readonly known: PostRow | null;
  readonly rendered: RenderedPost;
  readonly isUrgent: boolean;
  readonly slackFailedForMs: number;
}

/** Why it is posted anew. */
export interface News {
  readonly headlines: readonly string[];
  /** What the trail calls it, and the request under which it stands there. */
  readonly name: string;
  readonly request: Pick<Subject, 'id' | 'taskId'>;
  /** In the transaction that notes the post. */
  readonly whenTold?: (tx: StoreTransaction) => Promise<void>;
}

/**
 * Cut off after Slack took it, it is posted again where nobody can look for it: twice is better than a
 * person left waiting.
 *
 * @returns earlier posts, which this one takes the place of
 */
export async function postAnew(
  { store, chat, world, settings }: UseCaseDeps,
  { to, known, rendered, isUrgent, slackFailedForMs }: OnePost,
  { headlines, name, request, whenTold }: News,
): Promise<readonly EarlierPost[]> {
  const claim = world.newId();
  // Looked for before the claim: the earlier one is all that it can be found by.
  const lost = await findLost({ chat, world }, known);
  const before = known?.place ?? null;
  const isNews = await store.transaction((tx) => tx.posts.claim(to, claim, { before, headlines }), {
    isOneStatement: true,
  });
  if (!isNews) {
    // Another process told some of it: the rest is told by another job.
    await store.transaction((tx) => tx.enqueue(again(to)));
    return [];
  }
  const answer =
    lost === null
      ? await chat
          .sendPost({ ...to, isUrgent, claim }, rendered)
          .catch(ifUnlistedFor(slackFailedForMs))
      : ok(lost);
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ ...to, refusal }, 'post not deliverable');
  const place = answer.ok ? answer.value : null;
  return store.transaction(
    async (tx) => {
      // What was found shows what was so when it was posted.
      const hash = lost === null ? hashOf(rendered) : '';
      if (lost !== null) await tx.enqueue(again(to));
      const toClose = await tx.posts.markPosted(to, claim, { place, headlines, hash, at: tx.at });
      if (toClose === null) {
        // Another process may have found this very post, and noted it.
        if (place !== null && !(await tx.posts.isAt(to, place)))
          await tx.enqueue({ kind: 'retire-copy', ...place });
        return [];
      }
      const { readerId: slackUserId } = to;
      await whenTold?.(tx);
      if (refusal !== null)
        await tellUndelivered(tx, { settings }, { requestId: request.id, channel: slackUserId });
      const target = { kind: 'direct', slackUserId } as const;
      await recordDelivery(tx, request, { noticeId: claim, notice: name, target, refusal });
      return toClose;
    },
    { isRecorded: true },
  );
}

/**
 * Edits the post where it says something else now.
 *
 * @param whenFixed in the transaction that notes that it cannot be edited any more
 * @returns earlier posts, which still have to be closed
 */
export async function bringUpToDate(
  { store, chat }: UseCaseDeps,
  { to, known, rendered, isUrgent }: OnePost,
  whenFixed?: (tx: StoreTransaction, place: Place) => Promise<void>,
): Promise<readonly EarlierPost[]> {
  const hash = hashOf(rendered);
  if (known === null || known.place === null || known.hash === hash) return known?.toClose ?? [];
  const { place } = known;
  const { hash: before } = known;
  const answer = await chat.updatePost(place, rendered, isUrgent).catch(async (err: unknown) => {
    // What Slack may have taken is not what the post said before.
    if (isPerhapsDone(err))
      await store.transaction((tx) => tx.posts.markUpdated(to, place, { before, hash: '' }));
    throw err;
  });
  if (!answer.ok) throwUnlessGone(answer.refusal);
  await store.transaction(async (tx) => {
    if (answer.ok) {
      // What this process was about to show may be older than what another one shows.
      const isLast = await tx.posts.markUpdated(to, place, { before, hash });
      if (!isLast) await tx.enqueue(again(to));
      return;
    }
    await tx.posts.markGone(to, place);
    // One that cannot be changed must not go on offering what is over.
    if (answer.refusal.kind !== 'message-fixed') return;
    await tx.enqueue({ kind: 'retire-copy', ...place });
    await whenFixed?.(tx, place);
    if (to.askingId === null) return;
    // Nobody may wait without the word that it had.
    await tx.posts.untell(to, toldSince(known));
    await tx.enqueue(again(to));
  });
  return known.toClose;
}

/** Keys of what the current post told: they are kept in the order of the posts. */
function toldSince({ told, headline }: PostRow): readonly string[] {
  return headline === null ? [] : told.slice(told.indexOf(headline));
}

/** Leaves this of an earlier post; it is not touched again. null: it is deleted. */
export async function closeEarlier(
  { store, chat }: UseCaseDeps,
  to: ToldTo,
  { channel, ts, isCopy = false }: EarlierPost,
  line: (() => Promise<RenderedPost>) | null,
): Promise<void> {
  const place = { channel, ts };
  const isDeleted = line !== null && isCopy && (await chat.deleteMessage(place)).ok;
  const answer =
    line === null || isDeleted ? ok(null) : await chat.updatePost(place, await line(), false);
  if (!answer.ok) throwUnlessGone(answer.refusal);
  const isFixed = !answer.ok && answer.refusal.kind === 'message-fixed';
  await store.transaction(async (tx) => {
    await tx.posts.markClosed(to, place);
    if (line === null || isFixed) await tx.enqueue({ kind: 'retire-copy', ...place });
  });
}

/**
 * Without a history scope, a process that ended before it noted its post leaves a copy: that is closed
 * by its first click, whatever else the click does. `about`: the id of the request, or of the question
 * that was clicked; null for a list.
 */
export async function closeCopy(
  { store }: Pick<UseCaseDeps, 'store'>,
  { about, readerId, clicked }: { about: string | null; readerId: string; clicked: Place },
): Promise<void> {
  await store.transaction(async (tx) => {
    const requestId = about === null ? null : ((await tx.actions.find(about))?.requestId ?? about);
    const request = requestId === null ? null : await tx.requests.find(requestId);
    const askingId = request === null ? null : (request.groupId ?? request.id);
    // The request is gone, and its posts with it.
    if (about !== null && askingId === null) return;
    const to = { askingId, workspaceId: '', readerId };
    if (await tx.posts.addCopy(to, clicked)) await tx.enqueue(again(to));
  });
}

/** What was posted and never noted offers what is over by now. */
export async function retireLost(
  { store, chat, world }: UseCaseDeps,
  to: ToldTo,
  known: PostRow | null,
): Promise<void> {
  const claim = known?.claim ?? null;
  if (claim === null) return;
  const lost = await findLost({ chat, world }, known);
  await store.transaction(async (tx) => {
    await tx.posts.dropClaim(to, claim);
    if (lost !== null) await tx.enqueue({ kind: 'retire-copy', ...lost });
  });
}

/** A post that is older than this was noted, or is closed by its first click. */
const lostForMs = 7 * 86_400_000;

/**
 * Where a post is that was sent, and whose process ended before that was noted: it is brought up to
 * date instead of sent again. null where there is none, or nobody can look.
 */
async function findLost(
  { chat, world }: Pick<UseCaseDeps, 'chat' | 'world'>,
  known: PostRow | null,
): Promise<Place | null> {
  if (known === null || known.claim === null || known.channel === null) return null;
  const { channel, claim } = known;
  const since = new Date(world.now().getTime() - lostForMs);
  const place = await chat.findPost({ channel, claim, since });
  return typeof place === 'string' ? null : place;
}

/** What Slack did not take is not shown, and is tried again. */
function throwUnlessGone({ kind, code }: ChatRefusal): void {
  if (kind !== 'message-gone' && kind !== 'message-fixed') throw new NotTaken('chat.update', code);
}

const hashOf = (rendered: RenderedPost): string =>
  createHash('sha256').update(JSON.stringify(rendered)).digest('base64url');

function again({ askingId, readerId }: Pick<ToldTo, 'askingId' | 'readerId'>): OutwardJob {
  return askingId === null
    ? { kind: 'show-list', slackUserId: readerId }
    : { kind: 'show-asking', askingId };
}
