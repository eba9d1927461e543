/** Long because Home has everything that a person may do, in each state. */
import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../src/domain/access-request.ts';
import type { TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { acceptReview } from '../../src/use-cases/accept-action.ts';
import { recordReading } from '../../src/use-cases/record-reading.ts';
import { openHome, syncHome } from '../../src/use-cases/sync-home.ts';
import { failing } from '../support/fakes.ts';
import {
  actor,
  bothDecisions,
  closedSnapshot,
  noon,
  people,
  person,
  snapshot,
  stepPolicy,
} from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const escalatable = snapshot({ actions: ['TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS'] });

async function asked(task: TaskSnapshot, change: Partial<AccessRequest> = {}): Promise<string> {
  const id = await desk().ask(change);
  await desk().store.transaction(async (tx) => {
    await tx.requests.save(id, {
      state: 'created',
      identityUserId: 'user-ben',
      taskId: task.id,
      at: noon,
    });
    await tx.tasks.save(id, task, noon);
    await tx.cards.want(`card of ${id}`, id, 'C0REVIEWS');
  });
  desk().world.pass(1_000);
  return id;
}
async function home(slackUserId = 'U0BEN') {
  await desk().store.transaction((tx) => tx.homes.markOpened(slackUserId, desk().world.now()));
  desk().world.pass(3_000);
  await syncHome(desk().deps, slackUserId);
  const shown = desk().chat.homes.at(-1);
  if (shown === undefined || shown.slackUserId !== slackUserId)
    throw new Error('Home is published');
  return shown.home;
}
const can = async (slackUserId = 'U0BEN') => {
  const [first] = (await home(slackUserId)).requests.shown;
  return Object.entries(first?.can ?? {}).flatMap(([name, may]) => (may ? [name] : []));
};
const hold = (requestId: string, endsAt: Date | null) =>
  desk().store.transaction((tx) => tx.grants.begin(requestId, { startedAt: noon, endsAt }));
const waiting = async (slackUserId: string) =>
  (await home(slackUserId)).reviews.shown.map((review) => review.card.request.id);

describe('what somebody may do with a request on Home', () => {
  it.each([
    [
      ['taskActions', 'taskRead'],
      ['escalate', 'withdraw', 'nudge'],
    ],
    [
      ['taskActions', 'taskSearch'],
      ['escalate', 'withdraw', 'nudge'],
    ],
    [['taskActions'], ['withdraw', 'again']],
    [
      ['taskRead', 'taskSearch', 'taskRevoke'],
      ['withdraw', 'nudge'],
    ],
  ] as const)('while it is open, with %s: %s', async (operations, may) => {
    desk().governance.operations = new Set(operations);
    await asked(escalatable);
    expect(await can()).toEqual(may);
  });

  it('offers no escalation of a request that is an emergency or cannot be one', async () => {
    await asked({ ...escalatable, emergency: true });
    expect(await can()).toEqual(['withdraw', 'nudge']);
    await asked(snapshot({ id: 'task-2' }), { id: 'request-2' });
    expect(await can()).toEqual(['withdraw', 'nudge']);
  });

  it('offers Extend while access is held, and Give back if the service can revoke', async () => {
    const id = await asked(closedSnapshot());
    await hold(id, new Date(noon.getTime() + 3_600_000));
    expect(await can()).toEqual(['extend']);
    desk().governance.operations.add('taskRevoke');
    expect(await can()).toEqual(['extend', 'give-back']);
  });

  it('shows access by several requests in one line, with the later end', async () => {
    const hour = (count: number) => new Date(noon.getTime() + count * 3_600_000);
    for (const [id, endsAt, change] of [
      ['early', hour(1), {}],
      ['late', hour(9), {}],
      ['same-end', hour(9), {}],
      ['by-other', hour(4), { requester: actor('U0CHO'), targetSlackId: 'U0BEN' }],
      ['other-thing', hour(2), { entitlementId: 'ent-other' }],
      ['for-other', hour(3), { targetSlackId: 'U0DEE' }],
    ] as const) {
      await hold(await asked(closedSnapshot({ id: `task of ${id}` }), { id, ...change }), endsAt);
    }
    const shown = (await home()).requests.shown.map(
      ({ request, grant }) => [request.id, grant?.endsAt] as const,
    );
    expect(shown.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['for-other', hour(3)],
      ['other-thing', hour(2)],
      ['same-end', hour(9)],
    ]);
  });

  it('offers no extension of access without an end', async () => {
    desk().governance.operations.add('taskRevoke');
    await hold(await asked(closedSnapshot()), null);
    expect(await can()).toEqual(['give-back']);
  });

  it('offers to request again when access has ended', async () => {
    const id = await asked(closedSnapshot({ outcome: 'denied' }));
    expect(await can()).toEqual(['again']);
    await hold(id, null);
    await desk().store.transaction((tx) => tx.grants.end(id, 'given-back', noon));
    expect(await can()).toEqual(['again']);
  });

  it.each([
    ['submitted', ['withdraw']],
    ['sending', ['withdraw']],
    ['uncertain', []],
    ['refused', ['again']],
    ['abandoned', ['again']],
  ] as const)('before there is a task, while it is %s: %s', async (state, may) => {
    await desk().ask();
    await desk().store.transaction((tx) => tx.requests.save('request-1', { state, at: noon }));
    expect(await can()).toEqual(may);
  });

  it('open requests and held access come before ended ones, even newer ones; the rest is counted', async () => {
    await hold(await asked(closedSnapshot({ id: 'task-held' }), { id: 'held' }), null);
    await asked(snapshot({ id: 'task-open' }), { id: 'open' });
    const newer = Array.from({ length: 30 }, (_, index) => `over-${index}`);
    for (const id of newer)
      await asked(closedSnapshot({ id: `task of ${id}`, outcome: 'denied' }), { id });
    const { shown, left } = (await home()).requests;
    expect(shown.map(({ request, standing }) => `${request.id} ${standing}`)).toEqual([
      'open open',
      'held active',
      ...newer
        .toReversed()
        .slice(0, 23)
        .map((id) => `${id} ended`),
    ]);
    expect(left).toEqual({ open: 0, active: 0, sent: 0, ended: 7 });
  });

  it('offers to correct what the service can close, and to nudge nobody about what was withdrawn', async () => {
    await asked(snapshot({ actions: ['TASK_ACTION_TYPE_CLOSE'] }));
    expect(await can()).toEqual(['withdraw', 'correct', 'nudge']);
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'withdrawn', at: noon }),
    );
    expect(await can()).toEqual([]);
    expect(await waiting('U0ANA')).toEqual([]);
  });

  it('the target sees the same, and others see nothing', async () => {
    await asked(escalatable, { targetSlackId: 'U0DEE' });
    expect(await can('U0DEE')).toEqual(['escalate', 'withdraw', 'nudge']);
    expect((await home('U0CHO')).requests.shown).toEqual([]);
  });
});

describe('what waits for a reviewer on Home', () => {
  it('is what they may decide, oldest first, with a link to the card', async () => {
    await asked(snapshot({ id: 'task-z' }), { id: 'request-1' });
    await asked(snapshot({ id: 'task-a' }), { id: 'request-2' });
    await asked(snapshot({ id: 'task-b', stepApprovers: [person('user-dee')] }), {
      id: 'request-3',
    });
    await asked(closedSnapshot({ id: 'task-c', stepApprovers: [person('user-ana')] }), {
      id: 'request-4',
    });
    await desk().store.transaction(async (tx) => {
      await tx.cards.want('card-1', 'request-1', 'U0CHO');
      await tx.cards.markPosted('card-1', { channel: 'D0CHO', ts: '1.1' }, 'f');
      await tx.cards.markPosted('card of request-1', { channel: 'C0REVIEWS', ts: '1.2' }, 'f');
    });
    const { reviews } = await home('U0ANA');
    expect(reviews.shown.map((review) => [review.card.task.id, review.cardUrl])).toEqual([
      ['task-z', 'https://acme.slack.com/archives/C0REVIEWS/p12'],
      ['task-a', null],
    ]);
    expect((await home('U0CHO')).reviews.shown[0]?.cardUrl).toContain('D0CHO');
  });

  it('has emergencies before what is older, and says who is at it already', async () => {
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

  it('is never a request that they made or that is for them', async () => {
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

  it('is at most ten, and the rest is counted; their own requests are not among the ten', async () => {
    const stepApprovers = [person('user-ana')];
    for (let index = 0; index < 24; index += 1) {
      const requester = actor(index < 12 ? 'U0ANA' : 'U0BEN');
      await asked(snapshot({ id: `task-${index}`, stepApprovers }), {
        id: `request-${index}`,
        requester,
      });
    }
    const { shown, left } = (await home('U0ANA')).reviews;
    expect(shown.map((review) => review.card.request.id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `request-${index + 12}`),
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

  it('waits for its turn to ask Slack who they are, but where they have just opened it', async () => {
    const hastes: string[] = [];
    desk().directory.person = (_id, priority) => {
      hastes.push(priority);
      return Promise.reject(failing('rate-limited', true, 'slack'));
    };
    expect(await home('U0CHO')).toMatchObject({ reviews: { shown: [] } });
    desk().world.pass(3_000);
    await expect(syncHome(desk().deps, 'U0CHO')).rejects.toMatchObject({ kind: 'rate-limited' });
    expect(hastes).toEqual(['recent', 'in-turn']);
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

describe('Home where no task can be read', () => {
  const without = () => {
    desk().governance.operations = new Set(['taskActions', 'userSearch']);
  };

  it('says where to look for a sent request, offers to request again, and names no reviewers', async () => {
    without();
    await asked(escalatable);
    const [entry] = (await home()).requests.shown;
    expect(entry).toMatchObject({ standing: 'sent', consoleUrl: 'https://acme.example/task/1042' });
    expect(await can()).toEqual(['withdraw', 'again']);
    expect((await home('U0ANA')).reviews).toEqual({ shown: [], left: 0 });
  });

  it('still shows a request that is being sent, and one that was granted without review', async () => {
    without();
    const held = await asked(closedSnapshot({ id: 'task-held' }), { id: 'held' });
    await hold(held, new Date(noon.getTime() + 3_600_000));
    await asked(snapshot({ id: 'task-sent' }), { id: 'sent' });
    await desk().ask({ id: 'on-its-way' });
    const { shown } = (await home()).requests;
    expect(shown.map(({ request, standing }) => [request.id, standing])).toEqual([
      ['on-its-way', 'open'],
      ['held', 'active'],
      ['sent', 'sent'],
    ]);
  });
});

it('a bug in looking somebody up does not make them a stranger', async () => {
  desk().governance.findPersonByEmail = () => Promise.reject(new TypeError('a bug'));
  await expect(home('U0ANA')).rejects.toThrow('a bug');
});

describe('the Home of a reviewer', () => {
  async function syncedBy(task: TaskSnapshot): Promise<readonly string[]> {
    const request = await desk().request();
    if (request === null) throw new Error('the request is there');
    await desk().store.transaction((tx) => recordReading(tx, desk().deps, request, task));
    const jobs = await desk().takeJobs();
    return jobs.flatMap((job) => (job.kind === 'sync-home' ? [job.slackUserId] : [])).toSorted();
  }
  const known = (...ids: readonly string[]) =>
    desk().store.transaction(async (tx) => {
      for (const id of ids) {
        const slackUserId = `U0${id.slice(5).toUpperCase()}`;
        await tx.identities.save({ slackUserId, person: person(id), checkedAt: noon });
        await tx.homes.markOpened(slackUserId, noon);
      }
    });

  it('is not looked at where they never opened it', async () => {
    const eve = person('user-eve');
    await desk().store.transaction((tx) =>
      tx.identities.save({ slackUserId: 'U0EVE', person: eve, checkedAt: noon }),
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

describe('when Home is published', () => {
  const published = () => desk().chat.homes.length;
  const sync = (slackUserId = 'U0BEN') => syncHome(desk().deps, slackUserId);
  const change = async (id: string) =>
    void (await asked(snapshot({ id: `task of ${id}` }), { id }));

  it('only for people who opened it in the last seven days', async () => {
    await sync('U0NOBODY');
    expect(published()).toBe(0);
    desk().world.pass(7 * 86_400_000);
    await change('request-1');
    await sync();
    expect(published()).toBe(0);
    await openHome(desk().deps, 'U0BEN');
    await sync();
    expect(published()).toBe(1);
  });

  it('not again while it is the same, but whenever it is opened', async () => {
    await change('request-1');
    await sync();
    desk().world.pass(3_000);
    await sync();
    expect(published()).toBe(1);
    await openHome(desk().deps, 'U0BEN');
    await sync();
    expect(published()).toBe(2);
  });

  it('at most once in three seconds, with everything that changed until then', async () => {
    await change('request-1');
    await sync();
    await change('request-2');
    expect(await sync()).toBe('not-yet');
    expect(published()).toBe(1);
    desk().world.pass(3_000);
    expect(await sync()).toBeUndefined();
    expect(desk().chat.homes[1]?.home.requests.shown).toHaveLength(2);
  });

  it('at once after a click on it, and it shows who is deciding', async () => {
    await change('request-1');
    const ana = { slackUserId: 'U0ANA', person: person('user-ana'), checkedAt: noon };
    await desk().store.transaction((tx) => tx.identities.save(ana));
    await sync('U0ANA');
    desk().world.pass(500);
    await acceptReview(desk().deps, {
      verb: 'approve',
      by: actor('U0ANA'),
      reason: '',
      cardId: 'card of request-1',
      stepId: 'step-1',
      shown: null,
      clicked: null,
    });
    desk().world.pass(100);
    expect(await sync('U0ANA')).toBeUndefined();
    const states = desk().chat.homes.map(({ home }) =>
      home.reviews.shown[0]?.card.reviews.map(({ state }) => state),
    );
    expect(states).toEqual([[], ['accepted']]);
    expect(await sync('U0ANA')).toBe('not-yet');
  });
});
