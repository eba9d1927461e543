import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type GovernanceService, startGovernanceService } from '../../sandbox/governance/service.ts';
import { type SlackWorkspace, startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { ask, clickCard, wordsOf } from '../support/asking.ts';
import { BotProcess, freePort } from '../support/bot-process.ts';
import { botToken, ClickableWorld, signingSecret, temporaryFolder, until } from '../support/bot-world.ts';
import { copyPreparedFolder } from '../support/database.ts';

const grantPath = '/api/v1/task/grant';

/** The bot is a process of its own and dies by kill -9; Slack and the service live on. */
describe('kill -9', () => {
  let slack: SlackWorkspace;
  let governance: GovernanceService;
  let bot: BotProcess;
  let world: ClickableWorld;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await copyPreparedFolder(join(folder.path, 'data'));
    governance = await startGovernanceService({ grantLagMs: 0 });
    slack = await startSlackWorkspace({
      botToken,
      signingSecret,
      manifest: fileURLToPath(new URL('../../app-manifest.yml', import.meta.url)),
      grantedScopes: ['chat:write', 'commands', 'users:read', 'users:read.email', 'channels:history'],
    });
    bot = new BotProcess({
      folder: folder.path,
      port: await freePort(),
      slackApiUrl: slack.apiUrl,
      governanceUrl: governance.url,
    });
    await bot.start();
    slack.setRequestUrl(bot.eventsUrl);
    world = new ClickableWorld(slack, governance);
  });
  afterEach(() => {
    governance.clearFaults();
    slack.clearFaults();
  });
  afterAll(async () => {
    await bot?.kill();
    await slack?.close();
    await governance?.close();
    await folder?.remove();
  });

  const cardsOf = (person: string) =>
    world.cards('U0ANA', 'C0REVIEWS').filter((one) => wordsOf(one).includes(`Asked by <@${person}>,`));
  const tasksOf = (identity: string) => governance.tasks().filter((task) => task.identityUserId === identity);

  async function restart(): Promise<void> {
    await bot.kill();
    governance.clearFaults();
    slack.clearFaults();
    await bot.start();
  }

  /** One task, one card, and the person was told, however often the process died. */
  async function expectOne(person: string, identity: string): Promise<void> {
    await until(`${person} is told`, () =>
      world.directMessages(person).some((text) => text.includes('is with the reviewers')),
    );
    expect([person, tasksOf(identity).length, cardsOf(person).length]).toEqual([person, 1, 1]);
  }

  /** Asks, and waits until the request is where the process is to die. Each fault before holds up one call of somebody else. */
  async function bringTo(person: string, step: string, isThere: () => boolean): Promise<void> {
    await ask(world, { person });
    await until(`${person}: ${step}`, isThere);
  }

  it('at any step of a request leaves one task and one card', async () => {
    slack.fault({ method: 'chat.postMessage', kind: 'drop-after' });
    await bringTo('U0OSKAR', 'Slack took the card, and we do not know', () => cardsOf('U0OSKAR').length === 1);

    slack.fault({ method: 'chat.postMessage', kind: 'hang', times: 9 });
    await bringTo('U0LIAM', 'the task is there, the card is not', () => tasksOf('user-liam').length === 1);

    governance.fault({ method: 'POST', path: grantPath, kind: 'delay', delayMs: 60_000 });
    await bringTo('U0DARA', 'the POST is under way', () =>
      governance.requests().some((call) => call.path === grantPath && JSON.stringify(call.body).includes('user-dara')),
    );

    governance.fault({ method: 'POST', path: grantPath, kind: 'drop-after' });
    // The look-up that would follow is held up, so that the process dies without knowing.
    governance.fault({ method: 'POST', path: '/api/v1/search/tasks', kind: 'hang', times: 9 });
    await bringTo('U0EMIL', 'the POST was carried out, its answer is lost', () => tasksOf('user-emil').length === 1);

    governance.fault({ method: 'POST', path: '/api/v1/search/users', kind: 'hang', times: 9 });
    const searches = () => governance.requests().filter((call) => call.path === '/api/v1/search/users').length;
    const before = searches();
    await bringTo('U0BEN', 'kept, and nothing sent', () => searches() > before);

    expect(['user-ben', 'user-dara'].flatMap(tasksOf)).toEqual([]);
    await restart();
    await expectOne('U0OSKAR', 'user-oskar');
    await expectOne('U0LIAM', 'user-liam');
    await expectOne('U0BEN', 'user-ben');
    await expectOne('U0DARA', 'user-dara');
    await expectOne('U0EMIL', 'user-emil');
  });

  it('in the middle of a decision leaves one decision', async () => {
    await ask(world, { person: 'U0TESS' });
    await until('the card', () => cardsOf('U0TESS').length === 1);
    const [card] = cardsOf('U0TESS');
    if (card === undefined) throw new Error('no card');
    governance.fault({ method: 'POST', path: '/api/v1/tasks/*', kind: 'drop-after' });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('carried out', () => tasksOf('user-tess')[0]?.state === 'closed');
    await restart();
    await until('told once', () =>
      world.directMessages('U0TESS').some((text) => text.includes('approved your request')),
    );
    expect(world.directMessages('U0TESS').filter((text) => text.includes('approved your request'))).toHaveLength(1);
    expect(governance.requests().filter((call) => call.path.endsWith('/action/approve'))).toHaveLength(1);
  });

  it('is not needed: SIGTERM ends with 0 and everything goes on afterwards', async () => {
    expect(await bot.stop()).toBe(0);
    await bot.start();
    await ask(world, { person: 'U0NOOR' });
    await expectOne('U0NOOR', 'user-noor');
  });
});
