import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { wordsOf } from '../support/asking.ts';
import { BotWorld, temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { openWorld } from '../support/open-world.ts';
import { runAsAdmin } from '../support/postgres-server.ts';

it('does not start with credentials that are bound to a key', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  await world.stopBot();
  world.governance.tokens.lie({ bound: 'token' });
  await expect(world.startBot()).rejects.toThrow(
    /^The bot cannot start: the credentials are bound to a key/,
  );
});

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
