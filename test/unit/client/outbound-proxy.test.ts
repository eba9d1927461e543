import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tenantCheck } from '../../../src/operator/doctor/checks/governance-checks.ts';
import { slackTokenCheck } from '../../../src/operator/doctor/checks/slack-checks.ts';
import { StartRefused } from '../../../src/operator/start-refused.ts';
import { createGovernanceClient } from '../../../src/service/client/client.ts';
import { goThrough } from '../../../src/service/client/http/way-out.ts';
import { backgroundClient } from '../../../src/slack/platform/web-clients.ts';
import { createBolt } from '../../../src/slack/receiving/bolt-app.ts';
import { refuseUnfitProxy } from '../../../src/start/open-slack.ts';
import { boltDeps } from '../../support/bolt-deps.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { openProxiedWorld, type ProxiedWorld } from '../../support/proxied-world.ts';

describe('with a proxy', () => {
  let network: ProxiedWorld;
  let world: FakeWorld;
  beforeEach(async () => {
    network = await openProxiedWorld('bot', 'p@ss word');
    goThrough({ url: network.proxyUrl, noProxy: 'direct.invalid' });
    world = new FakeWorld();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  const slackSettings = () => ({ ...environment().slack, logger: boltDeps(world).logger });
  const client = () =>
    createGovernanceClient({ ...environment().governance, queryCase: 'both', now: world.now });
  const environment = () => ({
    proxy: { url: network.proxyUrl, noProxy: 'direct.invalid' },
    slack: {
      apiUrl: 'https://slack.example/api/',
      botToken: 'xoxb-1',
      transport: { kind: 'socket' as const, appToken: 'xapp-1' },
    },
    governance: {
      baseUrl: 'https://tenant.example',
      tokenUrl: undefined,
      clientId: 'bot',
      clientSecret: 'secret',
    },
  });
  it('Slack, its socket and the service are reached through it', async () => {
    const service = client();
    const bolt = createBolt(environment().slack, boltDeps(world));
    await bolt.start();
    await backgroundClient(slackSettings()).auth.test();
    await service.authorize();
    await Promise.all([bolt.stop(), service.close()]);

    expect(new Set(network.opened)).toEqual(
      new Set(['slack.example:443', 'socket.example:443', 'tenant.example:443']),
    );
    expect(network.came).toEqual(
      expect.arrayContaining([
        'POST slack.example/api/auth.test',
        'GET socket.example/link',
        'POST tenant.example/auth/v1/token',
      ]),
    );
  });

  it('what NO_PROXY names is reached without it', async () => {
    await expect(fetch('https://direct.invalid/')).rejects.toThrow('fetch failed');
    await expect(fetch('https://sub.direct.invalid/')).rejects.toThrow('fetch failed');
    expect(network.opened).toEqual([]);
  });

  it('a write is certainly not done where the proxy opens no way, and the failure says so', async () => {
    const service = client();
    await service.authorize();
    network.refuses = 403;
    const other = client();
    await expect(other.authorize()).rejects.toMatchObject({
      message: expect.stringContaining('no connection (the proxy answers 403)'),
      certainlyNotDone: true,
    });
    await Promise.all([service.close(), other.close()]);
  });

  it('credentials that it refuses end the start, and the doctor names them', async () => {
    goThrough({ url: network.proxyUrl.replace('bot:', 'other:'), noProxy: '' });
    const says = 'The proxy refuses the user name and password in HTTPS_PROXY (407): correct them.';
    const slack = backgroundClient(slackSettings());
    for (const { says: found } of [
      (await slackTokenCheck(slack)).token,
      await tenantCheck(client()),
    ])
      expect(found).toContain(says);
    await expect(refuseUnfitProxy(environment())).rejects.toThrow(
      new StartRefused(`The bot cannot start. ${says}`),
    );
  });
});
