import { describe, expect, it } from 'vitest';
import type { SlackEnvironment } from '../../../src/config/environment.ts';
import { agentLook } from '../../../src/extras/agents/index.ts';
import { isOwnHost } from '../../../src/extras/agents/server/mcp-endpoint.ts';
import { botEnvironment, testWebhooks } from '../../support/bot-environment.ts';
import { withoutAgents } from '../../support/test-settings.ts';
import { judged } from '../../support/told-checks.ts';

type Transport = SlackEnvironment['slack']['transport'];

const overHttp: Transport = { kind: 'http', signingSecret: 'a secret' };
const overSocket: Transport = { kind: 'socket', appToken: 'xapp-1' };
const url = 'https://agents.acme.example';

async function checked(
  agents: Partial<typeof withoutAgents>,
  transport: Transport,
  webhooks: SlackEnvironment['webhooks'] = null,
) {
  const place = {
    database: { kind: 'embedded', dataDir: '' },
    slackApiUrl: '',
    governanceUrl: '',
  } as const;
  const look = agentLook({
    settings: { agents: { ...withoutAgents, enabled: true, ...agents } },
    environment: botEnvironment({ ...place, transport, webhooks }),
  });
  return (await judged([look])).map(({ state, says }) => `${state}: ${says}`);
}

describe('the doctor says of agents', () => {
  it('nothing where they are not switched on', async () => {
    expect(await checked({ enabled: false }, overHttp)).toEqual([]);
  });

  it('where they call, and who', async () => {
    expect(await checked({ url }, overHttp)).toEqual([
      'ok: agents call https://agents.acme.example/mcp by Slackbot and with people’s own tokens',
    ]);
    expect(await checked({ url, tokens: 'refuse' }, overHttp)).toEqual([
      'ok: agents call https://agents.acme.example/mcp by Slackbot alone',
    ]);
    expect(await checked({}, overHttp, testWebhooks)).toEqual([
      'ok: agents call https://bot.acme.example/mcp by Slackbot and with people’s own tokens',
    ]);
  });

  it('that nobody reaches a bot without an address, by a socket or not', async () => {
    for (const transport of [overHttp, overSocket])
      expect(await checked({}, transport)).toEqual([
        'warning: agents.url is not set, so only this machine may call. Set it to the https address at which Slack and people’s agents reach this bot, Socket Mode or not: a socket carries no calls of agents.',
      ]);
  });

  it('that Slackbot needs the signing secret in Socket Mode, too', async () => {
    expect(await checked({ url }, overSocket)).toEqual([
      'warning: agents call https://agents.acme.example/mcp with people’s own tokens; Slackbot cannot: in Socket Mode nothing tells its requests from others. Set SLACK_SIGNING_SECRET as well, and have that address lead to PORT.',
    ]);
    expect(await checked({ url }, { ...overSocket, signingSecret: 'a secret' })).toEqual([
      'ok: agents call https://agents.acme.example/mcp by Slackbot and with people’s own tokens',
    ]);
  });
});

describe('a request is for this bot', () => {
  it.each([
    ['agents.acme.example', url, true],
    ['AGENTS.acme.example', url, true],
    ['agents.acme.example:443', url, true],
    ['agents.acme.example:8443', url, false],
    ['agents.acme.example:8443', `${url}:8443`, true],
    ['evil.example', url, false],
    ['agents.acme.example.evil.example', url, false],
    ['agents.acme.example@evil.example', url, false],
    ['agents.acme.example', null, false],
    ['localhost:3000', null, true],
    ['127.0.0.1:3000', url, true],
    ['[::1]:3000', null, true],
    ['127.0.0.1.evil.example', null, false],
    ['', url, false],
    [undefined, url, false],
  ])('that says %s, at %s: %s', (host, publicUrl, isOwn) => {
    expect(isOwnHost(host, publicUrl)).toBe(isOwn);
  });
});
