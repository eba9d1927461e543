/** The address of agents, before the protocol: what is refused, and what it costs. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseFailure } from '../../../src/domain/outward/outward-failure.ts';
import { createMcpEndpoint, mcpPath } from '../../../src/extras/agents/server/mcp-endpoint.ts';
import { openServer } from '../../../src/operator/health/http-server.ts';
import { UnauthenticatedBodies } from '../../../src/use-cases/people/limiter.ts';
import { signingSecret } from '../../support/bot-environment.ts';
import { callBody, slackHeaders, slackMeta, statusOf } from '../../support/calling-agents.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { until } from '../../support/until.ts';

const agent = {
  userId: 'U0BEN',
  teamId: 'T0ACME',
  client: { kind: 'token', name: 'laptop' },
} as const;

/** An endpoint at which one token is good. Everybody who may call is answered with 200. */
async function opened({ mostBytes = 1_000_000, waitSeconds = 0 } = {}) {
  const fake = new FakeWorld();
  const bodies = new UnauthenticatedBodies(fake, mostBytes);
  const goodTokens = new Set(['Bearer good']);
  const handler = createMcpEndpoint({
    world: fake,
    bodies,
    signingSecret,
    publicUrl: null,
    answer: async () => new Response('{}'),
    agentOfToken: async (header = '') => {
      if (header === 'Bearer busy') throw new DatabaseFailure('too many wait');
      return goodTokens.has(header) ? agent : null;
    },
    waitSeconds: () => waitSeconds,
    take: async () => ({ ok: false, refusal: '' }),
  });
  const server = await openServer([{ path: mcpPath, method: 'POST', handler }], {
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => server.close());
  return {
    fake,
    bodies,
    goodTokens,
    port: server.port,
    eventsUrl: `http://127.0.0.1:${server.port}`,
  };
}

/** A request with its headers and some of its body, and not the end. */
function unfinished(port: number, header: string): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Length: 100001\r\n\r\n`,
  );
  socket.write(Buffer.alloc(100_000, 'x'));
  return socket;
}

const signedLater = 'X-Slack-Signature: v0=1';

describe('the body of a request', () => {
  it('counts among those whose sender nobody has checked, and the oldest is cut beyond their budget', async () => {
    const { bodies, port } = await opened({ mostBytes: 250_000 });
    const first = unfinished(port, signedLater);
    await until('it is held', () => bodies.heldBytes > 100_000);
    unfinished(port, signedLater);
    await until('the first is cut', () => first.destroyed);
    expect(bodies.heldBytes).toBeLessThanOrEqual(250_000);
  });

  it('is not read without a signature or a good token', async () => {
    const { bodies, port } = await opened();
    const socket = unfinished(port, 'Authorization: Bearer bad');
    const [heard] = await once(socket, 'data');
    expect(String(heard)).toContain('HTTP/1.1 401');
    expect(bodies.heldBytes).toBe(0);
  });

  it('that comes slowly is not taken with a token that was revoked meanwhile', async () => {
    const { fake, bodies, goodTokens, port } = await opened();
    const socket = unfinished(port, 'Authorization: Bearer good');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    await until('it is held', () => bodies.heldBytes > 0);
    goodTokens.clear();
    fake.pass(1_001);
    socket.write('x');
    await until('it is answered', () => answer !== '');
    expect(answer).toContain('HTTP/1.1 401');
  });
});

describe('a refused request', () => {
  const body = callBody('my_access', slackMeta('U0BEN'));

  it('of a person whose agents call too often is told when to come back', async () => {
    const { eventsUrl } = await opened({ waitSeconds: 17 });
    const answer = await fetch(`${eventsUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: 'Bearer good' },
      body,
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '17']);
  });

  it('with a token that is not good says so, and not whether it ever was', async () => {
    const { eventsUrl } = await opened();
    const answer = await fetch(`${eventsUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: 'Bearer bad' },
      body,
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect(await answer.json()).toEqual({
      error: 'invalid_token',
      error_description:
        'No token that is good now: it has ended, was revoked, was not copied whole, or never was one. /request-access agents in Slack shows those that are good.',
    });
  });

  it('without any token is asked for one', async () => {
    const { eventsUrl } = await opened();
    const answer = await fetch(`${eventsUrl}/mcp`, { method: 'POST', body });
    expect([answer.headers.get('www-authenticate'), await answer.text()]).toEqual(['Bearer', '']);
  });

  it('while the database is busy comes again later, and a flood of them is one line', async () => {
    const { eventsUrl, fake } = await opened();
    const headers = { authorization: 'Bearer busy' };
    for (const _time of [1, 2, 3]) {
      const answer = await fetch(`${eventsUrl}/mcp`, { method: 'POST', headers, body });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(fake.lines.map(({ level, fields }) => [level, fields.status])).toEqual([['warn', 503]]);
  });

  it('is told to the operator once a minute for each reason, without a word of it', async () => {
    const place = await opened();
    const { fake } = place;
    const secret = { secret: 'another secret of tests' };
    for (const ageMs of [0, 0, 60_000]) {
      fake.pass(ageMs);
      await statusOf(place, body, { ...slackHeaders(body, secret) });
    }
    await statusOf(place, body, { ...slackHeaders(body), origin: 'https://evil.example' });
    expect(fake.lines.map(({ level, fields }) => [level, fields.status])).toEqual([
      ['warn', 401],
      ['warn', 401],
      ['warn', 403],
    ]);
    expect(JSON.stringify(fake.lines)).not.toMatch(/U0BEN|evil|v0=/);
  });
});
