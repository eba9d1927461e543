/** Long because every way that the items of a profile can go is here, and every lie about them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessProfile } from '../../../src/domain/profiles/access-profile.ts';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { findTasksElsewhere } from '../../../src/extras/elsewhere/find-tasks-elsewhere.ts';
import { followProfiles } from '../../../src/extras/profiles/follow-profiles.ts';
import { requestedProfiles } from '../../../src/extras/profiles/joined-profiles.ts';
import { followedForMs } from '../../../src/extras/profiles/rules/item-progress.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { openHome } from '../../../src/use-cases/home/sync-home.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { heldAtDesk, profilesAtDesk } from '../../support/extras-at-desk.ts';
import { failing } from '../../support/fakes.ts';
import { heldElsewhere } from '../../support/held-elsewhere.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { closedSnapshot, entitlement, person, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk(profilesAtDesk, heldAtDesk);
const { asked, home } = openingHomes(desk);

const app = 'app-github';
const minuteMs = 60_000;
const ids = ['ent-vpn', 'ent-staff', 'ent-route'] as const;
type Id = (typeof ids)[number];
const profile: AccessProfile = {
  id: 'catalog-deckhand',
  name: 'New deckhand',
  items: ids.map((entitlementId) => ({ appId: app, entitlementId })),
  unenrolment: 'goes',
};

/** The task that the service opened for an item. */
function taskFor(id: Id, change: Partial<TaskSnapshot> = {}): TaskSnapshot {
  const one = { appId: app, id, name: id.slice(4), description: '', riskLevel: null };
  return snapshot({
    id: `task-${id}`,
    entitlements: [one],
    sourceRequestId: null,
    origin: 'TASK_ORIGIN_PROFILE_MEMBERSHIP',
    stepApprovers: [person('user-ana')],
    ...change,
  });
}
const shows = (...tasks: readonly TaskSnapshot[]) => {
  for (const task of tasks) desk().governance.tasks.set(task.id, task);
};
const ended = (id: Id, outcome = 'granted') => taskFor(id, { state: 'closed', outcome });

/** Ben has joined the profile just now. */
async function joined(change: Partial<AccessRequest> = {}): Promise<void> {
  const id = await asked(closedSnapshot(), { entitlementId: 'ent-enrol', ...change });
  const { store, world, deps } = desk();
  const startedAt = world.now();
  await store.transaction(async (tx) => {
    await tx.grants.begin(id, { startedAt, endsAt: null });
    await requestedProfiles.keep(tx, { requestId: id, profile, offered: deps.catalogue });
  });
}

async function look(afterMs = minuteMs): Promise<void> {
  desk().world.pass(afterMs);
  await followProfiles(desk().deps);
}

/** Rounds come every minute and more; only those that are due look. */
async function lookFor(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30 * minuteMs) await look(30 * minuteMs);
}

async function progress(slackUserId = 'U0BEN') {
  const [request] = (await home(slackUserId)).requests.shown;
  return request?.progress ?? null;
}
const states = async (slackUserId?: string) =>
  (await progress(slackUserId))?.items.map(({ entitlementId, state }) => [entitlementId, state]);
const told = async () => (await desk().said()).filter((one) => one.startsWith('profile-settled'));

beforeEach(() => {
  for (const one of ['grantSearch', 'taskSearch', 'taskRevoke', 'userSearch'] as const)
    desk().governance.operations.add(one);
  desk().profiles = [profile];
  desk().entitlements = [
    entitlement({ id: 'ent-enrol', resourceId: 'catalog-deckhand' }),
    ...ids.map((id) => entitlement({ id, name: id.slice(4) })),
  ];
});

describe('what a profile brings', () => {
  it('is one group, with how each item is', async () => {
    desk().governance.heldGrants = [heldElsewhere({ appId: app, entitlementId: 'ent-staff' })];
    shows(taskFor('ent-vpn'), ended('ent-route'));
    await joined();
    await look(0);
    expect(await progress()).toMatchObject({
      name: 'New deckhand',
      items: [
        { name: 'GitHub · vpn', state: 'open', waitingFor: ['Ana'] },
        { name: 'GitHub · staff', state: 'had', taskId: null },
        { name: 'GitHub · route', state: 'given', outcome: 'granted' },
      ],
      endedAt: null,
    });
    expect(await told()).toEqual([]);
  });

  it('is told once when all of it is decided, with what was denied', async () => {
    shows(taskFor('ent-vpn'), taskFor('ent-staff'), ended('ent-route'));
    await joined();
    await look(0);
    shows(ended('ent-staff', 'denied'));
    await look();
    expect(await told()).toEqual([]);
    shows(ended('ent-vpn'));
    await look();
    await lookFor(120 * minuteMs);
    expect(await told()).toEqual(['profile-settled -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toContain('2 of 3 given. Not given: GitHub · staff.');
    const trail = await desk().audited();
    expect(trail.filter((kind) => kind.startsWith('profile.'))).toEqual(['profile.settled']);
  });

  it('needs no word where the person had all of it', async () => {
    desk().governance.heldGrants = ids.map((entitlementId) =>
      heldElsewhere({ appId: app, entitlementId }),
    );
    await joined();
    await look(0);
    expect((await progress())?.endedAt).not.toBeNull();
    expect(await told()).toEqual([]);
  });

  it('is told to who asked and to who joined, without what that person had', async () => {
    desk().governance.heldGrants = [heldElsewhere({ appId: app, entitlementId: 'ent-staff' })];
    shows(ended('ent-vpn'), ended('ent-route'));
    await joined({ targetSlackId: 'U0DEE' });
    await look(0);
    expect(await states('U0BEN')).toEqual([
      ['ent-vpn', 'given'],
      ['ent-route', 'given'],
    ]);
    expect(await states('U0DEE')).toHaveLength(3);
    expect((await told()).toSorted()).toEqual([
      'profile-settled -> U0BEN',
      'profile-settled -> U0DEE',
    ]);
    expect(desk().chat.shown.at(-1)?.text).toContain('2 of 2 given.');
  });
});

describe('looking', () => {
  it('happens when it is due, by two searches at most, and ends with what is unknown', async () => {
    shows(ended('ent-vpn'), taskFor('ent-staff'));
    await joined();
    await look(0);
    await look(1_000);
    await look(1_000);
    const { governance } = desk();
    expect([governance.profilesSearched, governance.heldRead.length]).toEqual([1, 1]);
    await lookFor(followedForMs + 7 * 60 * minuteMs);
    expect(governance.profilesSearched).toBeLessThan(100);
    expect(governance.heldRead.length).toBeLessThan(100);
    const before = governance.profilesSearched;
    await lookFor(24 * 60 * minuteMs);
    expect(governance.profilesSearched).toBe(before);
    expect(await told()).toEqual(['profile-settled -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toContain(
      '1 of 3 given. I do not know whether GitHub · staff and GitHub · route will be granted.',
    );
    expect((await progress())?.endedAt).not.toBeNull();
  });

  it('finds tasks that the search shows an hour late', async () => {
    shows(...ids.map((id) => ended(id)));
    for (const id of ids) desk().governance.hidden.add(`task-${id}`);
    await joined();
    await look(0);
    expect(new Set((await states())?.map(([, state]) => state))).toEqual(new Set(['unseen']));
    desk().governance.hidden.clear();
    await look(60 * minuteMs);
    expect(await told()).toEqual(['profile-settled -> U0BEN']);
  });

  it('leaves what was known where a reading fails, and goes on', async () => {
    shows(taskFor('ent-vpn'));
    await joined();
    await look(0);
    const before = await progress();
    desk().governance.profileReadings.next(failing('network', true));
    desk().governance.heldReadings.next(failing('network', true));
    await look();
    expect(await progress()).toEqual(before);
    shows(...ids.map((id) => ended(id)));
    await look();
    expect((await states())?.map(([, state]) => state)).toEqual(['given', 'given', 'given']);
  });

  it('goes by what the person has alone where the service has no search for tasks', async () => {
    desk().governance.operations.delete('taskSearch');
    desk().governance.heldGrants = [heldElsewhere({ appId: app, entitlementId: 'ent-staff' })];
    shows(ended('ent-vpn'));
    await joined();
    await look(0);
    expect((await states())?.map(([, state]) => state)).toEqual(['unseen', 'had', 'unseen']);
    expect(desk().governance.profilesSearched).toBe(0);
    await look(followedForMs);
    expect(desk().chat.notices).toEqual([]);
    expect(await told()).toEqual(['profile-settled -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toContain('1 of 3 given.');
  });

  it('goes on where the time of the profile itself is over', async () => {
    await joined();
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'expired', tx.at));
    shows(...ids.map((id) => ended(id)));
    await look();
    expect(await desk().audited()).toContain('profile.settled');
  });

  it('happens when a holder opens Home, at most once a minute', async () => {
    shows(taskFor('ent-vpn'));
    await joined();
    await look(0);
    await look(60 * minuteMs);
    const { governance, deps } = desk();
    const before = governance.profilesSearched;
    await openHome(deps, 'U0CHO');
    await look(2 * minuteMs);
    expect(governance.profilesSearched).toBe(before);
    await openHome(deps, 'U0BEN');
    await look(1_000);
    await openHome(deps, 'U0BEN');
    await look(1_000);
    expect(governance.profilesSearched).toBe(before + 1);
  });

  it('asks nothing of who gave the profile back', async () => {
    await joined();
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'given-back', tx.at));
    await look();
    expect(desk().governance.profilesSearched).toBe(0);
  });

  it('goes by what was asked for where the profile has disappeared, and says so', async () => {
    await joined();
    desk().profiles = [];
    shows(ended('ent-vpn'));
    await look(0);
    const [request] = (await home()).requests.shown;
    expect(request?.progress?.items).toHaveLength(3);
    expect(request?.leaving).toEqual({ unenrolment: 'unknown', held: [] });
  });

  it('goes by what is in the profile when somebody joins', async () => {
    await joined();
    desk().profiles = [{ ...profile, items: [{ appId: app, entitlementId: 'ent-vpn' }] }];
    await look(0);
    expect(await states()).toEqual([['ent-vpn', 'unseen']]);
  });
});

describe('a request for a profile', () => {
  const enrolment = entitlement({ id: 'ent-enrol', resourceId: 'catalog-deckhand' });
  const kept = () =>
    desk().kysely.selectFrom('profileRequests').select(['catalogId', 'items']).execute();

  it('is kept as one, with the names of what is offered here', async () => {
    await submitRequest(desk().deps, submittedForm({ entitlements: [enrolment] }));
    const [row] = await kept();
    expect(row?.catalogId).toBe('catalog-deckhand');
    expect(row?.items.map(({ name, state }) => [name, state])).toEqual([
      ['GitHub · vpn', 'unseen'],
      ['GitHub · staff', 'unseen'],
      ['GitHub · route', 'unseen'],
    ]);
  });

  it('is not kept where it is for something else', async () => {
    await submitRequest(desk().deps, submittedForm());
    expect(await kept()).toEqual([]);
  });

  it('is not followed twice where it asks for more time', async () => {
    await joined();
    const [{ startedAt } = { startedAt: new Date() }] = await desk()
      .kysely.selectFrom('grants')
      .select('startedAt')
      .execute();
    const endsAt = new Date(startedAt.getTime() + 60 * 60 * minuteMs);
    await desk().kysely.updateTable('grants').set({ endsAt }).execute();
    const more = submittedForm({ entitlements: [enrolment], extendsRequestId: 'request-1' });
    expect(await submitRequest(desk().deps, more)).toMatchObject({ ok: true });
    expect(await kept()).toHaveLength(1);
  });
});

describe('the task of an item, in an app that shows all requests', () => {
  async function found(): Promise<void> {
    const { deps } = desk();
    const apps = deps.settings.apps.map((one) => ({ ...one, tasks: 'all' as const }));
    desk().settings = { ...deps.settings, apps };
    await findTasksElsewhere(desk().deps);
  }

  const names = () =>
    desk()
      .chat.posted.filter(({ card }) => card.request.elsewhere !== undefined)
      .map(({ card }) => card.profileName);

  it('has a card that names the profile, whichever is read first', async () => {
    shows(taskFor('ent-vpn'));
    await joined();
    await found();
    await desk().runJobs('sync-card');
    expect(names()).toEqual([null]);
    await look(0);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card.profileName).toBe('New deckhand');
    shows(taskFor('ent-staff'));
    await look();
    await found();
    await desk().runJobs('sync-card');
    expect(names()).toEqual([null, 'New deckhand']);
  });

  it('has the profile looked at when it ends', async () => {
    shows(taskFor('ent-vpn'), ended('ent-staff'), ended('ent-route'));
    await joined();
    await found();
    await look(5 * 60 * minuteMs);
    shows(ended('ent-vpn'));
    await refreshTasks(desk().deps);
    // Its card and Home say the same at once, and the message does not wait for the next look.
    expect((await states())?.map(([, state]) => state)).toEqual(['given', 'given', 'given']);
    await look(1_000);
    expect(await told()).toEqual(['profile-settled -> U0BEN']);
  });
});
