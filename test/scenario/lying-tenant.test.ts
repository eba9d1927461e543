/** Long because every optional operation of the tenant answers about something else once. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clickCard, fieldId, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { approveInConsole, askedCard, cardNow, reads, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import {
  acting,
  governanceWith,
  identitySettings,
  testApp,
  testSettings,
} from '../support/test-settings.ts';

const everyTime = { times: 'every', kind: 'patch' } as const;

describe('a catalogue of the wrong app or form', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const resources = [{ resourceTypeId: 'warehouse', resourceId: 'passenger' }];
    const snowflake = testApp({ id: 'app-snowflake', name: 'Snowflake', resources });
    const linkWhen = { risk: ['High'], emergency: false };
    world = await openWorld({
      settings: testSettings({
        governance: governanceWith('requestSchemas', 'riskLevels'),
        apps: [testApp(), snowflake],
        review: { ...acting, linkWhen },
      }),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  /** The bot reads its lists when it starts. */
  async function restarted(): Promise<void> {
    await world.stopBot();
    await world.startBot();
  }

  async function offered(person: string): Promise<string> {
    await world.client.runCommand(person, 'C0GENERAL', '/request-access');
    const viewId = (await until('the form opens', () => world.client.openViews(person).at(-1))).id;
    const container = { kind: 'view', viewId } as const;
    const app = await findOption(world, person, { block: 'app', action: 'request.app' }, 'git');
    await world.client.act(person, container, {
      blockId: 'app',
      actionId: 'request.app',
      entered: app,
    });
    const block = await until('the field is there', () => fieldId(world, person, 'entitlement'));
    await findOption(world, person, { block: 'entitlement', action: 'request.entitlement' }, '');
    const found = await world.client.optionsFor(
      person,
      container,
      block,
      'request.entitlement',
      '',
    );
    await world.client.closeView(person, viewId);
    return JSON.stringify(found);
  }

  it('offers no entitlement of another app, because its request would go to the wrong reviewers', async () => {
    const path = '/api/v1/apps/app-github/entitlements/resource_types/*';
    const changes = [
      { path: 'list.0.appEntitlement.appId', value: 'app-aws' },
      { path: 'list.0.appEntitlement.displayName', value: 'Production: root' },
    ];
    world.governance.fault({ method: 'GET', path, ...everyTime, changes });
    const before = world.governance.requests().length;
    await restarted();
    await until('the list was read', () =>
      world.governance
        .requests()
        .slice(before)
        .some((call) => call.path.includes('app-snowflake')),
    );
    const options = await offered('U0BEN');
    expect(options).toContain('Platform: write');
    expect(options).not.toContain('Production: root');
  });

  it('asks nobody the questions of another form', async () => {
    const path = '/api/v1/request_schemas/*';
    const changes = [{ path: 'requestSchema.id', value: 'schema-of-another-app' }];
    world.governance.fault({ method: 'GET', path, ...everyTime, changes });
    await restarted();
    await fillForm(world, { person: 'U0TESS', app: 'snowflake', entitlement: 'pii' });
    expect(JSON.stringify(world.form('U0TESS').blocks)).not.toContain('Case number');
    await world.client.closeView('U0TESS', world.form('U0TESS').id);
  });

  it('lets nobody decide in Slack when one risk level has two names', async () => {
    const changes = [{ path: 'list.*.id', value: 'risk-medium' }];
    world.governance.fault({
      method: 'GET',
      path: '/api/v1/attributes/risk_levels',
      ...everyTime,
      changes,
    });
    await restarted();
    const card = await askedCard(world, { person: 'U0EMIL' });
    expect(JSON.stringify(card.blocks)).not.toContain('"review.approve"');
    expect(JSON.stringify(card.blocks)).toContain('review.in-console');
  });
});

describe('lists of the wrong owners', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({ identity: identitySettings({ sources: ['owners'] }) }),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  it('give no identity when two lists name two people under one email', async () => {
    const path = '/api/v1/apps/app-aws/resource_types/*';
    const changes = [{ path: 'list.*.id', value: 'user-goran' }];
    world.governance.fault({ method: 'GET', path, ...everyTime, changes });
    await world.client.runCommand('U0ANA', 'C0GENERAL', '/request-access');
    await reads(world, 'U0ANA', 'Reason: unknown-person.');
    expect(world.tasksOf('user-ana')).toEqual([]);
    expect(world.tasksOf('user-goran')).toEqual([]);
  });
});

describe('grants of another person', () => {
  let world: BotWorld;
  let aheadMs = 0;
  beforeAll(async () => {
    world = await openWorld({
      clock: () => new Date(Date.now() + aheadMs),
      settings: testSettings({ governance: governanceWith('grantsFeed', 'userGrants') }),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  const feed = { method: 'POST', path: '/api/v1/grants/feed', times: 'every' } as const;
  const readsOf = (path: RegExp) =>
    world.governance.requests().filter((call) => path.test(call.path)).length;
  const home = (person: string) =>
    wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });

  async function granted(person: string): Promise<void> {
    await world.client.openHome(person);
    const card = await askedCard(world, { person, entitlement: 'platform read' });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('Home shows the access', () => home(person).includes('My access'));
  }

  it('do not end access when the feed reports another person’s account', async () => {
    await granted('U0BEN');
    const { id, appId, appEntitlementId } = taskOf(world, 'user-ben');
    const event = { eventType: 'GRANT_EVENT_TYPE_REMOVED', ticketId: id, appId, appEntitlementId };
    const account = { id: 'account-of-goran', identityUserId: 'user-goran' };
    const date = new Date(Date.now() + aheadMs + 1_000).toISOString();
    const list = [
      { feed: { ...event, date, appUserId: account.id }, appUserPath: '$.expanded[0]' },
    ];
    const body = { list, expanded: [account], nextPageToken: '' };
    world.governance.fault({ ...feed, kind: 'answer', body });
    const before = readsOf(/grants\/feed$/);
    aheadMs += 15 * 60_000;
    await until('the feed was read', () => readsOf(/grants\/feed$/) > before);
    await world.quiet();
    expect(world.directMessages('U0BEN').join('\n')).not.toMatch(/ended|taken away/);
    expect(home('U0BEN')).toContain('My access');
  });

  it('do not prove that access is gone when the answer is about another entitlement', async () => {
    await granted('U0EMIL');
    const bindings = [
      {
        appId: 'app-github',
        appEntitlementId: 'ent-platform-admin',
        appUserId: 'a',
        createdAt: '2026-01-01T00:00:00Z',
      },
    ];
    const path = '/api/v1/apps/*/users/user-emil/grants';
    world.governance.fault({
      method: 'GET',
      path,
      times: 'every',
      kind: 'answer',
      body: { bindings },
    });
    world.governance.fault({
      ...feed,
      kind: 'answer',
      body: { list: [], expanded: [], nextPageToken: '' },
    });
    const before = readsOf(/user-emil\/grants$/);
    aheadMs += 62 * 60_000;
    await until('it was looked for', () => readsOf(/user-emil\/grants$/) > before);
    await world.quiet();
    expect(world.directMessages('U0EMIL').join('\n')).not.toContain('* ended ');
    world.governance.clearFaults();
    aheadMs += 60_000;
    await world.told('U0EMIL', 'read* ended <!date');
  });
});

describe('a decision whose answer was lost', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({ governance: governanceWith('taskAudit', 'whoAmI') }),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  const unclear = 'Reason: perhaps-decided.';

  /** Ana approves, and none of the bot's calls arrives. Returns her card and the task's id. */
  async function lost(person: string) {
    const card = await askedCard(world, { person });
    const { id } = taskOf(world, person.replace('U0', 'user-').toLowerCase());
    const path = `/api/v1/tasks/${id}/action/approve`;
    const about = 'in Slack by';
    world.governance.fault({ method: 'POST', path, about, times: 'every', kind: 'drop-before' });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('the call was lost', () => sentFor(world, id, 'approve') > 0);
    return { card, id };
  }

  /**
   * Everything that people read about a decision of which Ana was told that it is not clear whose
   * it was.
   */
  async function claimsAbout(
    person: string,
    card: Awaited<ReturnType<typeof lost>>['card'],
  ): Promise<string> {
    await reads(world, 'U0ANA', unclear);
    await world.quiet();
    return [...world.directMessages(person), wordsOf(cardNow(world, card))].join('\n');
  }
  const credited = /<@U0ANA> approved|Approved by <@U0ANA>/;

  it('is credited to nobody when the bot’s own account decided meanwhile', async () => {
    const { card, id } = await lost('U0BEN');
    world.governance.changeTask(id, { reviewerIds: ['user-ana', 'user-access-bot'] });
    await approveInConsole(world, id, 'user-access-bot');
    expect(await claimsAbout('U0BEN', card)).not.toMatch(credited);
  });

  it('is not proven by a comment that the bot wrote on another task', async () => {
    const { card, id } = await lost('U0EMIL');
    const comment = {
      comment: 'Approved in Slack by "Ana Lindqvist" (ana@acme.example), Slack user U0ANA.',
    };
    const list = [
      { id: 'entry-1', ticketId: 'task-of-somebody-else', userId: 'user-access-bot', comment },
    ];
    world.governance.fault({
      method: 'POST',
      path: '/api/v1/task/audits',
      times: 'every',
      kind: 'answer',
      body: { list },
    });
    world.governance.changeTask(id, { reviewerIds: ['user-ana', 'user-access-bot'] });
    await approveInConsole(world, id, 'user-access-bot');
    expect(await claimsAbout('U0EMIL', card)).not.toMatch(credited);
  });

  it('is credited to nobody when an account decided that the service wrongly calls the bot’s', async () => {
    const changes = [
      { path: 'userId', value: 'user-fatima' },
      { path: 'tenantId', value: 'tenant-of-somebody-else' },
    ];
    world.governance.fault({
      method: 'GET',
      path: '/api/v1/auth/introspect',
      ...everyTime,
      changes,
    });
    await world.stopBot();
    await world.startBot();
    const { card, id } = await lost('U0LIAM');
    await approveInConsole(world, id, 'user-fatima');
    expect(await claimsAbout('U0LIAM', card)).not.toMatch(credited);
  });
});
