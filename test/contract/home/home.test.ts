import { describe, expect, it } from 'vitest';
import { nudgeMs } from '../../../src/domain/telling/open-post.ts';
import { acceptAction, acceptReview } from '../../../src/use-cases/action/accept-action.ts';
import { openHome, syncHome } from '../../../src/use-cases/home/sync-home.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { actor, closedSnapshot, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked, home, waiting } = openingHomes(desk);
const escalatable = snapshot({ actions: ['TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS'] });

const can = async (slackUserId = 'U0BEN') => {
  const [first] = (await home(slackUserId)).requests.shown;
  return Object.entries(first?.can ?? {}).flatMap(([name, may]) => (may ? [name] : []));
};
const hold = (requestId: string, endsAt: Date | null) =>
  desk().store.transaction((tx) => tx.grants.begin(requestId, { startedAt: noon, endsAt }));

it('says on Home whether the service refuses the bot', async () => {
  expect(await home()).toMatchObject({ isServiceRefusing: false });
  desk().governance.refusesCredentials = true;
  expect(await home()).toMatchObject({ isServiceRefusing: true });
});

describe('the actions offered on Home', () => {
  it.each([
    [
      ['taskActions', 'taskRead'],
      ['escalate', 'withdraw', 'nudge'],
    ],
    [
      ['taskRead', 'taskSearch', 'taskRevoke'],
      ['withdraw', 'nudge'],
    ],
  ] as const)('for an open request, with %s: %s', async (operations, may) => {
    desk().governance.operations = new Set(operations);
    await asked(escalatable);
    expect(await can()).toEqual(may);
  });

  it('offers Extend while access is held, and Give back if the service can revoke', async () => {
    const id = await asked(closedSnapshot());
    await hold(id, new Date(noon.getTime() + 3_600_000));
    expect(await can()).toEqual(['extend']);
    desk().governance.operations.add('taskRevoke');
    expect(await can()).toEqual(['extend', 'give-back']);
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
  ] as const)('for a request without a task, while it is %s: %s', async (state, may) => {
    await desk().ask();
    await desk().store.transaction((tx) => tx.requests.save('request-1', { state, at: noon }));
    expect(await can()).toEqual(may);
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

  it('let nobody nudge again within eight hours', async () => {
    await asked(snapshot());
    expect(await can()).toEqual(['withdraw', 'nudge']);
    await desk().store.transaction(async (tx) => {
      const nudge = {
        id: 'nudge',
        verb: 'nudge',
        by: actor('U0BEN'),
        requestId: 'request-1',
      } as const;
      const nothing = { reason: '', channel: '', durationSeconds: null, shown: null, input: null };
      const step = { taskId: 'task-1', stepId: 'step-1', occurrence: '', likely: false };
      await tx.actions.insertOnce({ ...nudge, ...nothing, ...step, at: tx.at });
      await tx.actions.save('nudge', { state: 'done', at: tx.at });
    });
    expect(await can()).toEqual(['withdraw']);
    desk().world.pass(nudgeMs);
    expect(await can()).toEqual(['withdraw', 'nudge']);
  });

  it('are none while it is being withdrawn or given back, which it says', async () => {
    desk().governance.operations.add('taskRevoke');
    const held = await asked(closedSnapshot({ id: 'task-2' }), { id: 'request-2' });
    await hold(held, null);
    await asked(escalatable, { id: 'request-1' });
    await home();
    await desk().takeJobs();
    const act = { by: actor('U0BEN'), reason: '', channel: 'D0BEN' } as const;
    await acceptAction(desk().deps, { verb: 'withdraw', requestId: 'request-1', ...act });
    await acceptAction(desk().deps, { verb: 'give-back', requestId: 'request-2', ...act });
    expect(await desk().takeJobs()).toContainEqual({ kind: 'sync-home', slackUserId: 'U0BEN' });
    const { shown } = (await home()).requests;
    expect(shown.map(({ beingEnded }) => beingEnded)).toEqual(['withdraw', 'give-back']);
    expect(shown.flatMap(({ can: may }) => Object.values(may))).not.toContain(true);
  });

  it('are the same for the target, and hidden from others', async () => {
    await asked(escalatable, { targetSlackId: 'U0DEE' });
    expect(await can('U0DEE')).toEqual(['escalate', 'withdraw', 'nudge']);
    expect((await home('U0CHO')).requests.shown).toEqual([]);
  });
});

describe('Home when no task can be read', () => {
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
});

it('shows what is open before what is there, however new that is', async () => {
  await asked(snapshot());
  const task = closedSnapshot({ id: 'task-2', sourceRequestId: 'request-2' });
  await hold(await asked(task, { id: 'request-2' }), null);
  const { shown } = (await home()).requests;
  expect(shown.map(({ request, standing }) => [request.id, standing])).toEqual([
    ['request-1', 'open'],
    ['request-2', 'active'],
  ]);
});

it('reports a bug in the lookup, instead of calling the person a stranger', async () => {
  await asked(snapshot({ id: 'task-sent' }));
  desk().governance.findPersonByEmail = () => Promise.reject(new TypeError('a bug'));
  await expect(home('U0ANA')).rejects.toThrow('a bug');
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

  it('again without changes only when it is opened', async () => {
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
    await desk().store.transaction((tx) => tx.identities.saveResolved(ana));
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

it('is shown once for several changes, and again for what is written after it was read', async () => {
  const id = await asked(escalatable);
  await openHome(desk().deps, 'U0BEN');
  await desk().runJobs('sync-home');
  const homes = () => desk().takeJobs('sync-home');
  await homes();
  const change = () => desk().store.transaction(async (tx) => tx.marks.mark(id));
  await change();
  await change();
  expect(await homes()).toHaveLength(1);
  desk().world.pass(3_000);
  await syncHome(desk().handlerDeps, 'U0BEN');
  await change();
  expect(await homes()).toHaveLength(1);
});
