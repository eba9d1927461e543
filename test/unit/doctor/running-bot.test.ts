import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { check } from '../../../src/operator/doctor/check.ts';
import { reachedLook, runningBotChecks } from '../../../src/operator/doctor/running-bot.ts';
import { portOf } from '../../support/port-of.ts';
import { noon } from '../../support/samples.ts';

const reached = { lastAcceptedAt: null, refused: null, isConnected: null };

it.each([
  [{ isConnected: true }, 'ok', /a socket to Slack is open/],
  [{ isConnected: false }, 'error', /no socket is open\. Look at SLACK_APP_TOKEN/],
  [{ refused: 'Set it.' }, 'error', /^Set it\.$/],
  [{ refused: 'Set it.', lastAcceptedAt: noon }, 'warning', /^Set it\.$/],
  [{ lastAcceptedAt: noon }, 'ok', /was accepted at 2026-/],
  [{}, 'warning', /no signed request was accepted since the start\. Type \/request-access help/],
])('a bot that Slack reaches like %o says %s', async (change, state, says) => {
  const found = await check(reachedLook({ ...reached, ...change }));
  expect(found).toMatchObject({ state, says: expect.stringMatching(says) });
});

it('the doctor prints what the bot on this machine says of itself, and that it is that bot', async () => {
  const webhooks = { what: 'webhooks', state: 'error', says: 'none came' };
  const server = createServer((_req, res) => res.end(JSON.stringify({ checks: [webhooks] })));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = { host: '127.0.0.1', port: portOf(server) };
  expect(await runningBotChecks(at)).toEqual([{ ...webhooks, what: 'running bot: webhooks' }]);
});

it('the doctor says so where no bot on this machine answers', async () => {
  expect(await runningBotChecks({ host: '127.0.0.1', port: 9 })).toEqual([
    {
      what: 'running bot: requests from Slack',
      state: 'warning',
      says: 'not checked: no bot on this machine tells it at OPS_HOST and OPS_PORT.',
    },
  ]);
});
