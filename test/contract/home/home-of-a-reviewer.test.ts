import { describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { acceptReview } from '../../../src/use-cases/action/accept-action.ts';
import { syncHome } from '../../../src/use-cases/home/sync-home.ts';
import { recordReading } from '../../../src/use-cases/task/record-reading.ts';
import { failing } from '../../support/fakes.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import {
  actor,
  bothDecisions,
  closedSnapshot,
  noon,
  people,
  person,
  snapshot,
  stepPolicy,
} from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked, home, waiting } = openingHomes(desk);

describe('the list of steps to review on Home', () => {
  it('shows the steps they may decide, oldest first, with links to the cards', async () => {
    await asked(snapshot({ id: 'task-z' }), { id: 'request-1' });
    await asked(snapshot({ id: 'task-a' }), { id: 'request-2' });
    await asked(snapshot({ id: 'task-b', stepApprovers: [person('user-dee')] }), {
      id: 'request-3',
    });
    await asked(closedSnapshot({ id: 'task-c', stepApprovers: [person('user-ana')] }), {
      id: 'request-4',
    });
    const place = { channel: 'C0REVIEWS', ts: '1.2' };
    await desk().store.transaction((tx) => tx.cards.markPosted('card of request-1', place, 'f'));
    const { reviews } = await home('U0ANA');
    expect(reviews.shown.map((review) => [review.card.task.id, review.cardUrl])).toEqual([
      ['task-z', 'https://acme.slack.com/archives/C0REVIEWS/p12'],
      ['task-a', null],
    ]);
  });

  it('shows emergencies before older steps, and says who is deciding already', async () => {
    await asked(snapshot({ id: 'task-1' }), { id: 'request-1' });
    await asked(snapshot({ id: 'task-2' }), { id: 'request-2', emergency: true });
    await asked(snapshot({ id: 'task-3', emergency: true }), { id: 'request-3' });
    expect(await waiting('U0ANA')).toEqual(['request-2', 'request-3', 'request-1']);
    await acceptReview(desk().deps, {
      verb: 'approve',
      by: actor('U0ANA'),
      reason: '',
      cardId: 'card of request-2',
      stepId: 'step-1',
      shown: null,
      clicked: null,
    });
    expect(await desk().takeJobs()).toContainEqual({ kind: 'sync-home', slackUserId: 'U0ANA' });
    const [first, second] = (await home('U0ANA')).reviews.shown;
    expect(first?.card.reviews).toMatchObject([{ state: 'accepted', by: { userId: 'U0ANA' } }]);
    expect(second?.card.offered.decisions).toEqual(bothDecisions);
  });

  it('never shows requests by or for the reviewer', async () => {
    const stepApprovers = [person('user-ana')];
    await asked(snapshot({ stepApprovers }), { requester: actor('U0ANA') });
    await asked(snapshot({ id: 'task-2', stepApprovers }), {
      id: 'request-2',
      targetSlackId: 'U0ANA',
    });
    expect(await waiting('U0ANA')).toEqual([]);
    await asked(
      snapshot({
        id: 'task-3',
        stepApprovers,
        stepPolicy: { ...stepPolicy, allowSelfApproval: true },
      }),
      {
        id: 'request-3',
        requester: actor('U0ANA'),
      },
    );
    expect(await waiting('U0ANA')).toEqual(['request-3']);
  });

  it('shows at most fifteen and counts the rest, without their own requests', async () => {
    const stepApprovers = [person('user-ana')];
    for (let index = 0; index < 29; index += 1) {
      const requester = actor(index < 12 ? 'U0ANA' : 'U0BEN');
      await asked(snapshot({ id: `task-${index}`, stepApprovers }), {
        id: `request-${index}`,
        requester,
      });
    }
    const { shown, left } = (await home('U0ANA')).reviews;
    expect(shown.map((review) => review.card.request.id)).toEqual(
      Array.from({ length: 15 }, (_, index) => `request-${index + 12}`),
    );
    expect(left).toBe(2);
  });

  it('is shown to remembered people while the service is down, and not to others', async () => {
    await asked(snapshot());
    expect(await waiting('U0ANA')).toEqual(['request-1']);
    desk().world.pass(3_600_000);
    desk().governance.findPersonByEmail = () => Promise.reject(failing('network', true));
    expect(await waiting('U0ANA')).toEqual(['request-1']);
    expect(await waiting('U0CHO')).toEqual([]);
  });

  it('waits for its turn to look people up, except when they have just opened it', async () => {
    await asked(snapshot());
    const priorities: string[] = [];
    desk().directory.person = (_id, priority) => {
      priorities.push(priority);
      return Promise.reject(failing('rate-limited', true, 'slack'));
    };
    expect(await home('U0CHO')).toMatchObject({ reviews: { shown: [] } });
    desk().world.pass(3_000);
    await expect(syncHome(desk().deps, 'U0CHO')).rejects.toMatchObject({ kind: 'rate-limited' });
    expect(priorities).toEqual(['recent', 'in-turn']);
  });

  it('looks nobody up while no task waits for anybody', async () => {
    expect(await waiting('U0CHO')).toEqual([]);
    expect(desk().directory.asked).toEqual([]);
  });

  it('is empty for somebody unknown, whose Home is shown all the same', async () => {
    await asked(snapshot({ stepApprovers: [person('user-eve')] }));
    desk().directory.add('U0EVE');
    expect(await home('U0EVE')).toMatchObject({
      requests: { shown: [] },
      reviews: { shown: [], left: 0 },
    });
  });
});

describe('the Home of a reviewer', () => {
  async function syncedBy(task: TaskSnapshot): Promise<readonly string[]> {
    const request = await desk().request();
    if (request === null) throw new Error('the request is there');
    await desk().takeJobs();
    await desk().kysely.deleteFrom('marks').execute();
    await desk().store.transaction((tx) => recordReading(tx, desk().deps, request, task));
    const jobs = await desk().takeJobs();
    return jobs.flatMap((job) => (job.kind === 'sync-home' ? [job.slackUserId] : [])).toSorted();
  }
  const known = (...ids: readonly string[]) =>
    desk().store.transaction(async (tx) => {
      for (const id of ids) {
        const slackUserId = `U0${id.slice(5).toUpperCase()}`;
        await tx.identities.saveResolved({ slackUserId, person: person(id), checkedAt: noon });
        await tx.homes.markOpened(slackUserId, noon);
      }
    });

  it('is not built before they first open it', async () => {
    const eve = person('user-eve');
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({ slackUserId: 'U0EVE', person: eve, checkedAt: noon }),
    );
    await asked(snapshot());
    expect(await syncedBy(snapshot({ currentStepId: 'step-2', stepApprovers: [eve] }))).toEqual([
      'U0BEN',
    ]);
  });

  it('is updated when a task reaches or leaves them, if their Slack account is known', async () => {
    await known('user-ana', 'user-dee');
    await asked(snapshot());
    const next = snapshot({
      currentStepId: 'step-2',
      stepApprovers: [person('user-dee'), person('user-unknown')],
    });
    expect(await syncedBy(next)).toEqual(['U0ANA', 'U0BEN', 'U0DEE']);
    expect(await syncedBy(next)).toEqual([]);
    expect(await syncedBy(closedSnapshot())).toEqual(['U0BEN', 'U0DEE']);
  });

  it('is updated for the first twenty reviewers of a step, however many the earlier step had', async () => {
    await asked(snapshot({ stepApprovers: people(300) }));
    const next = people(340).slice(300);
    await known(...next.map((one) => one.id));
    expect(await syncedBy(snapshot({ currentStepId: 'step-2', stepApprovers: next }))).toHaveLength(
      21,
    );
  });
});
