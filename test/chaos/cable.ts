/**
 * Everything between one bot and the world: PostgreSQL, Slack in both directions, and the
 * governance service. It sees each outward call and each commit, so that the bot can be killed
 * before or after exactly that one, and it can go dead, as the network of a machine does. Long
 * because three protocols go through one place that counts their points.
 */
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type DatabaseAddress, throughPort } from '../support/database-address.ts';
import { portOf } from '../support/port-of.ts';

export interface CablePoint {
  /** `chat.postMessage card`, `POST /api/v1/task/grant`, `commit audit+requests`, ... */
  readonly label: string;
  readonly when: 'before' | 'after';
}

interface CableEnds {
  /** Where the database is; null where the bot has the embedded one. */
  readonly databaseUrl: string | null;
  readonly slackApiUrl: string;
  readonly governanceUrl: string;
}

export type DatabaseWeather = 'fine' | 'refusing' | 'silent';

export class Cable {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #databaseSockets = new Set<Socket>();
  #botEventsUrl = '';
  #weather: DatabaseWeather = 'fine';
  /** True: the bot is cut off here, before the point's bytes have gone on. */
  onPoint: (point: CablePoint) => boolean = () => false;
  /** How late everything that Slack sends arrives. */
  deliveryDelayMs = 0;
  #delivered: Sent[] = [];
  #isDead = false;
  databaseUrl: string | null = null;
  slackApiUrl = '';
  governanceUrl = '';
  eventsUrl = '';

  static async open(ends: CableEnds): Promise<Cable> {
    const cable = new Cable();
    cable.slackApiUrl = `${await cable.#serveHttp(new URL(ends.slackApiUrl).origin, slackLabel)}/api/`;
    cable.governanceUrl = await cable.#serveHttp(ends.governanceUrl, governanceLabel);
    cable.eventsUrl = `${await cable.#listenHttp((req, res) => cable.#deliver(req, res))}/slack/events`;
    if (ends.databaseUrl !== null) {
      const database = addressOf(ends.databaseUrl);
      const port = await cable.#serveTcp((client) => cable.#joinDatabase(client, database));
      cable.databaseUrl = throughPort(ends.databaseUrl, port);
    }
    return cable;
  }

  /** Where deliveries of Slack go on to. */
  leadTo(botEventsUrl: string): void {
    this.#botEventsUrl = botEventsUrl;
  }

  /** Nothing passes any more, in any direction. */
  cut(): void {
    this.#isDead = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** `refusing`: as a stopped server; `silent`: as a machine that hangs. */
  database(weather: DatabaseWeather): void {
    this.#weather = weather;
    for (const socket of this.#databaseSockets) {
      if (weather === 'refusing') socket.destroy();
      else if (weather === 'silent') socket.pause();
      else socket.resume();
    }
  }

  close(): void {
    this.cut();
    for (const server of this.#servers) server.close();
  }

  #reaches(point: CablePoint): boolean {
    return !this.#isDead && this.onPoint(point);
  }

  async #listen(server: Server): Promise<number> {
    this.#servers.push(server);
    server.on('connection', (socket: Socket) => this.#hold(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return portOf(server);
  }

  #hold(socket: Socket, also?: Set<Socket>): void {
    this.#sockets.add(socket);
    also?.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      also?.delete(socket);
    });
    if (this.#isDead) socket.destroy();
  }

  #serveTcp(onClient: (client: Socket) => void): Promise<number> {
    return this.#listen(createServer({ noDelay: true }, onClient));
  }

  #joinDatabase(client: Socket, to: DatabaseAddress): void {
    this.#databaseSockets.add(client);
    client.on('close', () => this.#databaseSockets.delete(client));
    if (this.#weather === 'refusing') return void client.destroy();
    const upstream = connect({ ...to, noDelay: true });
    this.#hold(upstream, this.#databaseSockets);
    const reader = new StatementReader();
    const waiting: string[] = [];
    client.on('data', (data: Buffer) => {
      for (const label of reader.commitsIn(data)) {
        if (this.#reaches({ label, when: 'before' })) return;
        waiting.push(label);
      }
      upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => {
      // The answer to whatever was asked: a commit is done once its connection has anything to say
      // about it.
      for (const label of waiting.splice(0)) if (this.#reaches({ label, when: 'after' })) return;
      client.write(data);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    if (this.#weather === 'silent') for (const socket of [client, upstream]) socket.pause();
  }

  async #listenHttp(
    handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  ): Promise<string> {
    const server = createHttpServer((req, res) => {
      handle(req, res).catch(() => res.destroy());
    });
    return `http://127.0.0.1:${await this.#listen(server)}`;
  }

  #serveHttp(
    target: string,
    labelOf: (req: IncomingMessage, body: string) => string,
  ): Promise<string> {
    return this.#listenHttp(async (req, res) => {
      const sent = await sentIn(req);
      const label = labelOf(req, sent.body.toString());
      if (this.#reaches({ label, when: 'before' })) return;
      const answer = await passOn(sent, new URL(req.url ?? '/', target), res);
      if (!this.#reaches({ label, when: 'after' })) answer();
    });
  }

  async #deliver(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const sent = await sentIn(req);
    this.#delivered.push(sent);
    // Slack gives up after 3 s; what it has sent arrives all the same.
    if (this.deliveryDelayMs > 0) await sleep(this.deliveryDelayMs);
    if (this.#isDead) return;
    (await passOn(sent, new URL(this.#botEventsUrl), null))(res);
  }

  /** Sends everything that Slack has sent since `forgetDeliveries` once more, the last first. */
  async deliverAgain(): Promise<void> {
    for (const sent of this.#delivered.toReversed())
      await passOn(sent, new URL(this.#botEventsUrl), null);
  }

  forgetDeliveries(): void {
    this.#delivered = [];
  }
}

interface Sent {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function sentIn(req: IncomingMessage): Promise<Sent> {
  const { host: _, ...headers } = req.headers;
  return { method: req.method ?? 'POST', headers, body: await wholeOf(req) };
}

/**
 * Resolves when there is an answer, with what gives it to whoever asked. `asker`: while it waits;
 * null = whoever it is.
 */
async function passOn(
  sent: Sent,
  to: URL,
  asker: ServerResponse | null,
): Promise<(answerTo?: ServerResponse | null) => void> {
  const onward = request(to, { method: sent.method, headers: sent.headers });
  asker?.on('close', () => onward.destroy());
  onward.end(sent.body);
  const [answer] = await once(onward, 'response');
  const body = await wholeOf(answer);
  const { 'transfer-encoding': _, ...headers } = answer.headers;
  return (answerTo = asker) =>
    void answerTo?.writeHead(answer.statusCode ?? 502, headers).end(body);
}

async function wholeOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function slackLabel(req: IncomingMessage, body: string): string {
  const method = req.url?.split('/').at(-1)?.split('?')[0] ?? '';
  if (method !== 'chat.postMessage') return method;
  return body.includes('access_card') ? `${method} (card)` : `${method} (message)`;
}

function governanceLabel(req: IncomingMessage): string {
  const path = (req.url ?? '').split('?')[0] ?? '';
  return `${req.method} ${path
    .replace(/\/tasks\/[^/]+/, '/tasks/*')
    .replace(/\/users\/[^/]+/, '/users/*')
    .replace(/\/callback\/[^/]+/, '/callback/*')}`;
}

const jobTable = 'pgboss.job';
const writes = /(?:insert\s+into|update|delete\s+from)\s+(?!set\b)((?:"?\w+"?\.)?"?\w+"?)/gi;

/**
 * Reads what a client of PostgreSQL sends: a byte that names the message, four of its length, its
 * text. A commit is named by the tables that its transaction has written; outside of transactions
 * only the ends of jobs count.
 */
class StatementReader {
  #rest = Buffer.alloc(0);
  #hasStarted = false;
  #written: Set<string> | null = null;
  /**
   * The end of a job is a statement without a transaction: it is done by the message that carries
   * its values.
   */
  #isEndingJob = false;

  commitsIn(data: Buffer): readonly string[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const commits: string[] = [];
    for (;;) {
      // The first message of a connection has no name.
      const head = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return commits;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return commits;
      const name = head === 0 ? '' : String.fromCharCode(this.#rest[0] ?? 0);
      const text = this.#rest.toString('latin1', head + 4, length);
      this.#rest = this.#rest.subarray(length);
      this.#hasStarted = true;
      const commit = this.#read(name, text);
      if (commit !== null) commits.push(commit);
    }
  }

  #read(name: string, text: string): string | null {
    if (name === 'B' && this.#isEndingJob) {
      this.#isEndingJob = false;
      const kind =
        /(create-task|sync-card|carry-out-review|carry-out-holder-action|send-notice|sync-home|retire-copy)/;
      const [, ended] = kind.exec(text) ?? [];
      return ended === undefined ? null : `end of job ${ended}`;
    }
    if (name !== 'Q' && name !== 'P') return null;
    const statement = text.replaceAll('\0', ' ').trim();
    if (/^begin\b/i.test(statement)) this.#written = new Set();
    else if (/^rollback\b/i.test(statement)) this.#written = null;
    else if (/^commit\b/i.test(statement)) {
      const tables = [...(this.#written ?? [])].toSorted();
      this.#written = null;
      return tables.length === 0 ? null : `commit of ${tables.join(', ')}`;
    } else if (this.#written !== null) {
      for (const [, table = ''] of statement.matchAll(writes)) {
        const plain = table.replaceAll('"', '');
        this.#written.add(plain.startsWith('pgboss.') ? 'jobs' : plain);
      }
    } else if (statement.includes(jobTable) || statement.includes('pgboss.j')) {
      this.#isEndingJob = /completed_on = /.test(statement);
    }
    return null;
  }
}
