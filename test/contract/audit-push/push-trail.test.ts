/** Long because every way in which a receiver fails is here. */
import { createServer } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPushing } from '../../../src/extras/audit-push/keep-pushing.ts';
import { openReceiver } from '../../../src/extras/audit-push/post-batch.ts';
import { pushCheck } from '../../../src/extras/audit-push/push-check.ts';
import { pushRows } from '../../../src/extras/audit-push/push-rows.ts';
import { type PushDeps, pushTrail } from '../../../src/extras/audit-push/push-trail.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { unsigned } from '../../../src/use-cases/trail/audit-chain.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { portOf } from '../../support/port-of.ts';
import { answering, openPushReceiver, type PushReceiver } from '../../support/push-receiver.ts';
import { noon, person } from '../../support/samples.ts';
import { beginAnew, sealAll } from '../../support/sealed-trail.ts';
import { emptyTables } from '../../support/shared-database.ts';
import { useStore } from '../../support/store-fixture.ts';
import { testSettings } from '../../support/test-settings.ts';

const sender = {
  tenant: 'https://acme.example',
  bot: { version: '0.3.0', host: 'bot-1' },
};
const hourMs = 3_600_000;

describe('the push of the audit trail', () => {
  const store = useStore();
  let receiver: PushReceiver;
  let world: FakeWorld;
  beforeEach(async () => {
    world = new FakeWorld();
    receiver = await openPushReceiver();
    await emptyTables.execute(store.kysely);
    await beginAnew(store.kysely, unsigned);
  });
  afterEach(() => receiver[Symbol.asyncDispose]());

  /** A bot, in one of several processes. */
  function bot(change: { readonly url?: string; readonly timeoutMs?: number } = {}): PushDeps {
    const { url = receiver.url, ...times } = change;
    const push = { url, headers: { 'x-source': 'access-bot' }, format: 'json' as const };
    const opened = openReceiver({
      push,
      authorization: 'Bearer s3cret',
      callsEnd: new AbortController().signal,
      now: world.now,
      ...times,
    });
    return {
      trail: createAuditTrail(store.background),
      rows: pushRows(store.background),
      receiver: opened,
      sender,
      format: push.format,
      world,
      stopped: new AbortController().signal,
    };
  }

  const append = (count: number, at = noon) =>
    store.transaction(async (tx) => {
      for (let index = 0; index < count; index += 1)
        await tx.audit.append({ kind: 'request.asked', at, actor: 'U0ANA' });
    });
  const seal = () => sealAll(store.kysely, unsigned);
  const batches = () => receiver.came.map(({ batch }) => batch.map(({ position }) => position));
  const cursor = async () => (await pushRows(store.kysely).state())?.position;

  it('sends what is sealed, with the people in it, and nothing that is not', async () => {
    await store.transaction(async (tx) => {
      await tx.identities.saveResolved({
        slackUserId: 'U0ANA',
        person: person('user-ana'),
        checkedAt: noon,
      });
      await tx.audit.append({
        kind: 'request.created',
        at: noon,
        actor: 'U0ANA',
        requestId: 'request-1',
        detail: { targetSlackId: 'U0NEW', justification: 'INC-42' },
      });
    });
    await seal();
    await append(1);
    await pushTrail(bot());
    const [{ batch, headers } = { batch: [], headers: {} }] = receiver.came;
    const seals = await store.kysely
      .selectFrom('auditSeals')
      .select('hash')
      .orderBy('position')
      .execute();
    const { name, email } = person('user-ana');
    expect(batch.map(({ position, kind }) => [position, kind])).toEqual([
      [1, 'audit.begun'],
      [2, 'request.created'],
    ]);
    expect(batch[1]).toMatchObject({
      version: 1,
      seal: seals[1]?.hash,
      at: noon.toISOString(),
      tenant: 'https://acme.example',
      bot: { version: '0.3.0', host: 'bot-1' },
      actor: { slackId: 'U0ANA', serviceId: 'user-ana', email, name },
      target: { slackId: 'U0NEW', serviceId: null, email: null, name: null },
      app: null,
      requestId: 'request-1',
      taskId: null,
      detail: { targetSlackId: 'U0NEW', justification: 'INC-42' },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer s3cret',
      'x-source': 'access-bot',
    });
    await seal();
    await pushTrail(bot());
    expect(batches()).toEqual([[1, 2], [3]]);
  });

  it('sends a long trail in batches, in the order of the chain', async () => {
    await append(249);
    await seal();
    await pushTrail(bot());
    expect(batches().map((batch) => batch.length)).toEqual([100, 100, 50]);
    expect(batches().flat()).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(await cursor()).toBe(250);
  });

  it('goes on only after a 2xx, and waits longer after each failure', async () => {
    await append(1);
    await seal();
    receiver.answers.push(answering(500), answering(302, { location: receiver.url }));
    receiver.answers.push(answering(429, { 'retry-after': '120' }));
    for (const [attempts, trouble, waitMs] of [
      [1, 500, 1_000],
      [2, 302, 2_000],
      [3, 429, 120_000],
    ] as const) {
      await pushTrail(bot());
      expect(await pushRows(store.kysely).state()).toMatchObject({
        position: 0,
        unsent: 2,
        trouble: `the receiver answered ${trouble}`,
      });
      world.pass(waitMs - 1);
      await pushTrail(bot());
      expect(receiver.came).toHaveLength(attempts);
      world.pass(1);
    }
    await pushTrail(bot());
    expect(await cursor()).toBe(2);
    expect(batches().every((batch) => batch.join() === '1,2')).toBe(true);
  });

  it('sends fewer at once to a receiver for which a batch is too large', async () => {
    await append(7);
    await seal();
    receiver.answers.push(answering(413), answering(413));
    await pushTrail(bot());
    expect(batches()).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [1, 2, 3, 4],
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    expect(await cursor()).toBe(8);
    expect(world.lines).toEqual([]);
  });

  it('waits where a single entry is too large', async () => {
    await append(1);
    await seal();
    receiver.answers.push(answering(413), answering(413));
    await pushTrail(bot());
    expect(batches()).toEqual([[1, 2], [1]]);
    expect(await pushRows(store.kysely).state()).toMatchObject({
      position: 0,
      trouble: 'the receiver answered 413',
    });
  });

  it('says once for each trouble that entries wait, and when they go on', async () => {
    await append(1);
    await seal();
    receiver.answers.push(answering(401), answering(401));
    for (let turn = 0; turn < 3; turn += 1) {
      await pushTrail(bot());
      world.pass(hourMs);
    }
    expect(world.lines).toEqual([
      {
        level: 'warn',
        fields: { trouble: 'the receiver answered 401', after: 0 },
        what: 'audit.push: entries wait to be sent',
      },
      {
        level: 'info',
        fields: { failures: 2 },
        what: 'the receiver of audit.push takes entries again',
      },
    ]);
  });

  it('sends again what a slow receiver may have taken', async () => {
    await append(1);
    await seal();
    receiver.answers.push(() => undefined);
    // Long enough for the receiver to hear of it, on a busy machine, too.
    await pushTrail(bot({ timeoutMs: 1_500 }));
    expect(await pushRows(store.kysely).state()).toMatchObject({
      position: 0,
      trouble: 'no answer in time',
    });
    world.pass(hourMs);
    await pushTrail(bot());
    expect(batches()).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(await cursor()).toBe(2);
  });

  it('does not take a second answer to one batch for that to the next', async () => {
    await append(149);
    await seal();
    const took = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      let text = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const isAnswered = text.endsWith(']');
        text += String(chunk);
        // The second answer comes just as the next batch begins, if that uses the same connection.
        if (isFirst && isAnswered) socket.write(took);
        if (!text.endsWith(']')) return;
        if (isFirst) socket.write(took);
        else socket.end('HTTP/1.1 503 Unavailable\r\ncontent-length: 0\r\n\r\n');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    await pushTrail(bot({ url: `http://127.0.0.1:${portOf(server)}/` }));
    expect(await pushRows(store.kysely).state()).toMatchObject({
      position: 100,
      trouble: 'the receiver answered 503',
    });
    await new Promise((done) => server.close(done));
  });

  it('goes on where it was after a restart in the middle', async () => {
    await append(249);
    await seal();
    const stopping = new AbortController();
    receiver.answers.push((response) => {
      stopping.abort();
      response.writeHead(200).end();
    });
    await pushTrail({ ...bot(), stopped: stopping.signal });
    expect(batches().map((batch) => batch.length)).toEqual([100]);
    await pushTrail(bot());
    expect(batches().flat()).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  });

  it('takes over from a process that died with a batch under way, a minute later', async () => {
    await append(1);
    await seal();
    const now = world.now();
    const heldUntil = new Date(now.getTime() + 60_000);
    const order = { now, until: heldUntil, sender: 'another' };
    const died = await pushRows(store.kysely).begin(order);
    expect(died).toMatchObject({ after: 0 });
    world.pass(59_999);
    await pushTrail(bot());
    expect(batches()).toEqual([]);
    world.pass(1);
    await pushTrail(bot());
    expect(batches()).toEqual([[1, 2]]);
    // It was only frozen, and has its answer now.
    if (died === null) throw new Error('nothing was to be sent');
    expect(await pushRows(store.kysely).taken(died, { upTo: 1, gone: 0 }, now)).toBe(false);
    expect(await cursor()).toBe(2);
  });

  it('has one of two replicas send at a time, each entry once and in order', async () => {
    await append(499);
    await seal();
    const slowly = (response: Parameters<(typeof receiver.answers)[number]>[0]) =>
      setImmediate(() => response.writeHead(200).end());
    receiver.answers.push(slowly, slowly, slowly, slowly, slowly);
    const replicas = [bot(), bot()];
    const send = async () => {
      await Promise.all(replicas.map(pushTrail));
      return cursor();
    };
    await expect.poll(send).toBe(500);
    expect(receiver.mostAtOnce()).toBe(1);
    expect(batches().flat()).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  });

  it('raises an alarm when entries were pruned before they were sent', async () => {
    await append(3);
    await seal();
    receiver.answers.push(answering(503));
    await pushTrail(bot());
    await append(1, new Date(noon.getTime() + 48 * hourMs));
    await seal();
    const before = new Date(noon.getTime() + 24 * hourMs);
    expect(await createAuditTrail(store.kysely).prune(before, before, unsigned)).toBe(4);
    world.pass(48 * hourMs);
    await pushTrail(bot());
    expect(batches()).toEqual([[1, 2, 3, 4], [5]]);
    expect(world.lines).toContainEqual({
      level: 'error',
      fields: { entries: 4, upTo: 4 },
      what: 'entries of the audit trail were gone before audit.push had sent them: retention.audit is too short, or somebody took them out',
    });
    expect(await pushCheck(store, world.now())).toMatchObject([
      { what: 'audit push', state: 'error', says: expect.stringMatching(/^4 entries are gone/) },
    ]);
  });

  it('has the doctor say how far it is, and warn when entries wait for long', async () => {
    expect(await pushCheck(store, world.now())).toEqual([]);
    await append(1);
    await seal();
    await pushTrail(bot());
    expect(await pushCheck(store, world.now())).toEqual([
      { what: 'audit push', state: 'ok', says: 'sent up to position 2, 0 wait' },
    ]);
    await append(1);
    await seal();
    receiver.answers.push(answering(403));
    await pushTrail(bot());
    expect(await pushCheck(store, world.now())).toMatchObject([{ state: 'ok' }]);
    world.pass(hourMs);
    expect(await pushCheck(store, world.now())).toMatchObject([
      {
        state: 'warning',
        says: expect.stringContaining('the last attempt: the receiver answered 403.'),
      },
    ]);
  });

  it('runs in the bot where audit.push is set, shows its lag, and ends with it', async () => {
    await append(1);
    await seal();
    const registry = new Registry();
    const closers: (() => unknown)[] = [];
    const push = { url: receiver.url, headers: {}, format: 'json' as const };
    const governance = { baseUrl: 'https://acme.example', tokenUrl: undefined };
    world.pass(90_000);
    receiver.answers.push(answering(503));
    keepPushing({
      environment: {
        governance: { ...governance, clientId: 'bot', clientSecret: 'bot-secret' },
      },
      settings: testSettings({ audit: { channel: null, push } }),
      world,
      database: { background: store.background },
      metrics: { registry },
      callsEnd: new AbortController().signal,
      onStop: (close) => closers.push(close),
    });
    const lag = () => registry.metrics();
    await expect.poll(() => receiver.came.length).toBeGreaterThan(0);
    await expect
      .poll(async () => (await pushRows(store.kysely).state())?.trouble)
      .toBe('the receiver answered 503');
    expect(await lag()).toContain('access_audit_push_lag_seconds 90\n');
    world.pass(hourMs);
    await expect.poll(cursor, { timeout: 45_000 }).toBe(2);
    expect(await lag()).toContain('access_audit_push_lag_seconds 0\n');
    for (const close of closers) await close();
    expect(receiver.came.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });
});
