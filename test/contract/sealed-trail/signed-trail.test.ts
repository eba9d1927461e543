/** What somebody with write access to the database tries against a trail that is signed. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type SealingMemory, sealAll } from '../../../src/extras/sealed-trail/seal-trail.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import {
  type ChainHead,
  headSigner,
  headText,
  type SignHead,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { noon } from '../../support/samples.ts';
import { beginAnew } from '../../support/sealed-trail.ts';
import { openOwnDatabase } from '../../support/shared-database.ts';
import { useStore } from '../../support/store-fixture.ts';

const sign = headSigner('a signing key of tests');
const otherKey = headSigner('another key of tests');
const minute = 60_000;

describe('a signed trail', () => {
  const store = useStore(openOwnDatabase);
  const trail = () => createAuditTrail(store.kysely);

  interface Bot {
    readonly world: FakeWorld;
    readonly memory: SealingMemory;
    readonly sign: SignHead;
  }
  const startBot = (key = sign): Bot => ({
    world: new FakeWorld(),
    memory: { head: null, refusal: null },
    sign: key,
  });

  const append = (kind: string) =>
    store.transaction((tx) => tx.audit.append({ kind, at: noon, detail: {} }));

  const unsealed = async () => (await trail().end()).unsealed;

  /**
   * The bot's turns until it has sealed everything; other tests' transactions on the server may
   * hold it up.
   */
  async function seal(bot: Bot): Promise<void> {
    const isDone = async () => {
      await sealAll({ ...bot, trail: trail() });
      if (bot.memory.refusal !== null) throw new Error(bot.memory.refusal);
      return unsealed();
    };
    await expect.poll(isDone).toBe(0);
  }

  /** The bot's turns until it refuses. */
  async function refusal(bot: Bot): Promise<string | null> {
    const turn = async () => {
      await sealAll({ ...bot, trail: trail() });
      return bot.memory.refusal;
    };
    await expect.poll(turn).not.toBeNull();
    return turn();
  }

  /** As the owner of the database can: without the triggers. */
  async function attack(...statements: readonly string[]): Promise<void> {
    await store.kysely.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      for (const statement of statements) await sql.raw(statement).execute(connection);
      await sql`set session_replication_role = default`.execute(connection);
    });
  }

  /** A trail of three entries after its beginning that the bot has sealed and signed, on an empty database. */
  async function signedTrail(bot = startBot()): Promise<Bot> {
    await beginAnew(store.kysely, bot.sign);
    for (const kind of ['first', 'second', 'third']) await append(kind);
    await seal(bot);
    return bot;
  }

  const verify = async (key: SignHead | null = sign, heads: readonly ChainHead[] = []) =>
    (await verifyChain(trail(), heads, key)).broken;

  async function startChain(bot: Bot): Promise<void> {
    const order = { now: bot.world.now(), sign: bot.sign, operator: 'ana', broken: null };
    await expect.poll(() => trail().startChain(order)).not.toBeNull();
  }

  it.each([
    [
      'the head',
      ['delete from audit_heads'],
      'not-signed',
      /newest head beside the trail.* is missing/,
    ],
    [
      'the head with every seal, so that all is sealed anew',
      ['delete from audit_heads', 'delete from audit_seals', 'delete from audit_sealing'],
      'not-signed',
      /entries are there, but no head that is signed/,
    ],
    [
      'the signature of the head',
      [`update audit_heads set signature = null`],
      'not-signed',
      /newest head.* is not signed/,
    ],
  ])(
    'is not sealed on, and fails, after somebody deleted %s',
    async (_what, statements, why, sentence) => {
      await signedTrail();
      await attack(...statements);
      expect(await verify()).toMatch(sentence);
      await append('after the attack');
      const restarted = startBot();
      expect(await refusal(restarted)).toBe(why);
      expect(await verify()).toMatch(sentence);
      expect(restarted.world.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    },
  );

  it('is not extended after seals that the bot did not make', async () => {
    await signedTrail();
    await append('forged');
    await attack(`insert into audit_seals select position + 1, (select max(seq) from audit), repeat('a', 64)
      from audit_seals order by position desc limit 1`);
    await append('after the attack');
    expect(await refusal(startBot())).toBe('beyond-head');
  });

  it('keeps a gap where its end was cut off, and the head shows it', async () => {
    const bot = await signedTrail();
    await attack(
      `delete from audit where kind = 'third'`,
      'delete from audit_seals where position = 4',
    );
    await append('after the attack');
    await seal(bot);
    expect(await verify()).toMatch(/1 between them are missing/);
  });

  it('is not extended by a running bot after it was cut back to an earlier signed head', async () => {
    const bot = await signedTrail();
    const early = bot.memory.head;
    if (early === null) throw new Error('nothing was sealed');
    await append('to be hidden');
    await seal(bot);
    const latest = bot.memory.head;
    await attack(
      `delete from audit where kind = 'to be hidden'`,
      'delete from audit_seals where position = 5',
      `update audit_heads set (position, seq, hash, at, signature) = (4, ${early.seq}, '${early.hash}', '${early.at}', '${early.signature}')`,
    );
    expect(await verify()).toBeNull();
    expect(await verify(sign, latest === null ? [] : [latest])).toMatch(/was cut off/);
    await append('instead');
    expect(await refusal(bot)).toBe('contradicts-known');
  });

  it('does not accept an unsigned restore as the reason for missing heads', async () => {
    const bot = await signedTrail();
    const kept = bot.memory.head;
    if (kept === null) throw new Error('nothing was sealed');
    const at = new Date(noon.getTime() + minute).toISOString();
    await attack(
      'delete from audit_seals where position = 4',
      `delete from audit where kind = 'third'`,
      `update audit_heads set (position, seq, hash) = (select position, seq, hash from audit_seals where position = 3)`,
      `insert into audit (kind, at, detail) select 'database.restored', '${at}', json_build_object(
        'position', position, 'seq', seq, 'hash', hash, 'at', '${at}', 'signature', 'é')::text from audit_seals where position = 3`,
    );
    expect((await verifyChain(trail(), [kept], null)).lostHeads).toBe(1);
    expect((await verifyChain(trail(), [kept], sign)).lostHeads).toBe(0);
    expect(await verify(sign, [kept])).not.toBeNull();
  });

  it('is not pruned past an end or a start that the key did not sign', async () => {
    await signedTrail();
    const later = new Date(noon.getTime() + minute);
    await attack('update audit_heads set signature = null');
    expect(await trail().prune(later, later, sign)).toBe(0);
    await signedTrail();
    await attack(
      `insert into audit (kind, at, detail) select 'audit.pruned', now(), json_build_object(
        'position', position, 'seq', seq, 'hash', hash, 'at', '', 'signature', 'forged')::text from audit_seals where position = 1`,
    );
    expect(await trail().prune(later, later, sign)).toBe(0);
    expect(await verify()).toMatch(/^The start of the trail/);
  });

  it('continues with another key only after an operator started a chain with it', async () => {
    await signedTrail(startBot(otherKey));
    expect(await verify()).toMatch(/is not signed/);
    await append('with the new key');
    const bot = startBot();
    expect(await refusal(bot)).toBe('not-signed');
    const before = (await trail().end()).newest;
    await startChain(bot);
    bot.memory.refusal = null;
    await seal(bot);
    expect(await verifyChain(trail(), before === null ? [] : [before], sign)).toMatchObject({
      broken: null,
      isSigned: true,
      chainStart: { position: 4 },
    });
    await append('and on');
    await seal(bot);
    expect(await verify()).toBeNull();
    expect(await verify(otherKey)).toMatch(/is not signed/);
  });

  it('accepts no chain start that the key did not sign', async () => {
    await signedTrail(startBot(otherKey));
    await append('with the new key');
    await startChain(startBot(otherKey));
    expect(await refusal(startBot())).toBe('not-signed');
    await attack(
      `insert into audit (kind, at, detail) values ('audit.chain-started', now(), 'no JSON')`,
    );
    expect(await verify()).toMatch(/is not signed/);
  });

  it('starts with the key on a new database, and claims no signature before that', async () => {
    const bot = await signedTrail();
    expect(await verify()).toBeNull();
    const { head } = bot.memory;
    expect(head?.signature).toBe(head === null ? '' : sign(headText(head)));
  });
});
