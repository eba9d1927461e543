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
    await until('the person is told', () =>
      world.directMessages(person).some((text) => text.includes('is with the reviewers')),
    );
    expect(tasksOf(identity)).toHaveLength(1);
    expect(cardsOf(person)).toHaveLength(1);
  }

  it('between the ack and the POST leaves one task and one card', async () => {
    governance.fault({ method: 'POST', path: '/api/v1/search/users', kind: 'hang' });
    await ask(world, { person: 'U0BEN' });
    await until('the job is under way', () =>
      governance.requests().some((call) => call.path === '/api/v1/search/users'),
    );
    expect(tasksOf('user-ben')).toHaveLength(0);
    await restart();
    await expectOne('U0BEN', 'user-ben');
  });

  it('while the POST is under way leaves one task and one card', async () => {
    governance.fault({ method: 'POST', path: grantPath, kind: 'delay', delayMs: 60_000 });
    await ask(world, { person: 'U0DARA' });
    await until('the POST is sent', () =>
      governance.requests().some((call) => call.path === grantPath && JSON.stringify(call.body).includes('user-dara')),
    );
    await restart();
    await expectOne('U0DARA', 'user-dara');
  });

  it('after the POST was carried out and before its answer leaves one task and one card', async () => {
    governance.fault({ method: 'POST', path: grantPath, kind: 'drop-after' });
    // The look-up that would follow is held up, so that the process dies without knowing.
    governance.fault({ method: 'POST', path: '/api/v1/search/tasks', kind: 'hang', times: 5 });
    await ask(world, { person: 'U0EMIL' });
    await until('the task is there', () => tasksOf('user-emil').length === 1);
    await restart();
    await expectOne('U0EMIL', 'user-emil');
  });

  it('between the POST and the card leaves one task and one card', async () => {
    slack.fault({ method: 'chat.postMessage', kind: 'hang', times: 3 });
    await ask(world, { person: 'U0LIAM' });
    await until(
      'the card is being posted',
      () => tasksOf('user-liam').length === 1 && slack.calls().some((call) => call.method === 'chat.postMessage'),
    );
    await restart();
    await expectOne('U0LIAM', 'user-liam');
  });

  it('after Slack took the card and before we knew leaves one card, where history can be read', async () => {
    slack.fault({ method: 'chat.postMessage', kind: 'drop-after' });
    await ask(world, { person: 'U0OSKAR' });
    await until('the card is there', () => cardsOf('U0OSKAR').length === 1);
    await restart();
    await expectOne('U0OSKAR', 'user-oskar');
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
