import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { startApp } from '../../src/app.ts';
import { freePort } from '../support/bot-process.ts';
import { until } from '../support/bot-world.ts';
import { embeddedEngine, type TestDatabase } from '../support/database.ts';
import { testSettings } from '../support/test-settings.ts';

/** A minimal Slack side of Socket Mode: tickets, one socket, envelopes. */
class SocketSlack {
  readonly calls: { readonly method: string; readonly body: string }[] = [];
  readonly heard: string[] = [];
  /** Slack answers nothing useful. */
  isDown = false;
  /** How many sockets were opened so far. */
  opened = 0;
  readonly #sockets = new Set<WebSocket>();
  readonly #server: Server;
  readonly #door: WebSocketServer;

  constructor() {
    this.#server = createServer((req, res) => void this.#answer(req).then((body) => res.end(JSON.stringify(body))));
    this.#door = new WebSocketServer({ server: this.#server });
    this.#door.on('connection', (socket) => {
      this.#sockets.add(socket);
      this.opened += 1;
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('message', (data) => this.heard.push(Buffer.isBuffer(data) ? data.toString() : ''));
      socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  send(envelope: object): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(envelope));
  }

  /** The connection breaks. */
  drop(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  async close(): Promise<void> {
    this.drop();
    this.#door.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(req: IncomingMessage): Promise<object> {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const method = (req.url ?? '').replace(/^\/api\//, '');
    this.calls.push({ method, body });
    if (this.isDown) return { ok: false, error: 'internal_error' };
    if (method === 'apps.connections.open') return { ok: true, url: `ws://127.0.0.1:${this.port}/link` };
    if (method === 'auth.test') return { ok: true, team_id: 'T0ACME', user_id: 'U0BOT' };
    return { ok: true, view: { id: 'V1' } };
  }
}

describe('Socket Mode', () => {
  const slack = new SocketSlack();
  let database: TestDatabase;
  let port: number;
  let app: Awaited<ReturnType<typeof startApp>>;

  beforeAll(async () => {
    await slack.listen();
    slack.isDown = true;
    database = await embeddedEngine.open();
    port = await freePort();
    app = await startApp({
      environment: {
        mode: 'slack',
        http: { host: '127.0.0.1', port },
        ops: { host: '127.0.0.1', port: 0 },
        database: database.settings,
        dataDir: '',
        logLevel: 'silent',
        slack: {
          botToken: 'xoxb-test-token-of-the-bot',
          apiUrl: `http://127.0.0.1:${slack.port}/api/`,
          transport: { kind: 'socket', appToken: 'xapp-test-token-of-the-app' },
        },
        governance: {
          baseUrl: 'http://127.0.0.1:9',
          tokenUrl: 'http://127.0.0.1:9/auth/v1/token',
          clientId: 'bot',
          clientSecret: 'secret-of-the-client',
        },
      },
      settings: testSettings(),
    });
  });
  afterAll(async () => {
    await app?.stop();
    await slack.close();
    await database?.close();
  });

  const command = (envelopeId: string) => ({
    envelope_id: envelopeId,
    type: 'slash_commands',
    accepts_response_payload: true,
    payload: {
      command: '/request-access',
      text: '',
      user_id: 'U0BEN',
      user_name: 'ben',
      team_id: 'T0ACME',
      team_domain: 'acme',
      channel_id: 'C0GENERAL',
      channel_name: 'general',
      trigger_id: '1.2.3',
      response_url: `http://127.0.0.1:${slack.port}/hook`,
    },
  });

  it('starts while Slack is down, and later takes a command through the socket, acknowledges it and opens the form', async () => {
    await until('it asks for a socket', () => slack.calls.some((call) => call.method === 'apps.connections.open'));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    slack.isDown = false;
    await until('the socket is open', () => slack.opened === 1, 30_000);
    slack.send(command('envelope-1'));
    await until('the acknowledgement', () => slack.heard.some((text) => text.includes('envelope-1')));
    const opened = await until('the form', () => slack.calls.find((call) => call.method === 'views.open'));
    expect(opened.body).toContain('request.submit');
  });

  it('comes back after the connection breaks', async () => {
    slack.drop();
    await until('a new socket', () => slack.opened === 2, 30_000);
    slack.send(command('envelope-2'));
    await until('the acknowledgement', () => slack.heard.some((text) => text.includes('envelope-2')));
    expect(slack.opened).toBe(2);
  });

  it('serves health on its port', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});
