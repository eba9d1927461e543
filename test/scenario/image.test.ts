/**
 * What the image starts: the bundle, with the files that the Dockerfile copies beside it, and
 * nothing else of the repository.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask, wordsOf } from '../support/asking.ts';
import { appToken, botToken, signingSecret } from '../support/bot-environment.ts';
import { BotProcess, readyAt } from '../support/bot-process.ts';
import { ClickableWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { layOutImage } from '../support/image-files.ts';
import { startProgram } from '../support/program.ts';
import { startStandIns } from '../support/stand-ins.ts';

let image: Awaited<ReturnType<typeof layOutImage>>;
beforeAll(async () => {
  image = await layOutImage();
});
afterAll(() => image.remove());

/** A command of the image, to its end. */
async function run(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { app: folder } = image;
  const { exit, out, err } = await startProgram('src/main.ts', words, env, { folder }).ended;
  return { exit, out, err };
}

describe('the image', () => {
  it('has the bot without its source, and says which packages are in it, with their licences', () => {
    const files = globSync('**/*', { cwd: image.app });
    expect(files.filter((path) => path.endsWith('.ts'))).toEqual(['src/main.ts']);
    expect(files).toEqual(expect.arrayContaining(['dist/main.js', 'dist/main.js.map']));
    for (const name of ['@slack/bolt', 'kysely', 'pg', 'pg-boss', 'zod']) {
      const paper = join('dist/node_modules', name, 'package.json');
      const about = (from: string) => readFileSync(join(from, paper), 'utf8');
      expect(about(image.app)).toContain(`"name": "${name}"`);
      expect(globSync(`dist/node_modules/${name}/LICENSE*`, { cwd: image.app })).toHaveLength(1);
      // Its licence stands in its README alone.
      expect(existsSync(join(image.app, 'dist/node_modules/pgpass/README.md'))).toBe(true);
    }
    for (const name of ['knip', 'vitest', 'rolldown'])
      expect(existsSync(join(image.app, 'dist/node_modules', name))).toBe(false);
  });

  // The other commands run below.
  it('explains setup', async () => {
    const { exit, out, err } = await run({}, 'setup', '--help');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain('npm run setup');
  });

  it('explains itself, and tells its version', async () => {
    expect(await run({}, '--help')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('SLACK_BOT_TOKEN'),
    });
    const { exit, out } = await run({ REVISION: 'abc' }, '--version');
    expect([exit, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+ \(abc\)\n$/)]);
  });

  it('says without a token that it has no sandbox', async () => {
    const { exit, err } = await run({ PORT: '0' });
    expect([exit, err]).toEqual([
      1,
      expect.stringContaining('The sandbox is not part of this installation'),
    ]);
  });

  it('keeps beside itself what was compiled', async () => {
    await run({ NODE_COMPILE_CACHE: '' }, '--help');
    expect(existsSync(join(image.app, 'node_modules/.cache/access-request-bot'))).toBe(true);
  });

  it('runs a bot in Socket Mode that answers agents, with what only they need', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const place = await postgresEngine.open();
    onTestFinished(() => place.close());
    const { slack, governance } = await startStandIns();
    onTestFinished(() => governance.close());
    onTestFinished(() => slack.close());
    const settings = join(folder.path, 'access.yaml');
    writeFileSync(
      settings,
      'agents: { enabled: true, url: https://bot.acme.example }\napps:\n  - { id: app-github, name: GitHub, channel: C0REVIEWS, resources: [{ resourceTypeId: team, resourceId: platform }] }\n',
    );
    const env = {
      PORT: '0',
      HOST: '127.0.0.1',
      ACCESS_CONFIG: settings,
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: place.settings.url,
      SLACK_BOT_TOKEN: botToken,
      SLACK_APP_TOKEN: appToken,
      SLACK_API_URL: slack.apiUrl,
      GOVERNANCE_BASE_URL: governance.url,
      GOVERNANCE_CLIENT_ID: 'sandbox-bot',
      GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
    };
    const bot = startProgram('src/main.ts', [], env, { folder: image.app });
    onTestFinished(() => bot.end('SIGKILL').then(() => undefined));
    const origin = await readyAt(bot);
    // Not before its socket is open.
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
    const stranger = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}' });
    expect(stranger.status).toBe(401);
    expect((await bot.end('SIGTERM')).exit).toBe(0);
  });

  it('runs a bot from an empty database to a request, and its log names the source', async () => {
    const closing: (() => unknown)[] = [];
    onTestFinished(async () => {
      for (const close of closing.toReversed()) await close();
    });
    const folder = await temporaryFolder();
    const place = await postgresEngine.openEmpty();
    const stands = await startStandIns();
    const { slack, governance } = stands;
    closing.push(
      () => folder.remove(),
      () => place.close(),
      () => governance.close(),
      () => slack.close(),
    );
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      ACCESS_CONFIG: join(folder.path, 'access.yaml'),
      SLACK_BOT_TOKEN: botToken,
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: slack.apiUrl,
      GOVERNANCE_BASE_URL: governance.url,
      GOVERNANCE_CLIENT_ID: 'sandbox-bot',
      GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
      DATABASE_URL: place.settings.url,
    };
    expect(await run(env, 'migrate')).toMatchObject({ exit: 0 });

    const bot = new BotProcess({
      folder: folder.path,
      installation: image.app,
      slackApiUrl: slack.apiUrl,
      governanceUrl: governance.url,
      databaseUrl: place.settings.url,
    });
    closing.push(() => bot.kill());
    await bot.start();
    expect((await fetch(`${bot.origin}/healthz`)).status).toBe(200);
    slack.setRequestUrl(bot.eventsUrl);
    const world = new ClickableWorld(stands);
    const path = '/api/v1/search/users';
    governance.fault({ method: 'POST', path, kind: 'status', status: 503, times: 99 });
    await ask(world, { person: 'U0BEN' });
    await until('a failure is in the log', () => bot.output.includes('"stack":"'));
    expect(bot.output).toMatch(
      /"stack":.* at readError \(\S+\/src\/service\/client\/http\/service-errors\.ts:\d+:\d+\)/,
    );
    governance.clearFaults();
    await until('the card', () =>
      world.cards('U0ANA', 'C0REVIEWS').some((one) => wordsOf(one).includes('Asked by <@U0BEN>')),
    );
    expect(await run(env, 'doctor')).toMatchObject({
      out: expect.stringMatching(/^ok +Slack token: works as access/m),
    });
    expect(await bot.stop()).toBe(0);

    expect(await run(env, 'admin', 'restored', '--as-of', '1h')).toMatchObject({ exit: 0 });
    expect(await run(env, 'audit', '--verify')).toMatchObject({ exit: 0 });
    expect((await run(env, 'audit')).out).toContain('was created in the service');
    expect(await run(env, 'admin', 'entitlements', 'app-github', 'team', 'platform')).toMatchObject(
      {
        exit: 0,
        out: expect.stringContaining('Platform'),
      },
    );
    const report = join(folder.path, 'report.html');
    const month = new Date().toISOString().slice(0, 7);
    expect(await run(env, 'report', '--month', month, '--out', report)).toMatchObject({ exit: 0 });
    expect(readFileSync(report, 'utf8')).toContain('GitHub');
  });
});
