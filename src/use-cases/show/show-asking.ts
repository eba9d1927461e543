/**
 * Brings the messages that people have about what was asked for to what is stored. Long because a
 * post, what may become of it, and what is left of it are told in one place.
 */

import { createHash } from 'node:crypto';
import type { Place } from '../../domain/message/place.ts';
import { ifUnlistedFor, NotTaken, OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { ok } from '../../domain/result.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { askingPost, newsIn } from '../../domain/telling/asking-post.ts';
import { type HeadlineKind, isHeadlineKind } from '../../domain/telling/post-parts.ts';
import { tellUndelivered } from '../card/tell-undelivered.ts';
import type { UseCaseDeps } from '../deps.ts';
import { isForFormerOwner } from '../people/next-owner.ts';
import type { ChatRefusal } from '../ports/contents/chat-refusal.ts';
import type { RenderedPost } from '../ports/contents/post-chat.ts';
import type { EarlierPost, PostRow, ToldTo } from '../ports/rows/post-rows.ts';
import { recordDelivery } from '../record/record.ts';
import { readAgain } from '../task/refresh-tasks.ts';
import { closedContent, contentOf } from './post-content.ts';
import { type Asking, readAsking } from './read-asking.ts';

/** A post waits for a card, for Slack or for its turn: older readings may name former reviewers. */
const recentMs = 60_000;

/**
 * Can be done again at any time: a post that says what is stored is left alone. One that fails
 * keeps no other from being made.
 */
export async function showAsking(
  deps: UseCaseDeps,
  askingId: string,
  slackFailedForMs = 0,
): Promise<void> {
  const stored = await readAsking(deps, askingId);
  if (stored === null) return;
  const asking = await withReviewersOfNow(deps, stored);
  const failures: unknown[] = [];
  for (const readerId of asking.readerIds) {
    const showing = showTo(deps, asking, readerId, slackFailedForMs);
    await showing.catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) throw firstToTry(failures);
}

/** The queue goes by one failure: a bug before a wait, and the shortest wait. */
function firstToTry(failures: readonly unknown[]): unknown {
  const waitOf = (one: unknown) => (one instanceof OutwardFailure ? (one.retryAfterMs ?? 0) : -1);
  return failures.toSorted((one, other) => waitOf(one) - waitOf(other))[0];
}

/** Reads tasks again whose reviewers are about to be told and whose last reading is old. */
async function withReviewersOfNow(deps: UseCaseDeps, asking: Asking): Promise<Asking> {
  const isNews = asking.readerIds.some((readerId) => newsFor(asking, readerId).length > 0);
  const since = new Date(deps.world.now().getTime() - recentMs);
  const old = [...asking.views.values()].flatMap(({ task, readAt }) =>
    task !== null && isOpen(task) && (readAt === null || readAt < since) ? [task.id] : [],
  );
  if (!isNews || old.length === 0) return asking;
  const readings = await readAgain(deps, old);
  const fresh = (await readAsking(deps, asking.id)) ?? asking;
  const unknown = new Set(old.filter((id) => !readings.has(id)));
  return unknown.size === 0 ? fresh : withoutReviewersOf(fresh, unknown);
}

/** Nobody is named whom a reading of now does not name. */
function withoutReviewersOf(asking: Asking, taskIds: ReadonlySet<string>): Asking {
  const requests = asking.asked.map((one) =>
    one.task !== null && taskIds.has(one.task.id)
      ? { ...one, task: { ...one.task, stepApprovers: [] } }
      : one,
  );
  return { ...asking, asked: requests, first: requests[0] ?? asking.first };
}

function toldTo({ id: askingId, workspaceId }: Asking, readerId: string): ToldTo {
  return { askingId, workspaceId, readerId };
}

function postFor({ posts }: Asking, readerId: string): PostRow | null {
  return posts.find((one) => one.readerId === readerId) ?? null;
}

function newsFor(asking: Asking, readerId: string): readonly string[] {
  const before = postFor(asking, readerId)?.told ?? [];
  return newsIn(askingPost(asking.asked, readerId), before, asking.now);
}

async function showTo(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  slackFailedForMs: number,
): Promise<void> {
  const post = askingPost(asking.asked, readerId);
  const before = postFor(asking, readerId);
  const news = newsFor(asking, readerId);
  const hasNone = before === null || (before.place === null && before.toClose.length === 0);
  if (news.length === 0 && hasNone) return;
  if (await isFormerOwners(deps, asking, readerId, before)) return;
  const rendered = await deps.chat.renderPost(await contentOf(deps, asking, readerId, post));
  const current = { asking, readerId, rendered, hash: hashOf(rendered), slackFailedForMs };
  const toClose =
    news.length > 0
      ? await postAnew(deps, current, news)
      : await bringUpToDate(deps, current, before);
  for (const earlier of toClose) await close(deps, asking, readerId, earlier);
}

interface Current {
  readonly asking: Asking;
  readonly readerId: string;
  readonly rendered: RenderedPost;
  readonly hash: string;
  readonly slackFailedForMs: number;
}

const hashOf = (rendered: RenderedPost): string =>
  createHash('sha256').update(JSON.stringify(rendered)).digest('base64url');

/** Somebody else has the account by now: what the former owner was shown is taken away. */
async function isFormerOwners(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  known: PostRow | null,
): Promise<boolean> {
  if (!(await isForFormerOwner(deps, readerId, asking.first))) return false;
  const place = known?.place ?? null;
  if (place !== null)
    await deps.store.transaction(async (tx) => {
      await tx.posts.markGone(toldTo(asking, readerId), place);
      await tx.enqueue({ kind: 'retire-copy', ...place });
    });
  return true;
}

/**
 * Posts once, whoever posts: a process that was frozen meanwhile finds that another one has claimed
 * it, and takes its own copy away. Cut off after Slack took it, it is posted again: twice is better
 * than a person left waiting.
 *
 * @returns earlier posts, which this one takes the place of
 */
async function postAnew(
  { store, chat, world, settings }: UseCaseDeps,
  { asking, readerId, rendered, hash, slackFailedForMs }: Current,
  news: readonly string[],
): Promise<readonly EarlierPost[]> {
  const to = toldTo(asking, readerId);
  const claim = world.newId();
  // Looked for before the claim: the earlier one is all that it can be found by.
  const lost = await lostPost(chat, asking, readerId);
  const isNews = await store.transaction((tx) => tx.posts.claim(to, claim, news), {
    isOneStatement: true,
  });
  if (!isNews) {
    // Another process told some of it: the rest is told by another job.
    await store.transaction((tx) => tx.enqueue({ kind: 'show-asking', askingId: asking.id }));
    return [];
  }
  const answer =
    lost === null
      ? await chat
          .sendPost({ ...to, isUrgent: isUrgent(asking), claim }, rendered)
          .catch(ifUnlistedFor(slackFailedForMs))
      : ok(lost);
  const refusal = answer.ok ? null : answer.refusal;
  if (refusal !== null) world.log.warn({ ...to, refusal }, 'post not deliverable');
  const place = answer.ok ? answer.value : null;
  return store.transaction(
    async (tx) => {
      // What was found shows what was so when it was posted.
      const posted = { place, headlines: news, hash: lost === null ? hash : '', at: tx.at };
      if (lost !== null) await tx.enqueue({ kind: 'show-asking', askingId: asking.id });
      const toClose = await tx.posts.markPosted(to, claim, posted);
      if (toClose === null) {
        // Another process may have found this very post, and noted it.
        if (place !== null && !(await tx.posts.isAt(to, place)))
          await tx.enqueue({ kind: 'retire-copy', ...place });
        return [];
      }
      const { request } = asking.first;
      if (refusal !== null)
        await tellUndelivered(tx, { settings }, { requestId: request.id, channel: readerId });
      await recordDelivery(tx, request, {
        noticeId: claim,
        notice: kindOf(news[0] ?? ''),
        target: { kind: 'direct', slackUserId: readerId },
        refusal,
      });
      return toClose;
    },
    { isRecorded: true },
  );
}

/**
 * Where a post is that was sent, and whose process ended before that was noted: it is brought up to
 * date instead of sent again. null where there is none, or nobody can look.
 */
async function lostPost(
  chat: UseCaseDeps['chat'],
  asking: Asking,
  readerId: string,
): Promise<Place | null> {
  const before = postFor(asking, readerId);
  const channel = before?.place?.channel ?? before?.toClose.at(-1)?.channel;
  if (before === null || before.claim === null || channel === undefined) return null;
  const since = asking.first.request.createdAt;
  const place = await chat.findPost({ channel, claim: before.claim, since });
  return typeof place === 'string' ? null : place;
}

/** Edits the current post where it says something else now, and has earlier ones closed. */
async function bringUpToDate(
  deps: UseCaseDeps,
  { asking, readerId, rendered, hash }: Current,
  known: PostRow | null,
): Promise<readonly EarlierPost[]> {
  if (known === null || known.place === null || known.hash === hash) return known?.toClose ?? [];
  const { place } = known;
  const to = toldTo(asking, readerId);
  const answer = await deps.chat.updatePost(place, rendered, isUrgent(asking));
  const isThere = answer.ok || !isGone(answer.refusal, 'chat.update');
  await deps.store.transaction(async (tx) => {
    if (isThere) {
      // What this process was about to show may be older than what another one shows.
      const isLast = await tx.posts.markUpdated(to, place, { before: known.hash, hash });
      if (!isLast) await tx.enqueue({ kind: 'show-asking', askingId: asking.id });
      return;
    }
    await tx.posts.markGone(to, place);
    // One that cannot be changed must not go on offering what is over.
    if (!answer.ok && answer.refusal.kind === 'message-fixed')
      await tx.enqueue({ kind: 'retire-copy', ...place });
  });
  return known.toClose;
}

/** What Slack did not take is not shown, and is tried again. */
function isGone({ kind, code }: ChatRefusal, method: string): boolean {
  if (kind === 'message-gone' || kind === 'message-fixed') return true;
  throw new NotTaken(method, code);
}

/**
 * Without a history scope, a process that ended before it noted its post leaves a copy: that is closed
 * by its first click, whatever else the click does. `about`: the id of the request, or of the question
 * that was clicked.
 */
export async function closeCopy(
  { store }: Pick<UseCaseDeps, 'store'>,
  { about, readerId, clicked }: { about: string; readerId: string; clicked: Place },
): Promise<void> {
  await store.transaction(async (tx) => {
    const requestId = (await tx.actions.find(about))?.requestId ?? about;
    const askingId = await tx.posts.addCopy(requestId, readerId, clicked);
    if (askingId !== null) await tx.enqueue({ kind: 'show-asking', askingId });
  });
}

/**
 * Leaves one line of an earlier post, with its time and the link, and nothing of a copy that can be
 * deleted; it is not touched again.
 */
async function close(
  deps: UseCaseDeps,
  asking: Asking,
  readerId: string,
  earlier: EarlierPost,
): Promise<void> {
  const { chat, store } = deps;
  const { channel, ts, isCopy = false } = earlier;
  const place = { channel, ts };
  const isDeleted = isCopy && (await chat.deleteMessage(place)).ok;
  const content = await closedContent(deps, asking, readerId, earlier);
  const answer = isDeleted
    ? ok(null)
    : await chat.updatePost(place, await chat.renderPost(content), false);
  if (!answer.ok) isGone(answer.refusal, 'chat.update');
  await store.transaction(async (tx) => {
    await tx.posts.markClosed(toldTo(asking, readerId), earlier);
    if (!answer.ok && answer.refusal.kind === 'message-fixed')
      await tx.enqueue({ kind: 'retire-copy', ...place });
  });
}

function isUrgent({ asked }: Asking): boolean {
  return asked.some(({ request }) => request.emergency);
}

/** What a headline is about, by its key. */
function kindOf(key: string): HeadlineKind {
  const [kind = ''] = key.split(' ');
  return isHeadlineKind(kind) ? kind : 'acted';
}
