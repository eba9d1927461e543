/** What waits for reviewers, whatever happens: each has one list at most, and it says what is so. */

import { expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import { showList } from '../../../src/use-cases/show/show-list.ts';
import { failing } from '../../support/fakes.ts';
import { numbersOf } from '../../support/random-numbers.ts';
import { actor, closedSnapshot, newAction, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { numbersIn, waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads } = waiting(desk);
const lives = Math.ceil(Number(process.env.FUZZ_RUNS ?? 80) / 10);
const steps = 20;

const reviewers = [
  ['U0ANA', 'user-ana'],
  ['U0CHO', 'user-cho'],
  ['U0DEE', 'user-dee'],
] as const;

type Random = ReturnType<typeof numbersOf>;

const someOf = (random: Random) => {
  const some = reviewers.filter(() => random(2) === 0).map(([, id]) => person(id));
  return { stepApprovers: some.length > 0 ? some : [person('user-ana')] };
};

/** One thing that can happen. Returns what it is. */
async function happens(random: Random, asked: { count: number }): Promise<string> {
  const number = 1 + random(Math.max(1, asked.count));
  const requestId = `request-${number}`;
  const [slackUserId] = reviewers[random(reviewers.length)] ?? ['U0ANA'];
  const what = asked.count === 0 ? 0 : random(8);
  if (what === 0 && asked.count < 6) {
    asked.count += 1;
    await waits(asked.count, { ...someOf(random), emergency: random(4) === 0 });
    return `request ${asked.count}`;
  }
  const occasion = `occasion ${random(3)}`;
  if (what <= 3) {
    await desk().store.transaction((tx) =>
      tx.lists.call([slackUserId], { requestId, occasion, at: tx.at }),
    );
    return `${slackUserId} is called for ${number}: ${occasion}`;
  }
  if (what === 4) await reads(number, { ...someOf(random), currentStepId: `step-${random(3)}` });
  if (what === 5) await reads(number, closedSnapshot({ id: `task-${number}` }));
  if (what === 6) await reads(number, { ...someOf(random), grantDurationSeconds: 60 + random(9) });
  if (what === 7) {
    const id = `action-${desk().world.newId()}`;
    const comesToNothing = random(2) === 0;
    await desk().store.transaction(async (tx) => {
      const by = actor(slackUserId);
      const isNew = await tx.actions.insertOnce(
        newAction({ id, by, requestId, taskId: `task-${number}`, stepId: 'step-1' }),
      );
      if (isNew && comesToNothing) await tx.actions.save(id, { state: 'refused' });
    });
  }
  return `${what} with ${number}`;
}

/** Slack fails, refuses, or has lost a message. */
function troubleIn(random: Random): string {
  const trouble = random(6);
  if (trouble === 0) desk().chat.directs.next(failing('network', true, 'slack'));
  if (trouble === 1) desk().chat.updates.next(refuse({ kind: 'rejected', code: 'not_today' }));
  if (trouble === 2)
    desk().chat.updates.next(refuse({ kind: 'message-gone', code: 'message_not_found' }));
  return trouble < 3 ? (['Slack fails', 'refuses an edit', 'a list is gone'][trouble] ?? '') : '';
}

/** Runs what is due, in one or two processes; what fails comes back, as in the queue. */
async function untilQuiet(processes: number): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const ids = (await desk().takeJobs('show-list')).flatMap((job) =>
      job.kind === 'show-list' ? [job.slackUserId] : [],
    );
    if (ids.length === 0) break;
    for (const slackUserId of new Set(ids)) {
      const showing = Array.from({ length: processes }, () => showList(desk().deps, slackUserId));
      const results = await Promise.allSettled(showing);
      if (results.some(({ status }) => status === 'rejected'))
        await desk().store.transaction((tx) => tx.enqueue({ kind: 'show-list', slackUserId }));
    }
  }
  await desk().runJobs('retire-copy');
}

const standingOf = (slackUserId: string) =>
  desk().chat.lists.filter(
    ({ to, isGone, place }) =>
      to === slackUserId && !isGone && !desk().chat.deleted.some(({ ts }) => ts === place.ts),
  );

it('the list of a reviewer is one, says what waits for them, and comes once for each call', async () => {
  for (let life = 1; life <= lives; life += 1) {
    await desk().clear();
    const random = numbersOf(life);
    const asked = { count: 0 };
    const story: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      story.push(troubleIn(random), await happens(random, asked));
      if (random(3) > 0) await untilQuiet(1 + random(2));
    }
    await untilQuiet(1);
    const told = `life ${life}: ${story.filter((one) => one !== '').join(', ')}`;
    for (const [slackUserId, identityUserId] of reviewers) {
      const [list, ...others] = standingOf(slackUserId);
      expect(others, `${told}\n${slackUserId} has one list`).toEqual([]);
      const { rows } = await desk().store.transaction((tx) =>
        tx.tasks.waitingFor({ identityUserId, slackUserId }, 50),
      );
      const waitingFor = rows.map(({ requestId }) => Number(requestId.replace('request-', '')));
      const read = list === undefined ? waitingFor : numbersIn(list.text);
      const ascending = (a: number, b: number) => a - b;
      expect(read.toSorted(ascending), `${told}\n${slackUserId} reads what waits`).toEqual(
        waitingFor.toSorted(ascending),
      );
      const calls = await desk()
        .kysely.selectFrom('listCalls')
        .selectAll()
        .where('slackUserId', '=', slackUserId)
        .execute();
      const trail = await desk()
        .kysely.selectFrom('audit')
        .select('detail')
        .where('kind', '=', 'notice.delivered')
        .execute();
      const posts = trail.filter(({ detail }) => detail.includes(`"slackUserId":"${slackUserId}"`));
      expect(posts.length, `${told}\nno list without a call`).toBeLessThanOrEqual(calls.length);
    }
  }
}, 120_000);
