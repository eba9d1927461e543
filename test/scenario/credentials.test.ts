import { generateKeyPairSync } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startGovernanceService } from '../../sandbox/governance/service.ts';
import { createGovernanceClient } from '../../src/service/client/client.ts';
import { introspect } from '../../src/service/client/optional-operations.ts';
import { BotWorld } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';

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
    const database = await postgresEngine.open();
    onTestFinished(() => database.close());
    const world = await BotWorld.start({ database: database.settings });
    onTestFinished(() => world.close());
    await world.stopBot();
    world.governance.tokens.lie({ bound });
    await expect(world.startBot()).rejects.toThrow(
      /^The bot cannot start: the credentials are bound to a key/,
    );
  },
);

it('starts while the service does not answer', async () => {
  const database = await postgresEngine.open();
  onTestFinished(() => database.close());
  const world = await BotWorld.start({ database: database.settings });
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
