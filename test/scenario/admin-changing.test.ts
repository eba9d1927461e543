import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administer, adminTrail, clickAnswer, newestWhisper } from '../support/administering.ts';
import { wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const admin = 'U0HANA';

describe('what /access-admin changes', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
    // The bot knows entitlements by name once it has read them.
    await until('the catalogue is read', () =>
      world.governance.requests().some((call) => call.path.includes('/app-aws/entitlements/')),
    );
    await world.quiet();
  });
  afterAll(() => world?.close());

  const posts = (part: string) =>
    world.governance
      .requests()
      .filter((call) => call.method === 'POST' && call.path.includes(part));
  describe('an ownership source', () => {
    const typed =
      'add-owner-source entitlement app-github ent-platform-write owner app-github ent-platform-admin';

    it('is not added when the administrator is shown both names and cancels', async () => {
      const question = await administer(world, admin, typed);
      expect(wordsOf(question)).toContain(
        'Everybody who holds Platform: admin (ent-platform-admin) of GitHub (app-github) becomes an owner (owner) of Platform: write (ent-platform-write) of GitHub (app-github).',
      );
      await clickAnswer(world, admin, question, 'admin.cancel', (words) =>
        words.includes('Nothing was changed'),
      );
      expect(posts('/owners/entitlements/')).toEqual([]);
    });

    it('is added to an entitlement once; a second attempt says that it is already there', async () => {
      const question = await administer(world, admin, typed);
      const added = await clickAnswer(world, admin, question, 'admin.confirm', (words) =>
        words.includes('added'),
      );
      expect(wordsOf(added)).toContain('Owners added to Platform: write (ent-platform-write)');
      expect(wordsOf(added)).toContain('Platform: admin (ent-platform-admin)');
      expect(JSON.stringify(added.blocks)).not.toContain('admin.confirm');
      expect(posts('/owners/entitlements/').map((call) => [call.path, call.body])).toEqual([
        [
          '/api/v2/apps/app-github/entitlements/ent-platform-write/owners/entitlements/owner/app-github/ent-platform-admin',
          { appEntitlementRef: { appId: 'app-github', id: 'ent-platform-admin' } },
        ],
      ]);
      const again = await administer(world, admin, typed);
      const refused = await clickAnswer(world, admin, again, 'admin.confirm', (words) =>
        words.includes('refuses this'),
      );
      expect(wordsOf(refused)).toContain('ownership source already exists');
    });

    it('is added once when it is confirmed twice at once', async () => {
      const before = posts('/owners/entitlements/').length;
      const line = 'add-owner-source app app-github approver app-github ent-platform-admin';
      const question = await administer(world, admin, line);
      const container = {
        kind: 'ephemeral',
        conversationId: question.conversationId,
        ts: question.ts,
      } as const;
      const click = () =>
        world.client.act(admin, container, { blockId: 'admin.buttons', actionId: 'admin.confirm' });
      await Promise.all([click(), click()]);
      await until('it is added', () => {
        const now = newestWhisper(world, admin);
        return now !== undefined && wordsOf(now).includes('Role of its holders: approver');
      });
      expect(posts('/owners/entitlements/')).toHaveLength(before + 1);
    });

    it('is sent once when the answer is lost, and its outcome is reported as unknown', async () => {
      const before = posts('/owners/entitlements/').length;
      world.governance.fault({ method: 'POST', path: '/api/v2/*', kind: 'drop-after' });
      const line = 'add-owner-source app app-github owner app-github ent-platform-write';
      const question = await administer(world, admin, line);
      const lost = await clickAnswer(world, admin, question, 'admin.confirm', (words) =>
        words.includes('not known'),
      );
      expect(wordsOf(lost)).toContain('please look before you repeat it');
      expect(posts('/owners/entitlements/')).toHaveLength(before + 1);
    });
  });

  describe('a connector', () => {
    const isUpdated = (words: string) => words.includes('Updated: connector conn-github');

    it('is changed after a confirmation, which sends only the fields that were set and their mask', async () => {
      const sets = [
        'displayName="GitHub & co"',
        'description=',
        'canResumeSync=no',
        'userIds="user-ana, user-hana"',
      ];
      const line = [...sets, 'connectorSyncCronSchedule.cronSpec="5 * * * *"']
        .map((set) => `--set ${set}`)
        .join(' ');
      const question = await administer(
        world,
        admin,
        `update-connector app-github conn-github ${line}`,
      );
      expect(wordsOf(question)).toContain(
        'These fields of conn-github of GitHub (app-github) change:',
      );
      expect(wordsOf(question)).toContain('displayName: GitHub & co');
      expect(posts('/connectors/')).toEqual([]);
      const words = wordsOf(await clickAnswer(world, admin, question, 'admin.confirm', isUpdated));
      expect(words).toContain('GitHub & co (conn-github)');
      expect(words).toContain('People: Ana Lindqvist, Hana Sato');
      expect(words).toContain('Schedule: cron spec: 5 * * * *, timezone: Europe/Lisbon');
      expect(words).toContain('api token: set');
      expect(words).not.toContain('sandbox-token');
      expect(posts('/connectors/').map((call) => call.body)).toEqual([
        {
          connector: {
            id: 'conn-github',
            appId: 'app-github',
            displayName: 'GitHub & co',
            description: '',
            canResumeSync: false,
            userIds: ['user-ana', 'user-hana'],
            connectorSyncCronSchedule: { cronSpec: '5 * * * *' },
          },
          expandMask: { paths: ['*'] },
          updateMask:
            'displayName,description,canResumeSync,userIds,connectorSyncCronSchedule.cronSpec',
        },
      ]);
    });
  });

  it('audits each change before it is sent and its outcome after, without the values', async () => {
    await world.stopBot();
    const trail = await adminTrail(world.database);
    const updates = trail.filter((entry) => entry.detail.command === 'update-connector');
    expect(updates.slice(0, 2).map((entry) => entry.detail.outcome)).toEqual(['begun', 'done']);
    expect(updates[0]?.detail.id).toBe(updates[1]?.detail.id);
    expect(updates[0]).toMatchObject({
      actor: admin,
      detail: { arguments: { appId: 'app-github', connectorId: 'conn-github' } },
    });
    expect(updates[0]?.detail.flags).toMatchObject({
      set: expect.arrayContaining(['displayName']),
    });
    expect(JSON.stringify(trail)).not.toContain('GitHub & co');
    const lost = trail.filter((entry) => entry.detail.outcome === 'failed');
    expect(lost).toHaveLength(1);
  });
});
