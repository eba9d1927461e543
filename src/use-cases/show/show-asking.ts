/** Brings the messages that people have about what was asked for to what is stored. */

import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { askingPost, newsIn } from '../../domain/telling/asking-post.ts';
import { type HeadlineKind, isHeadlineKind } from '../../domain/telling/post-parts.ts';
import type { UseCaseDeps } from '../deps.ts';
import { isForFormerOwner } from '../people/next-owner.ts';
import type { PostRow, ToldTo } from '../ports/rows/post-rows.ts';
import { readAgain } from '../task/refresh-tasks.ts';
import { bringUpToDate, closeEarlier, postAnew } from './one-post.ts';
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
  const row = postFor(asking, readerId);
  const headlines = newsFor(asking, readerId);
  const hasNone = row === null || (row.place === null && row.toClose.length === 0);
  if (headlines.length === 0 && hasNone) return;
  if (await isFormerOwners(deps, asking, readerId, row)) return;
  const rendered = await deps.chat.renderPost(await contentOf(deps, asking, readerId, post));
  const to = toldTo(asking, readerId);
  const isUrgent = asking.asked.some(({ request }) => request.emergency);
  const one = { to, known: row, rendered, isUrgent, slackFailedForMs };
  const { request } = asking.first;
  const toClose =
    headlines.length > 0
      ? await postAnew(deps, one, { headlines, name: kindOf(headlines[0] ?? ''), request })
      : await bringUpToDate(deps, one);
  for (const earlier of toClose)
    await closeEarlier(deps, to, earlier, async () =>
      deps.chat.renderPost(await closedContent(deps, asking, readerId, earlier)),
    );
}

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

/** What a headline is about, by its key. */
function kindOf(key: string): HeadlineKind {
  const [kind = ''] = key.split(' ');
  return isHeadlineKind(kind) ? kind : 'acted';
}
