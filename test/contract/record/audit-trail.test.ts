/** Long because every way to tamper with the trail is tried. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditFilter } from '../../../src/domain/record/audit-filter.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { auditRows, TrailLock } from '../../../src/store/record/audit.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import {
  type ChainHead,
  headSigner,
  headsIn,
  type SignHead,
  signedHeadText,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { actor, noon, snapshot } from '../../support/samples.ts';
import { beginAnew, sealAll as sealEverything } from '../../support/sealed-trail.ts';
import { openOwnDatabase } from '../../support/shared-database.ts';
import { useStore } from '../../support/store-fixture.ts';

const unsigned: SignHead = () => null;
const signed = headSigner('a signing key of tests');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

describe('the audit trail', () => {
  const store = useStore(openOwnDatabase);
  const trail = () => createAuditTrail(store.kysely);
  beforeAll(() => beginAnew(store.kysely, unsigned));

  async function append(kind: string, change: Record<string, unknown> = {}): Promise<void> {
    await store.transaction((tx) => tx.audit.append({ kind, at: noon, actor: 'U0ANA', ...change }));
  }

  const sealAll = (sign = unsigned) => sealEverything(store.kysely, sign);
  /** The tests before have sealed without a key. */
  async function startSigning(): Promise<void> {
    const order = { now: noon, sign: signed, operator: 'ana', broken: null };
    await expect.poll(() => trail().startChain(order)).not.toBeNull();
    await sealAll(signed);
  }
  const verify = (heads: readonly ChainHead[] = [], sign = null as typeof signed | null) =>
    verifyChain(trail(), heads, sign);

  /** As the owner of the database can: without the triggers. Everything is put back afterwards. */
  async function tampered(statements: readonly string[], look: () => Promise<void>): Promise<void> {
    const tables = ['audit', 'audit_seals', 'audit_heads', 'audit_sealing'];
    const run = (lines: readonly string[]) =>
      store.kysely.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection);
        for (const line of lines) await sql.raw(line).execute(connection);
        await sql`set session_replication_role = default`.execute(connection);
      });
    await run(tables.map((table) => `create table kept_${table} as select * from ${table}`));
    try {
      await run(statements);
      await look();
    } finally {
      await run(
        tables.flatMap((table) => [
          `delete from ${table}`,
          `insert into ${table} ${table === 'audit' ? 'overriding system value' : ''} select * from kept_${table}`,
          `drop table kept_${table}`,
        ]),
      );
    }
  }

  it('seals each entry once and in order, also entries appended at the same time', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        append(`at once ${index}`, { detail: { odd: '\uD83D\0' } }),
      ),
    );
    expect(await verify()).toMatchObject({
      broken: null,
      entries: 1,
      unsealed: 12,
      oldestUnsealed: noon.toISOString(),
    });
    const head = await sealAll();
    expect(head).toMatchObject({ position: 13, signature: null });
    expect(await trail().seal({ now: noon, sign: unsigned, lastHead: null })).toEqual({
      kind: 'nothing',
    });
    expect(await verify()).toMatchObject({ broken: null, entries: 13, heads: 1, unsealed: 0 });
  });

  it('is sealed by one of several processes at a time', async () => {
    for (let round = 0; round < 3; round += 1) {
      await append('for one of them');
      const heads = await Promise.all(
        Array.from({ length: 6 }, () =>
          trail().seal({ now: noon, sign: unsigned, lastHead: null }),
        ),
      );
      expect(heads.filter(({ kind }) => kind === 'sealed').length).toBeLessThanOrEqual(1);
    }
    await sealAll();
    expect(await verify()).toMatchObject({ broken: null, unsealed: 0 });
  });

  it('appends beside a transaction that never ends, and seals what was committed before it', async () => {
    const stuck = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const frozen = store.kysely.transaction().execute(async (trx) => {
      const onAppended = () => undefined;
      const trailLock = new TrailLock();
      const rows = auditRows(trx, {
        at: noon,
        isAwaited: true,
        isLocked: false,
        trailLock,
        onAppended,
      });
      await rows.append({ kind: 'frozen' });
      await rows.write();
      begun.resolve();
      await stuck.promise;
    });
    await begun.promise;
    await append('beside it');
    expect(await trail().seal({ now: noon, sign: unsigned, lastHead: null })).toEqual({
      kind: 'nothing',
    });
    stuck.resolve();
    await frozen;
    const head = await sealAll();
    const kinds = await trail().sealed({}, { afterPosition: (head?.position ?? 0) - 2, limit: 10 });
    expect(kinds.map(({ line }) => line.kind)).toEqual(['frozen', 'beside it']);
    expect((await verify()).broken).toBeNull();
  });

  it('continues after a restore into a server that counts transactions from the start', async () => {
    await sql`update audit_sealing set settled_before = 9000000000`.execute(store.kysely);
    await append('after the restore');
    expect(await sealAll()).not.toBeNull();
    await append('later');
    expect(await sealAll()).not.toBeNull();
    expect(await verify()).toMatchObject({ broken: null, unsealed: 0 });
  });

  it('refuses every change to an entry, sealed or not, even by the bot’s own role', async () => {
    await append('kept');
    await sealAll();
    for (const statement of [
      `update audit set actor = 'U0EVE'`,
      'delete from audit',
      'truncate audit',
      `update audit_seals set hash = 'x'`,
      'delete from audit_seals',
      'truncate audit_seals cascade',
      'delete from audit_heads',
      'update audit_heads set position = 0',
      `update audit_heads set hash = 'x'`,
      `update audit_heads set day = '2020-01-01', position = position + 1`,
      'truncate audit_heads',
    ]) {
      await expect(sql.raw(statement).execute(store.kysely)).rejects.toThrow('append-only');
    }
  });

  describe('when somebody tampers with it', () => {
    const inAudit = 'select max(seq) from audit';

    it.each([
      [
        'an entry was changed',
        [`update audit set detail = '{"a":1}' where seq = (${inAudit})`],
        / was changed\.$/,
      ],
      [
        'an entry was given to somebody else',
        [`update audit set actor = 'U0EVE' where seq = 2`],
        /^Entry 2 was changed/,
      ],
      [
        'an entry was dated back',
        [`update audit set at = at - interval '1 s' where seq = 2`],
        /^Entry 2 was changed/,
      ],
      [
        'an entry was said of another app',
        [`update audit set app = 'app-x' where seq = 2`],
        /^Entry 2 was changed/,
      ],
      ['an entry is missing', ['delete from audit where seq = 3'], /^Entry 3 is missing/],
      [
        'an entry is missing with its seal',
        ['delete from audit where seq = 3', 'delete from audit_seals where seq = 3'],
        /^Entry 4 does not follow entry 2: 1 between them are missing/,
      ],
      [
        'the end was cut off with its seals',
        [`delete from audit where seq > 3`, 'delete from audit_seals where seq > 3'],
        /^The trail ends with entry 3: what came after it, up to entry \d+, was cut off/,
      ],
      [
        'everything is gone but the heads',
        ['delete from audit', 'delete from audit_seals'],
        /^The trail ends with entry 0: what came/,
      ],
      [
        'the heads are gone',
        ['delete from audit_heads'],
        /^The newest head beside the trail, for entry \d+, is missing/,
      ],
    ])('%s: found', async (_what, statements, sentence) => {
      await append('last');
      await sealAll();
      await tampered(statements, async () => expect((await verify()).broken).toMatch(sentence));
      expect((await verify()).broken).toBeNull();
    });

    it('keeps the gap when the bot continues sealing after a cut', async () => {
      await append('last');
      await sealAll();
      await tampered(
        ['delete from audit where seq > 3', 'delete from audit_seals where seq > 3'],
        async () => {
          await append('after the cut');
          await sealAll();
          expect((await verify()).broken).toMatch(/does not follow entry 3/);
        },
      );
    });

    it('detects a cut or change that also altered the heads, by heads stored elsewhere', async () => {
      await append('last');
      const head = await sealAll();
      const kept = headsIn(
        `{"level":"info","head":"${head === null ? '' : signedHeadText(head)}","msg":"sealed"}`,
      );
      expect(kept).toEqual([head]);
      const cut = ['audit', 'audit_seals'].map((table) => `delete from ${table} where seq > 3`);
      const heads = `update audit_heads set (position, seq, hash) = (select position, seq, hash from audit_seals where seq = 3)`;
      await tampered([...cut, heads], async () => {
        expect((await verify()).broken).toBeNull();
        expect((await verify(kept)).broken).toMatch(/^The trail ends with entry 3/);
        // The job seals what is there again, as if nothing had been.
        for (let left = 0; left < (head?.position ?? 0); left += 1) await append('instead');
        await sealAll();
        expect((await verify()).broken).toBeNull();
        expect((await verify(kept)).broken).toMatch(/was changed with its seal/);
      });
      expect(await verify(kept)).toMatchObject({ broken: null, heads: 2 });
    });

    it('detects a head that is not signed with the key', async () => {
      await startSigning();
      await append('last');
      const head = await sealAll(signed);
      expect((await verify([], signed)).broken).toBeNull();
      const other = headSigner('another key of tests');
      expect((await verify([], other)).broken).toMatch(
        /^The newest head, for entry \d+, is not signed/,
      );
      const forged = head === null ? [] : [{ ...head, position: head.position - 1 }];
      expect((await verify(forged, signed)).broken).toMatch(/^The head handed in .* is not signed/);
      await tampered([`update audit_heads set signature = 'short'`], async () =>
        expect((await verify([], signed)).broken).toMatch(
          /^The newest head, for entry \d+, is not signed/,
        ),
      );
    });
  });

  it('can be read by time, person, app and request (our id, the task’s number or its id)', async () => {
    const id = await store.kept();
    const detail = { numericId: '1042' };
    await append('request.asked', { requestId: id, at: later(1) });
    await append('request.created', { requestId: id, taskId: 'task-7', detail, at: later(2) });
    await append('other', { at: later(3), actor: 'U0CHO' });
    const read = async (filter: AuditFilter) =>
      (await trail().read(filter, { order: 'asc', seq: 0, limit: 100 })).map(({ kind }) => kind);
    const both = ['request.asked', 'request.created'];
    for (const request of [id, '1042', '#1042', 'task-7'])
      expect([request, await read({ request })]).toEqual([request, both]);
    expect(await read({ request: '104' })).toEqual([]);
    await append('request.refused', { detail: { appId: 'app-aws' } });
    expect(await read({ app: 'app-github' })).toEqual(both);
    expect(await read({ app: 'app-aws' })).toEqual(['request.refused']);
    expect(await read({ actor: 'U0CHO' })).toEqual(['other']);
    expect(await read({ since: later(2).toISOString(), until: later(3).toISOString() })).toEqual([
      'request.created',
    ]);
    const [newest] = await trail().read({}, { order: 'desc', seq: 2_147_483_647, limit: 1 });
    expect(newest).toMatchObject({
      kind: 'request.refused',
      at: noon.toISOString(),
      app: 'app-aws',
      actor: 'U0ANA',
    });
  });

  it('lists the known people and requests', async () => {
    const id = await store.kept({ requester: actor('U0BEN', { userName: 'ben' }) });
    await store.transaction(async (tx) => {
      await tx.requests.save(id, { state: 'created', taskId: 'task-named', at: noon });
      await tx.tasks.save(id, snapshot({ id: 'task-named', numericId: '1018' }), noon);
    });
    const line = { seq: 1, at: '', kind: 'x', app: null, taskId: null, detail: {} };
    const lines = ['U0BEN', 'U0NOBODY', null].map((by) => ({ ...line, actor: by, requestId: id }));
    const names = await trail().names(lines);
    expect([...names.people]).toEqual(
      expect.arrayContaining([
        ['U0BEN', 'ben'],
        ['U0NOBODY', 'U0NOBODY'],
      ]),
    );
    expect([...names.numbers]).toEqual([[id, '1018']]);
    expect((await trail().names([])).people.size).toBe(0);
    const forBen = { ...line, actor: null, requestId: null, detail: { targetSlackId: 'U0BEN' } };
    expect((await trail().names([forBen])).people.get('U0BEN')).toBe('ben');
    const toBen = { ...line, actor: null, requestId: null, detail: { people: ['U0BEN'] } };
    expect((await trail().names([toBen])).people.get('U0BEN')).toBe('ben');
    const drafted = { ...line, actor: null, requestId: null, detail: { slackUserId: 'U0BEN' } };
    expect((await trail().names([drafted])).people.get('U0BEN')).toBe('ben');
  });

  it('finds people by their names in Slack and in the service, each account once', async () => {
    await store.kept({ requester: actor('U0MIRA', { userName: 'mira' }) });
    const person = { id: 'user-mira', name: 'Mira Ødegaard', email: 'Mira@acme.example' };
    await store.transaction((tx) =>
      tx.identities.saveResolved({ slackUserId: 'U0MIRA', person, checkedAt: noon }),
    );
    const mira = { slackUserId: 'U0MIRA', ...person };
    for (const typed of ['U0MIRA', 'user-mira', 'mira ødegaard', 'mira@ACME.example']) {
      expect(await trail().people(typed)).toEqual([mira]);
    }
    expect(await trail().people('MIRA')).toEqual([mira]);
    expect(await trail().people('mir')).toEqual([]);
  });

  it('needs a role of its own for pruning, and says so when the database does not grant it', async () => {
    await append('old');
    await sealAll();
    await store.kysely.connection().execute(async (connection) => {
      const role = sql.raw(`plain_${randomBytes(6).toString('hex')}`);
      await sql`create role ${role}`.execute(connection);
      await sql`grant all on all tables in schema public to ${role}`.execute(connection);
      await sql`set role ${role}`.execute(connection);
      const pruned = createAuditTrail(connection).prune(later(30), later(90), unsigned);
      await expect(pruned).rejects.toThrow('grant access_audit_pruner to');
      await sql`reset role`.execute(connection);
      await sql`drop owned by ${role}`.execute(connection);
      await sql`drop role ${role}`.execute(connection);
    });
    expect((await verify()).broken).toBeNull();
  });

  it('is pruned from the beginning while entries are old and sealed, and gets a signed start', async () => {
    await startSigning();
    await append('young', { at: later(60) });
    await append('old again');
    await append('not sealed');
    const before = await verify();
    const head = await sealAll(signed);
    const pruned = await trail().prune(later(30), later(90), signed);
    expect(pruned).toBeGreaterThan(0);
    const after = await verify([], signed);
    expect(after).toMatchObject({ broken: null, prunedHeads: 0 });
    const pruning = (change: string) => [
      `update audit set detail = (detail::jsonb || ${change})::text where kind = 'audit.pruned'`,
    ];
    await tampered(pruning(`'{"hash":"x","signature":null}'`), async () =>
      expect((await verify()).broken).not.toBeNull(),
    );
    expect(after.entries).toBe((head?.position ?? 0) - pruned);
    expect(after.entries).toBeLessThan(before.entries);
    const [first] = await trail().read({}, { order: 'asc', seq: 0, limit: 1 });
    expect(first?.kind).toBe('young');
    expect(await trail().prune(later(30), later(90), signed)).toBe(0);
    expect(
      (await verify([{ position: 1, seq: 1, hash: 'a', at: '', signature: null }])).prunedHeads,
    ).toBe(1);
    expect((await verify([], headSigner('another key of tests'))).broken).toMatch(
      /^The start of the trail/,
    );
    const earlier = `jsonb_build_object('position', (detail::jsonb ->> 'position')::int - 1)`;
    await tampered(pruning(earlier), async () =>
      expect((await verify([], signed)).broken).toMatch(/^The start of the trail/),
    );
    // By the role of the bot, with the signature of the head that stands there.
    await append('to be hidden');
    await sealAll(signed);
    const hidden = [
      `insert into audit (kind, at, detail) select 'audit.pruned', now(), to_json(newest)::text
        from (select * from audit_heads order by position desc limit 1) as newest`,
      'delete from audit where seq <= (select max(seq) from audit_heads)',
      'delete from audit_seals where seq <= (select max(seq) from audit_heads)',
    ];
    await tampered(hidden, async () =>
      expect((await verify([], signed)).broken).toMatch(/^The start of the trail.* is not signed/),
    );
  });
});
