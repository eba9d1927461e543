import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { webhookPath } from '../../../src/extras/webhooks/webhook-receiver.ts';
import { openServer } from '../../../src/operator/health/http-server.ts';
import { createBolt, eventsPath } from '../../../src/slack/receiving/bolt-app.ts';
import { mostUnauthenticatedBytes } from '../../../src/use-cases/people/limiter.ts';
import { boltDeps } from '../../support/bolt-deps.ts';
import { handlerOf, ReceiverRig, tokenFor } from '../../support/receiving.ts';

const signingSecret = 'a-signing-secret-of-tests';
const nearlyAMegabyte = 1_000_000;

/** The bot's port, with both receivers. */
async function opened() {
  const rig = new ReceiverRig();
  const { world, bodies } = rig;
  const slack = createBolt(
    {
      botToken: 'xoxb-test',
      apiUrl: 'http://127.0.0.1:9/api/',
      transport: { kind: 'http', signingSecret },
    },
    { ...boltDeps(world), bodies },
  );
  slack.bolt.command('/echo', async ({ ack, body }) => ack(`heard ${body.text}`));
  const { handle } = slack;
  if (handle === null) throw new Error('no endpoint over HTTP');
  const server = await openServer(
    [
      { path: eventsPath, method: 'POST', handler: handle },
      { path: webhookPath, method: 'POST', handler: handlerOf(rig) },
    ],
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(async () => {
    await server.close();
    await slack.stop();
  });
  return { rig, bodies, port: server.port };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** A request of which nearly a megabyte is sent, and not the end. */
function unfinished(port: number, path: string, authorization = 'bearer none'): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: bot\r\nAuthorization: ${authorization}\r\nContent-Length: ${nearlyAMegabyte + 1}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(nearlyAMegabyte, 'x'));
  return socket;
}

async function commandAnswered({ rig, port }: Opened): Promise<string> {
  const body = new URLSearchParams({
    command: '/echo',
    text: 'ahoy',
    user_id: 'U0BEN',
    user_name: 'ben',
    team_id: 'T0ACME',
    channel_id: 'C0GENERAL',
    trigger_id: '1.2.3',
    response_url: 'http://127.0.0.1:9/',
  }).toString();
  const timestamp = String(Math.floor(rig.world.now().getTime() / 1_000));
  const signed = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`);
  const answer = await fetch(`http://127.0.0.1:${port}${eventsPath}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signed.digest('hex')}`,
    },
    body,
  });
  return answer.text();
}

describe('unfinished requests', () => {
  it('hold 64 MB together, to Slack’s address and to that of webhooks', async () => {
    const bot = await opened();
    const authorization = `bearer ${tokenFor(bot.rig, 'another body')}`;
    let most = 0;
    let closed = 0;
    const count = 100;
    const tooMany = count - Math.floor(mostUnauthenticatedBytes / nearlyAMegabyte);
    const areCut = new Promise<void>((resolve) => {
      for (let index = 0; index < count; index += 1) {
        const path = index % 2 === 0 ? eventsPath : webhookPath;
        const socket = unfinished(bot.port, path, authorization);
        socket.on('drain', () => {
          most = Math.max(most, bot.bodies.heldBytes);
        });
        socket.on('close', () => {
          most = Math.max(most, bot.bodies.heldBytes);
          closed += 1;
          if (closed === tooMany) resolve();
        });
      }
    });
    await areCut;
    expect(most).toBeGreaterThan(mostUnauthenticatedBytes / 2);
    expect(most).toBeLessThanOrEqual(mostUnauthenticatedBytes);
    expect(closed).toBeLessThan(count);
    expect(await commandAnswered(bot)).toBe('heard ahoy');
  });

  it('are refused by the header of a webhook alone, without a byte of the body', async () => {
    const { rig, port, bodies } = await opened();
    const socket = unfinished(
      port,
      webhookPath,
      `bearer ${tokenFor(rig, '', { claims: { iss: 'x' } })}`,
    );
    let most = 0;
    socket.on('drain', () => {
      most = Math.max(most, bodies.heldBytes);
    });
    const [heard] = await once(socket, 'data');
    expect(String(heard)).toMatch(/^HTTP\/1\.1 401 /);
    expect(most).toBe(0);
    expect(rig.log.counts).toMatchObject({ issuer: 1, forged: 0 });
  });
});
