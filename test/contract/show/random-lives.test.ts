/** Lives of what was asked for that nobody wrote down: whatever happens, one message says how it stands. */

import { describe, expect, it } from 'vitest';
import type { ActionKind } from '../../../src/domain/action/action.ts';
import { refuse } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { actOnDue } from '../../../src/use-cases/due/act-on-due.ts';
import { showAsking } from '../../../src/use-cases/show/show-asking.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { readAgain } from '../../../src/use-cases/task/refresh-tasks.ts';
import type { ShownPost } from '../../support/fake-chat.ts';
import { failing } from '../../support/fakes.ts';
import { numbersOf } from '../../support/random-numbers.ts';
import { accessRequest, actor, closedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const lives = Math.ceil(Number(process.env.FUZZ_RUNS ?? 100) / 10);
const steps = 14;

interface Life {
  readonly number: (below: number) => number;
  readonly ids: readonly string[];
  readonly readers: readonly string[];
  /** What happened, for whoever reads a failure. */
  readonly story: string[];
}

async function beginLife(life: number): Promise<Life> {
  const number = numbersOf(life);
  const count = number(3) === 0 ? 3 : 1;
  const target = number(4) === 0 ? 'U0DEE' : null;
  const ids = Array.from({ length: count }, (_, index) => `request-${index + 1}`);
  for (const id of ids) {
    const groupId = count > 1 ? 'request-1' : null;
    const of = { id, groupId, targetSlackId: target, entitlementId: `ent-${id}` };
    const access = accessRequest({ ...of, createdAt: desk().world.now(), state: 'submitted' });
    await desk().store.transaction((tx) =>
      tx.requests.insertOnce({ id, key: `view of ${id}`, access, at: tx.at }),
    );
  }
  const readers = ['U0BEN', ...(target === null ? [] : [target])];
  return { number, ids, readers, story: [`${count} for ${readers.at(-1)}`] };
}

const taskIdOf = (id: string) => `task of ${id}`;

async function reads(id: string, change: Partial<TaskSnapshot>, isOpen = true): Promise<void> {
  const own = { id: taskIdOf(id), sourceRequestId: id, ...change };
  const task = isOpen ? snapshot(own) : closedSnapshot(own);
  desk().governance.tasks.set(task.id, task);
  await desk().store.transaction(async (tx) => {
    const request = await tx.requests.find(id);
    if (request !== null)
      await recordReading(tx, desk().deps, { ...request, taskId: task.id }, task);
  });
}

async function did(id: string, verb: ActionKind, by: string, durationMs = 0): Promise<void> {
  desk().world.pass(durationMs);
  await desk().store.transaction(async (tx) => {
    const actionId = tx.newId();
    await tx.actions.insertOnce({
      id: actionId,
      requestId: id,
      taskId: taskIdOf(id),
      stepId: 'step-1',
      occurrence: '',
      verb,
      by: actor(by),
      reason: verb === 'ask' ? `Why ${actionId}?` : '',
      channel: '',
      at: tx.at,
      durationSeconds: null,
      shown: null,
      input: null,
      likely: false,
    });
    await tx.actions.save(actionId, { state: 'done', at: tx.at });
  });
}

/** One thing that can happen to one of the requests, where it can happen now. */
async function happens({ number, ids, story }: Life): Promise<void> {
  const id = ids[number(ids.length)] ?? 'request-1';
  const view = await desk().store.transaction((tx) => tx.views.of(id));
  if (view === null) return;
  const { task, grant, cards, request } = view;
  const isOpen = task !== null && task.state === 'open';
  const say = (what: string) => void story.push(`${id} ${what}`);
  const things: readonly (readonly [boolean, string, () => Promise<unknown>])[] = [
    [
      task === null,
      'waits',
      () =>
        desk().store.transaction((tx) =>
          tx.posts.keepWait(id, {
            cause: number(2) === 0 ? 'governance' : 'refused',
            since: tx.at,
          }),
        ),
    ],
    [
      task === null,
      'is created',
      async () => {
        const saved = {
          state: 'created',
          taskId: taskIdOf(id),
          identityUserId: 'user-ben',
        } as const;
        await desk().store.transaction((tx) => tx.requests.save(id, { ...saved, at: tx.at }));
        await reads(id, {});
      },
    ],
    [
      isOpen && cards.length === 0,
      'has its card',
      () =>
        desk().store.transaction(async (tx) => {
          await tx.cards.want(`card of ${id}`, id, 'C0REVIEWS');
          await tx.cards.markPosted(`card of ${id}`, { channel: 'C0REVIEWS', ts: `${id}.1` }, '');
        }),
    ],
    [isOpen, 'is asked about', () => did(id, 'ask', 'U0ANA')],
    [isOpen, 'is commented on', () => did(id, 'comment', 'U0CHO')],
    [isOpen, 'is commented on by its requester', () => did(id, 'comment', 'U0BEN')],
    [isOpen, 'is approved', () => did(id, 'approve', 'U0ANA')],
    [isOpen, 'moves on', () => reads(id, { currentStepId: `step-${number(4)}` })],
    [
      isOpen,
      'is granted',
      () =>
        reads(
          id,
          { outcomeAt: desk().world.now().toISOString(), grantDurationSeconds: 600 },
          false,
        ),
    ],
    [isOpen, 'is denied', () => reads(id, { outcome: 'denied' }, false)],
    [
      isOpen && request.state !== 'withdrawn',
      'is withdrawn by its requester',
      async () => {
        await did(id, 'withdraw', 'U0BEN');
        await desk().store.transaction((tx) =>
          tx.requests.save(id, { state: 'withdrawn', at: tx.at }),
        );
      },
    ],
    [
      grant !== null && grant.endedAt === null,
      'is about to end',
      () => desk().store.transaction((tx) => tx.grants.follow(id, { warnAt: tx.at })),
    ],
    [
      grant !== null && grant.endedAt === null,
      'is extended by the service',
      () =>
        desk().store.transaction((tx) =>
          tx.grants.follow(id, { endsAt: new Date(tx.at.getTime() + 900_000) }),
        ),
    ],
    [
      grant !== null && grant.endedAt === null,
      'ends',
      () => desk().store.transaction((tx) => tx.grants.end(id, 'expired', tx.at)),
    ],
  ];
  const possible = things.filter(([isPossible]) => isPossible);
  const [, what, doIt] = possible[number(possible.length)] ?? [];
  if (what === undefined || doIt === undefined) return;
  say(what);
  await doIt();
}

/** Slack takes it, fails, or refuses. */
function troubleIn({ number, story }: Life): void {
  const trouble = number(6);
  if (trouble === 0) {
    story.push('Slack fails at a post');
    desk().chat.directs.next(failing('network', true));
  }
  if (trouble === 1) {
    story.push('Slack refuses an edit with a code that nobody listed');
    desk().chat.updates.next(refuse({ kind: 'rejected', code: 'not_today' }));
  }
  if (trouble === 2) {
    story.push('a message is gone');
    desk().chat.updates.next(refuse({ kind: 'message-gone', code: 'message_not_found' }));
  }
}

/** Runs what is due; what fails comes back, as in the queue. */
async function showsWhatIsDue(processes: number): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const jobs = (await desk().takeJobs('show-asking')).flatMap((job) =>
      job.kind === 'show-asking' ? [job.askingId] : [],
    );
    if (jobs.length === 0) return;
    for (const askingId of new Set(jobs)) {
      const showing = Array.from({ length: processes }, () => showAsking(desk().deps, askingId));
      const results = await Promise.allSettled(showing);
      if (results.some(({ status }) => status === 'rejected'))
        await desk().store.transaction((tx) => tx.enqueue({ kind: 'show-asking', askingId }));
    }
  }
}

async function untilQuiet({ number }: Life): Promise<void> {
  await showsWhatIsDue(1 + number(2));
  desk().world.pass(11_000);
  await showsWhatIsDue(1);
  await desk().runJobs('retire-copy');
}

/** All of its sentences are others, and it reads every task again. */
async function newVersionTakesOver({ ids }: Life): Promise<void> {
  const { chat, deps } = desk();
  const renderPost = chat.renderPost.bind(chat);
  chat.renderPost = async (content) => ({
    ...(await renderPost(content)),
    text: 'in other words',
  });
  await readAgain(deps, ids.map(taskIdOf));
  await actOnDue(deps);
  await showsWhatIsDue(1);
  chat.renderPost = renderPost;
}

const isLine = ({ text }: ShownPost) => text.includes(' · TIME');

function livePostsTo(reader: string): readonly ShownPost[] {
  const deleted = new Set(desk().chat.deleted.map(({ ts }) => ts));
  return desk().chat.shown.filter(({ to, place }) => to === reader && !deleted.has(place.ts));
}

describe('the message about what was asked for, in any life', () => {
  it('is one that says how it stands, after earlier ones that are lines, and each news comes once', async () => {
    for (let life = 1; life <= lives; life += 1) {
      await desk().clear();
      const one = await beginLife(life);
      for (let step = 0; step < steps; step += 1) {
        troubleIn(one);
        await happens(one);
        if (one.number(3) === 0) desk().world.pass(5_000);
        else await untilQuiet(one);
      }
      await untilQuiet(one);
      const story = `life ${life}: ${one.story.join(', ')}`;
      const rows = await desk().kysely.selectFrom('posts').selectAll().execute();
      for (const reader of one.readers) {
        const posts = livePostsTo(reader);
        const row = rows.find(({ readerId }) => readerId === reader);
        // A message that somebody deleted waits for its next headline.
        const gone = desk().chat.shown.filter(({ isGone }) => isGone);
        const current = posts.filter((post) => !isLine(post) && !gone.includes(post));
        expect(current.length, `${story}\none live message`).toBeLessThanOrEqual(1);
        expect(current.at(0)?.place.ts, `${story}\nthe last one`).toBe(row?.ts ?? undefined);
        expect(
          posts.filter((post) => isLine(post) && post.buttons.length > 0),
          `${story}\nlines have no buttons`,
        ).toEqual([]);
        const told = row?.told ?? [];
        expect(new Set(told).size, `${story}\neach once`).toBe(told.length);
        expect(posts.length, `${story}\nno post without news`).toBeLessThanOrEqual(told.length);
      }
      const before = JSON.stringify(desk().chat.shown);
      await showAsking(desk().deps, 'request-1');
      expect(JSON.stringify(desk().chat.shown), `${story}\nnothing is left to show`).toBe(before);
      await newVersionTakesOver(one);
      expect(JSON.stringify(desk().chat.shown), `${story}\nan upgrade is no news`).toBe(before);
    }
  }, 3_600_000);
});
