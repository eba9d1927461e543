import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { administer, adminTrail, clickAnswer, newestWhisper, openForm } from '../support/administering.ts';
import { wordsOf } from '../support/asking.ts';
import { BotWorld, until } from '../support/bot-world.ts';
import { anyDatabase } from '../support/database.ts';

const admin = 'U0HANA';
const connectorPath = '/api/v1/apps/app-github/connectors/conn-github/delegated';

describe('what /access-admin changes', () => {
  const { open } = anyDatabase();
  let world: BotWorld;
  let database: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    database = await open();
    world = await BotWorld.start({ database: database.settings });
    // The bot knows entitlements by name once it has read them.
    await until('the catalogue is read', () =>
      world.governance.requests().some((call) => call.path.includes('/app-aws/entitlements/')),
    );
    await world.quiet();
  });
  afterEach(async () => {
    for (const view of world.client.openViews(admin)) await world.client.closeView(admin, view.id);
  });
  afterAll(async () => {
    await world?.close();
    await database?.close();
  });

  const posts = (part: string) =>
    world.governance.requests().filter((call) => call.method === 'POST' && call.path.includes(part));
  const formWords = () => {
    const view = world.client.openViews(admin).at(-1);
    return view === undefined ? '' : wordsOf({ blocks: view.blocks, text: '' });
  };

  describe('an ownership source', () => {
    const typed = 'add-owner-source entitlement app-github ent-platform-write owner app-github ent-platform-admin';

    it('is asked about first, naming both, in the message and in the dialog', async () => {
      const question = await administer(world, admin, typed);
      const words = wordsOf(question);
      expect(words).toContain('Entitlement: Platform: write (ent-platform-write) of GitHub (app-github)');
      expect(words).toContain('everybody who holds Platform: admin (ent-platform-admin) of GitHub (app-github)');
      expect(JSON.stringify(question.blocks)).toContain('"confirm":{"title"');
      expect(words).toContain('becomes an owner (owner) of Platform: write');
      expect(posts('/owners/entitlements/')).toEqual([]);
    });

    it('is not added when the administrator thinks better of it', async () => {
      const question = await administer(world, admin, typed);
      await clickAnswer(world, admin, question, 'admin.cancel', (words) => words.includes('Nothing was changed'));
      expect(posts('/owners/entitlements/')).toEqual([]);
    });

    it('is added once to an entitlement; the second time the service says that it is there', async () => {
      const question = await administer(world, admin, typed);
      const added = await clickAnswer(world, admin, question, 'admin.confirm', (words) => words.includes('added'));
      expect(wordsOf(added)).toContain('everybody who holds Platform: admin');
      expect(JSON.stringify(added.blocks)).not.toContain('admin.confirm');
      expect(posts('/owners/entitlements/').map((call) => [call.path, call.body])).toEqual([
        [
          '/api/v2/apps/app-github/entitlements/ent-platform-write/owners/entitlements/owner/app-github/ent-platform-admin',
          { appEntitlementRef: { appId: 'app-github', id: 'ent-platform-admin' } },
        ],
      ]);
      const again = await administer(world, admin, typed);
      const refused = await clickAnswer(world, admin, again, 'admin.confirm', (words) => words.includes('conflicts'));
      expect(wordsOf(refused)).toContain('ownership source already exists');
    });

    it('is added once when it is confirmed twice at once, and the second click is told so', async () => {
      const before = posts('/owners/entitlements/').length;
      const line = 'add-owner-source app app-github approver app-github ent-platform-admin';
      const question = await administer(world, admin, line);
      const container = { kind: 'ephemeral', conversationId: question.conversationId, ts: question.ts } as const;
      const click = () => world.client.act(admin, container, { blockId: 'admin.question', actionId: 'admin.confirm' });
      await Promise.all([click(), click()]);
      const whispers = () =>
        world.client
          .messages(admin, question.conversationId)
          .filter((message) => message.ephemeral)
          .map(wordsOf);
      await until('it is added', () => whispers().some((words) => words.includes('Role: approver')));
      await until('the second is told', () => whispers().some((words) => words.includes('confirmed already')));
      expect(posts('/owners/entitlements/')).toHaveLength(before + 1);
    });

    it('is added to an app', async () => {
      const question = await administer(
        world,
        admin,
        'add-owner-source app app-aws owner app-github ent-platform-admin',
      );
      expect(wordsOf(question)).toContain('App: AWS (app-aws)');
      await clickAnswer(world, admin, question, 'admin.confirm', (words) => words.includes('Ownership source added'));
    });

    it('is sent once, and called unknown, when the answer is lost', async () => {
      const before = posts('/owners/entitlements/').length;
      world.governance.fault({ method: 'POST', path: '/api/v2/*', kind: 'drop-after' });
      const line = 'add-owner-source app app-github owner app-github ent-platform-write';
      const question = await administer(world, admin, line);
      const lost = await clickAnswer(world, admin, question, 'admin.confirm', (words) => words.includes('not known'));
      expect(wordsOf(lost)).toContain('please look before you repeat it');
      expect(posts('/owners/entitlements/')).toHaveLength(before + 1);
    });

    it('asks what kind where none is named', async () => {
      const words = wordsOf(await administer(world, admin, 'add-owner-source app-github'));
      expect(words).toContain('add-owner-source entitlement');
      expect(words).toContain('add-owner-source app');
    });
  });

  describe('a connector', () => {
    it('is changed in a form: only what was filled in is sent, with the mask that names it', async () => {
      const form = await openForm(
        world,
        admin,
        'update-connector app-github conn-github --set displayName="GitHub & co" --set status.lastError=',
      );
      expect(formWords()).toContain('GitHub (app-github)');
      const outcome = await world.client.submitView(admin, form.id, {
        'set.canResumeSync': { value: 'no' },
        'set.parallelSyncWorkerCount': { value: '3' },
        'set.userIds': { value: 'user-ana, user-hana' },
        empty: { value: ['description'] },
      });
      expect(outcome).toEqual({ ok: true });
      await until('the result is shown', () => formWords().includes('Updated: GitHub & co'));
      const words = formWords();
      expect(words).toContain('Parallel sync workers: 3');
      expect(words).toContain('People in charge: Ana Lindqvist, Hana Sato');
      expect(words).toContain('apiToken: set');
      expect(words).not.toContain('sandbox-token');
      expect(posts('/connectors/').at(-1)?.body).toEqual({
        connector: {
          displayName: 'GitHub & co',
          description: '',
          canResumeSync: false,
          parallelSyncWorkerCount: 3,
          userIds: ['user-ana', 'user-hana'],
          status: { lastError: '' },
        },
        expandMask: { paths: ['*'] },
        updateMask: 'displayName,parallelSyncWorkerCount,canResumeSync,userIds,description,status.lastError',
      });
    });

    it('keeps what a message holds beside the member that is set', async () => {
      const form = await openForm(world, admin, 'update-connector app-github conn-github');
      await world.client.submitView(admin, form.id, {
        'set.connectorSyncCronSchedule.cronSpec': { value: '5 * * * *' },
      });
      await until('the result is shown', () => formWords().includes('Schedule: 5 * * * * (Europe/Lisbon)'));
      expect(posts('/connectors/').at(-1)?.body).toMatchObject({
        connector: { connectorSyncCronSchedule: { cronSpec: '5 * * * *' } },
        updateMask: 'connectorSyncCronSchedule.cronSpec',
      });
    });

    it('says beside the field what is wrong, and sends nothing', async () => {
      const before = posts('/connectors/').length;
      const form = await openForm(world, admin, 'update-connector app-github conn-github');
      const outcome = await world.client.submitView(admin, form.id, {
        'set.config': { value: '{"endpoint": "no type"}' },
        'set.connectorSyncCronSchedule.start': { value: 'tomorrow' },
        others: { value: 'lastEror=x' },
      });
      expect(outcome).toMatchObject({
        ok: false,
        errors: {
          'set.config': expect.stringContaining('"@type"'),
          'set.connectorSyncCronSchedule.start': expect.stringContaining('2026-03-01T06:00:00Z'),
          others: expect.stringContaining('Did you mean'),
        },
      });
      const empty = await world.client.submitView(admin, form.id, {
        'set.config': { value: '' },
        'set.connectorSyncCronSchedule.start': { value: '' },
        others: { value: '' },
      });
      expect(empty).toMatchObject({ errors: { others: expect.stringContaining('Nothing is to be changed') } });
      expect(posts('/connectors/')).toHaveLength(before);
    });

    it('says in the form what the service refuses', async () => {
      const form = await openForm(world, admin, 'update-connector app-github conn-nowhere --set description=x');
      await world.client.submitView(admin, form.id, {});
      await until('the refusal is shown', () => formWords().includes('conn-nowhere'));
      expect(formWords()).toContain('does not know this');
    });

    it('shows that it is waiting while the service takes its time, then the result', async () => {
      world.governance.fault({ method: 'POST', path: connectorPath, kind: 'delay', delayMs: 2_500 });
      const form = await openForm(world, admin, 'update-connector app-github conn-github --set description=Slow');
      expect(await world.client.submitView(admin, form.id, {})).toEqual({ ok: true });
      expect(formWords()).toContain('Asking the governance service');
      await until('the result is shown', () => formWords().includes('Description: Slow'));
    });

    it('tells the result directly to somebody who closed the form meanwhile', async () => {
      world.governance.fault({ method: 'POST', path: connectorPath, kind: 'delay', delayMs: 2_500 });
      const form = await openForm(world, admin, 'update-connector app-github conn-github --set description=Gone');
      await world.client.submitView(admin, form.id, {});
      await world.client.closeView(admin, form.id);
      const told = await until('told directly', () => world.directMessages(admin).at(-1));
      expect(told).toContain('Updated: ');
    });

    it('is refused at once where what was typed for the form is wrong', async () => {
      const words = wordsOf(await administer(world, admin, 'update-connector app-github conn-github --set nme=x'));
      expect(words).toContain('has no field “nme”');
      expect(world.client.openViews(admin)).toEqual([]);
    });
  });

  it('lets nobody else open the form', async () => {
    const words = wordsOf(await administer(world, 'U0BEN', 'update-connector app-github conn-github'));
    expect(words).toContain('for the administrators');
    expect(world.client.openViews('U0BEN')).toEqual([]);
    expect(newestWhisper(world, admin)).toBeDefined();
  });

  it('keeps each change before it was sent and its outcome after, without what was written into fields', async () => {
    await world.stopBot();
    const trail = await adminTrail(database.settings);
    const updates = trail.filter((entry) => entry.detail.command === 'update-connector');
    expect(updates.slice(0, 2).map((entry) => entry.detail.outcome)).toEqual(['begun', 'done']);
    expect(updates[0]?.detail.id).toBe(updates[1]?.detail.id);
    expect(updates[0]).toMatchObject({
      actor: admin,
      detail: { arguments: { appId: 'app-github', connectorId: 'conn-github' } },
    });
    expect(updates[0]?.detail.fields).toContain('displayName');
    expect(JSON.stringify(trail)).not.toContain('GitHub & co');
    const lost = trail.filter((entry) => entry.detail.outcome === 'failed');
    expect(lost).toHaveLength(1);
  });
});
