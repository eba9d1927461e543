import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startGovernanceService } from '../../sandbox/governance/service.ts';
import { createGovernanceClient } from '../../src/service/client/client.ts';
import { introspect } from '../../src/service/client/optional-operations.ts';
import { wordsOf } from '../support/asking.ts';
import { BotWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { openWorld } from '../support/open-world.ts';
import { runAsAdmin } from '../support/postgres-server.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString('base64url');
const clientSecret = `secret-token:vendor.example:v1:${key}`;

/** A service that knows the key of a secret, and a client that has the secret. */
async function tenant() {
  const service = await startGovernanceService({ clientSecret });
  const client = createGovernanceClient({
    baseUrl: service.url,
    clientId: 'sandbox-bot',
    clientSecret,
    queryCase: 'both',
    now: () => new Date(),
  });
  onTestFinished(async () => {
    await client.close();
    await service.close();
  });
  return { service, client };
}

it('gets its token without sending the secret', async () => {
  const { service, client } = await tenant();
  expect(await client.call(introspect, { path: {} })).toMatchObject({ ok: true });
  const [asked] = service.requests().filter(({ path }) => path === '/auth/v1/token');
  expect(JSON.stringify(asked)).not.toContain(key);
});

it('also works with a service that accepts only the secret', async () => {
  const { service, client } = await tenant();
  service.tokens.lie({ refusesAssertions: true });
  expect(await client.call(introspect, { path: {} })).toMatchObject({ ok: true });
});

it.each(['token', 'nonce'] as const)(
  'does not start when the %s says that the credentials are bound to a key',
  async (bound) => {
    const world = await openWorld();
    onTestFinished(() => world.close());
    await world.stopBot();
    world.governance.tokens.lie({ bound });
    await expect(world.startBot()).rejects.toThrow(
      /^The bot cannot start: the credentials are bound to a key/,
    );
  },
);

it('starts while the service does not answer', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  await world.stopBot();
  world.governance.fault({
    method: 'POST',
    path: '/auth/v1/token',
    kind: 'status',
    status: 503,
    times: 'every',
  });
  await world.startBot();
  expect(world.eventsUrl).not.toBe('');
});

it('says what is wrong, and whom to tell, while the service refuses its credentials', async () => {
  const database = await postgresEngine.open();
  onTestFinished(() => database.close());
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const logFile = join(folder.path, 'bot.log');
  const world = await BotWorld.start({ database: database.settings, logFile });
  onTestFinished(() => world.close());
  await world.stopBot();
  await rm(logFile, { force: true });
  await runAsAdmin(database.settings.url, 'truncate catalogue');
  const token = { method: 'POST', path: '/auth/v1/token' } as const;
  world.governance.fault({ ...token, kind: 'status', status: 401, times: 'every' });
  await world.startBot();
  const refused = 'The access service refuses me, because my credentials are wrong.';

  const typed = '/request-access github platform write';
  await world.client.runCommand('U0BEN', 'C0GENERAL', typed);
  const form = await until('the form opens', () => world.client.openViews('U0BEN').at(-1));
  const words = wordsOf({ text: '', blocks: form.blocks });
  expect(words).toContain(refused);
  expect(words).not.toMatch(/did not understand|still reading/);

  await world.client.openHome('U0BEN');
  const home = await until('his Home is there', () => world.client.home('U0BEN'));
  expect(wordsOf({ text: '', blocks: home.blocks })).toContain(refused);

  const ready = await fetch(new URL('/readyz', world.opsUrl));
  expect([ready.status, await ready.text()]).toEqual([
    200,
    expect.stringContaining('look at GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET'),
  ]);
  await world.stopBot();
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n');
  expect(lines).toEqual([
    expect.stringContaining('use 16 or more random characters'),
    expect.stringContaining('correct GOVERNANCE_CLIENT_ID'),
  ]);
});
