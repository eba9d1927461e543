/** Long because it shows the help for each state that an entitlement can be in. */
import { describe, expect, it } from 'vitest';
import type { AccessRequest } from '../../../src/domain/request/access-request.ts';
import {
  createResourceOwners,
  type WhoDecides,
} from '../../../src/use-cases/catalogue/who-decides.ts';
import { entitlementHelp } from '../../../src/use-cases/form/entitlement-help.ts';
import { keepElsewhere } from '../../../src/use-cases/task/keep-elsewhere.ts';
import { failing, refusedRead } from '../../support/fakes.ts';
import {
  actor,
  closedSnapshot,
  entitlement,
  heldAccess,
  newAction,
  noon,
  person,
  snapshot,
} from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);
const consoleUrl = 'https://acme.example/task/1042';
const forever = new Promise<never>(() => undefined);
const ben = { holderId: 'U0BEN', askerId: 'U0BEN' };

describe('the help text of an entitlement', () => {
  const desk = useCaseDesk();
  const owners = () => createResourceOwners(desk().deps);
  const whoDecides = async () => ({ ordinary: null, emergency: null });
  const deps = () => ({ ...desk().deps, owners: owners(), whoDecides });
  const help = async (holderId = 'U0BEN', askerId = holderId) =>
    entitlementHelp(deps(), { holderId, askerId }, entitlement(), forever);
  /** Stores a request of that time with its task and its grant. */
  async function asked(
    change: Partial<AccessRequest>,
    task = snapshot(),
    endsAt?: Date | null,
  ): Promise<string> {
    const id = await desk().ask(change);
    await desk().store.transaction(async (tx) => {
      await tx.requests.save(id, { state: 'created', taskId: `task of ${id}`, at: noon });
      await tx.tasks.save(id, { ...task, id: `task of ${id}` }, noon);
      if (endsAt !== undefined) await tx.grants.begin(id, { startedAt: noon, endsAt });
    });
    desk().world.pass(1_000);
    return id;
  }

  it('is nothing if nobody asked for it', async () => {
    expect(await help()).toEqual({
      riskName: null,
      owners: [],
      open: null,
      openElsewhere: null,
      held: null,
      deciders: { ordinary: null, emergency: null },
    });
  });

  it('says who decides, and does not wait for ever', async () => {
    const told = { ordinary: 'depends', emergency: null } as const;
    const decidersOf = async (whoDecides: WhoDecides, waited: Promise<unknown> = forever) =>
      (await entitlementHelp({ ...deps(), whoDecides }, ben, entitlement(), waited)).deciders;
    expect(await decidersOf(async () => told)).toEqual(told);
    expect(await decidersOf(() => forever, Promise.resolve())).toBeNull();
  });

  it('names an open request made elsewhere when the service can search for it', async () => {
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: person('user-ben'),
        checkedAt: noon,
      }),
    );
    const elsewhere = async (asksElsewhere = true) => {
      const about = { ...ben, asksElsewhere };
      return (await entitlementHelp(deps(), about, entitlement(), forever)).openElsewhere;
    };
    const task = snapshot({ id: 'task-elsewhere', createdBy: person('user-ben') });
    desk().governance.openElsewhere = task;
    const consoleUrl = 'https://acme.example/task/1042';
    expect(await elsewhere()).toEqual({ task, consoleUrl });
    // The app shows such requests here, so its card is known.
    await desk().store.transaction(async (tx) => {
      const { id } = await keepElsewhere(tx, task, noon);
      await tx.tasks.save(id, task, noon);
    });
    expect(await elsewhere()).toEqual({ task, consoleUrl });
    expect(await elsewhere(false)).toBeNull();
    desk().governance.operations.delete('taskSearch');
    expect(await elsewhere()).toBeNull();
  });

  it('names access that was not granted through the bot, when the service lists it', async () => {
    desk().governance.held = { isHeld: true, endsAt: hours(3) };
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: person('user-ben'),
        checkedAt: noon,
      }),
    );
    expect((await help()).held).toBeNull();
    desk().governance.operations.add('userGrants');
    expect((await help()).held).toEqual(heldAccess({ until: hours(3) }));
    desk().governance.holdings.next(failing('network', true));
    expect((await help()).held).toBeNull();
    desk().governance.held = { isHeld: false, endsAt: null };
    expect((await help()).held).toBeNull();
  });

  it('about another person and a confidential app mentions only the reader’s own requests', async () => {
    const { settings } = desk();
    desk().settings = {
      ...settings,
      apps: settings.apps.map((app) => ({ ...app, confidential: true })),
    };
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: true, endsAt: null };
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: person('user-ben'),
        checkedAt: noon,
      }),
    );
    await asked({ id: 'held' }, closedSnapshot(), hours(3));
    await asked({ id: 'open' });
    expect(await help('U0BEN')).toMatchObject({
      held: { until: hours(3) },
      open: { request: { id: 'open' } },
    });
    expect(await help('U0BEN', 'U0CHO')).toMatchObject({ held: null, open: null });
    await asked({ id: 'theirs', requester: actor('U0CHO'), targetSlackId: 'U0BEN' });
    expect(await help('U0BEN', 'U0CHO')).toMatchObject({
      held: null,
      open: { request: { id: 'theirs' } },
    });
  });

  it('names the newest open request, sent or not', async () => {
    await asked({ id: 'older' });
    expect((await help()).open).toMatchObject({
      request: { id: 'older' },
      task: { numericId: '1042' },
    });
    await desk().ask({ id: 'newer' });
    expect((await help()).open).toMatchObject({ request: { id: 'newer' }, task: null });
  });

  it('without reading tasks, only a request that is not sent yet is called open', async () => {
    desk().governance.operations = new Set(['userSearch']);
    await asked({ id: 'sent' });
    const consoleUrl = 'https://acme.example/task/1042';
    expect((await help()).open).toMatchObject({
      request: { id: 'sent' },
      standing: 'sent',
      consoleUrl,
    });
    await desk().ask({ id: 'newer' });
    expect((await help()).open).toMatchObject({
      request: { id: 'newer' },
      standing: 'open',
      consoleUrl: null,
    });
  });

  it('does not name closed requests, or requests for other entitlements or people', async () => {
    await asked({ id: 'closed' }, closedSnapshot({ outcome: 'denied' }));
    await desk().ask({ id: 'refused' });
    await desk().ask({ id: 'abandoned' });
    await desk().store.transaction(async (tx) => {
      await tx.requests.save('refused', { state: 'refused', at: noon });
      await tx.requests.save('abandoned', { state: 'abandoned', at: noon });
    });
    await asked({ id: 'other', entitlementId: 'ent-read' }, snapshot(), hours(9));
    await asked({ id: 'of-dee', targetSlackId: 'U0DEE' }, closedSnapshot(), hours(9));
    await asked({ id: 'for-dee', targetSlackId: 'U0DEE' });
    expect(await help()).toMatchObject({ open: null, held: null });
    expect(await help('U0DEE')).toMatchObject({
      open: { request: { id: 'for-dee' } },
      held: { until: hours(9) },
    });
  });

  it('does not name a request that is being withdrawn, unless that was refused', async () => {
    await asked({ id: 'first' });
    const withdrawal = newAction({ id: 'w', requestId: 'first', verb: 'withdraw' });
    await desk().store.transaction((tx) => tx.actions.insertOnce(withdrawal));
    expect((await help()).open).toBeNull();
    await desk().store.transaction((tx) => tx.actions.save('w', { state: 'refused' }));
    expect((await help()).open).toMatchObject({ request: { id: 'first' } });
  });

  it('says that access lasts until the latest end, and offers to extend that request', async () => {
    await asked({ id: 'longer' }, closedSnapshot(), hours(9));
    await asked({ id: 'shorter' }, closedSnapshot(), hours(1));
    expect((await help()).held).toEqual(
      heldAccess({ until: hours(9), extendableId: 'longer', consoleUrl }),
    );
    const theirs = await help('U0BEN', 'U0CHO');
    expect(theirs.held).toEqual(heldAccess({ until: hours(9), consoleUrl }));
  });

  it.each([
    [
      'until its end',
      hours(1),
      null,
      heldAccess({ until: hours(1), extendableId: 'request-1', consoleUrl }),
    ],
    ['until it is revoked', null, null, heldAccess({ consoleUrl })],
    ['not when its time is over', noon, null, null],
    ['not when it was given back', hours(1), 'given-back', null],
  ] as const)('is held %s', async (_what, endsAt, ended, held) => {
    const id = await asked({}, closedSnapshot(), endsAt);
    if (ended !== null) await desk().store.transaction((tx) => tx.grants.end(id, ended, noon));
    expect((await help()).held).toEqual(held);
  });

  it('says that access is held without a readable end, by the service’s request or grant', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: true, endsAt: null, hasUnreadableEnd: true };
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: 'U0BEN',
        person: person('user-ben'),
        checkedAt: noon,
      }),
    );
    expect((await help()).held).toEqual(heldAccess({ isEndUnreadable: true }));
    await asked(
      {},
      closedSnapshot({ grantDurationSeconds: null, hasUnreadableDuration: true }),
      null,
    );
    expect((await help()).held).toEqual(heldAccess({ isEndUnreadable: true, consoleUrl }));
  });

  it('leaves out people whose name the service does not tell', async () => {
    desk().governance.owners = [
      person('user-8', { name: 'user-8', email: null }),
      person('user-ivy'),
    ];
    expect(await help()).toMatchObject({ owners: ['Ivy'] });
  });

  it('names the owners, and reads them once in several minutes', async () => {
    desk().governance.owners = [person('user-ivy'), person('user-jon')];
    const resource = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
    const known = owners();
    expect(await known(resource, forever)).toEqual(['Ivy', 'Jon']);
    desk().governance.owners = [person('user-kim')];
    expect(await known(resource, forever)).toEqual(['Ivy', 'Jon']);
    expect(await known({ ...resource, resourceId: 'ferry' }, forever)).toEqual(['Kim']);
    desk().world.pass(10 * 60_000 + 1);
    expect(await known(resource, forever)).toEqual(['Kim']);
    expect((await help()).owners).toEqual(['Kim']);
  });

  it('leaves out owners whose list arrives late, and names them the next time', async () => {
    const late = Promise.withResolvers<undefined>();
    const { governance } = desk();
    const known = createResourceOwners({
      world: desk().world,
      governance: {
        async listResourceOwners() {
          await late.promise;
          return governance.listResourceOwners();
        },
      },
    });
    governance.owners = [person('user-ivy')];
    const now = () =>
      entitlementHelp({ ...deps(), owners: known }, ben, entitlement(), Promise.resolve());
    expect((await now()).owners).toEqual([]);
    late.resolve(undefined);
    const resource = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
    expect(await known(resource, forever)).toEqual(['Ivy']);
    expect((await now()).owners).toEqual(['Ivy']);
  });

  it('leaves out owners who cannot be read, and reads them again the next time', async () => {
    desk().governance.owners = [person('user-ivy')];
    desk().governance.ownerLists.next(failing('http', false), refusedRead('not-found'));
    const known = owners();
    const named = () => entitlementHelp({ ...deps(), owners: known }, ben, entitlement(), forever);
    expect((await named()).owners).toEqual([]);
    expect(desk().world.lines.map((line) => line.what)).toEqual(['owners not read']);
    expect((await named()).owners).toEqual([]);
    desk().world.pass(10 * 60_000 + 1);
    expect((await named()).owners).toEqual(['Ivy']);
  });
});
