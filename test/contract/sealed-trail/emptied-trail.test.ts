/** Long because every way to empty a trail is tried. What shows that a trail was emptied, and what explains an end that is earlier than a kept head. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verify as verifyCommand } from '../../../src/extras/sealed-trail/audit-verify.ts';
import { type SealingMemory, sealAll } from '../../../src/extras/sealed-trail/seal-trail.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import type { Tables } from '../../../src/store/platform/tables.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { readHeadFile, writeHeadFile } from '../../../src/store/record/head-file.ts';
import { createStore } from '../../../src/store/store.ts';
import {
  type ChainHead,
  headSigner,
  type SignHead,
  startText,
  unsigned,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { postgresEngine, type ServerDatabase } from '../../support/database.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { accessRequest, noon } from '../../support/samples.ts';

const sign = headSigner('a signing key of tests');
const emptied = ['audit', 'audit_seals', 'audit_heads', 'audit_sealing'];
const minute = 60_000;

/** As the owner of the database can: without the triggers. */
async function attack(kysely: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const statement of statements) await sql.raw(statement).execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
  });
}
const emptyTrail = (kysely: Kysely<Tables>) =>
  attack(
    kysely,
    emptied.map((table) => `delete from ${table}`),
  );

interface Bot {
  readonly database: Database;
  readonly memory: SealingMemory;
  readonly sign: SignHead;
  /** What the bot keeps in its data folder. */
  readonly kept: ChainHead[];
}

async function emptyServer(): Promise<ServerDatabase> {
  const place = await postgresEngine.openEmpty();
  onTestFinished(() => place.close());
  return place;
}

/** A start of the bot; `head`: what the file in its data folder tells. */
async function startBot(
  place: ServerDatabase,
  { key = sign, head = null }: { key?: SignHead; head?: ChainHead | null } = {},
): Promise<Bot> {
  const database = await openDatabase(place.settings, { sign: key });
  onTestFinished(() => database.close());
  return { database, memory: { head, refusal: null }, sign: key, kept: [] };
}

async function ask({ database }: Bot, id: string): Promise<void> {
  const store = createStore(database.kysely, async () => undefined);
  await store.transaction(async (tx) => {
    await tx.requests.insertOnce({ id, key: id, access: accessRequest({}), at: noon });
    await tx.audit.append({ kind: 'request.asked', at: noon, requestId: id });
  });
}

const trailOf = ({ database }: Bot) => createAuditTrail(database.kysely);

/** The bot’s turns until it has sealed everything, or refuses to. */
async function seal(bot: Bot): Promise<string | null> {
  const keepHead = async (head: ChainHead) => void bot.kept.push(head);
  const turn = async () => {
    await sealAll({ ...bot, keepHead, trail: trailOf(bot), world: new FakeWorld() });
    return bot.memory.refusal !== null || (await trailOf(bot).end()).unsealed === 0;
  };
  await expect.poll(turn).toBe(true);
  return bot.memory.refusal;
}

const broken = async (bot: Bot, key: SignHead | null = sign, heads: readonly ChainHead[] = []) =>
  (await verifyChain(trailOf(bot), heads, key)).broken;

describe('a new database', () => {
  it('has a signed and sealed beginning before anything is written', async () => {
    const bot = await startBot(await emptyServer());
    const verdict = await verifyChain(trailOf(bot), [], sign);
    expect(verdict).toMatchObject({ broken: null, entries: 1, isSigned: true, unsealed: 0 });
    const [line] = await trailOf(bot).read({}, { order: 'asc', seq: 0, limit: 9 });
    expect(line).toMatchObject({ seq: 1, kind: 'audit.begun', detail: { position: 0 } });
  });

  it('is begun once: where a command without the key was first, an operator has to start a chain', async () => {
    const place = await emptyServer();
    await startBot(place, { key: unsigned });
    const bot = await startBot(place);
    await ask(bot, 'request-1');
    expect(await seal(bot)).toBe('not-signed');
  });
});

describe('a trail that was emptied while other tables were kept', () => {
  async function attacked(): Promise<{ place: ServerDatabase; bot: Bot }> {
    const place = await emptyServer();
    const bot = await startBot(place);
    await ask(bot, 'request-1');
    await seal(bot);
    await emptyTrail(bot.database.kysely);
    return { place, bot };
  }

  it('is found, with the key and without', async () => {
    const { bot } = await attacked();
    expect(await broken(bot)).toBe(
      'The trail has no beginning that is signed with AUDIT_SIGNING_KEY: its tables may have been emptied.',
    );
    expect(await broken(bot, null)).toBe(
      'The trail has no beginning: its tables may have been emptied.',
    );
  });

  it('is begun by nobody, and sealed by no bot that is started afterwards', async () => {
    const { place } = await attacked();
    const restarted = await startBot(place);
    await ask(restarted, 'request-2');
    expect(await seal(restarted)).toBe('not-signed');
    expect(await broken(restarted)).toMatch(/^The trail has no beginning/);
  });

  it('is not covered up by a beginning that somebody else writes', async () => {
    const { place, bot } = await attacked();
    const detail = JSON.stringify({
      position: 0,
      seq: 0,
      hash: '0'.repeat(64),
      at: noon.toISOString(),
      signature: 'a'.repeat(64),
    });
    await attack(bot.database.kysely, [
      `insert into audit (kind, at, detail) values ('audit.begun', now(), '${detail}')`,
    ]);
    const restarted = await startBot(place);
    expect(await seal(restarted)).toBe('not-signed');
    expect(await broken(restarted)).toMatch(/^The trail has no beginning that is signed/);
  });

  it('goes on where an operator started a chain, which counts as a beginning', async () => {
    const { place } = await attacked();
    const restarted = await startBot(place);
    const order = { now: noon, sign, operator: 'ana', broken: 'emptied' };
    await expect.poll(() => trailOf(restarted).startChain(order)).not.toBeNull();
    expect([await seal(restarted), await broken(restarted)]).toEqual([null, null]);
  });
});

describe('the first entry of a trail', () => {
  it('is entry 1, unless what came before it was pruned', async () => {
    const bot = await startBot(await emptyServer());
    await ask(bot, 'request-1');
    await seal(bot);
    const later = new Date(Date.now() + minute);
    expect(await trailOf(bot).prune(later, later, sign)).toBe(2);
    await ask(bot, 'request-2');
    expect([await seal(bot), await broken(bot)]).toEqual([null, null]);
  });

  it('shows that the whole database was emptied, where its numbers go on', async () => {
    const place = await emptyServer();
    const bot = await startBot(place);
    await ask(bot, 'request-1');
    await seal(bot);
    await emptyTrail(bot.database.kysely);
    await attack(bot.database.kysely, ['delete from requests', 'delete from subjects']);
    const restarted = await startBot(place);
    expect(await broken(restarted)).toMatch(
      /^The trail begins with entry 3: what came before it is missing, and was not pruned/,
    );
  });
});

describe('a head in the data folder', () => {
  it('is kept by the bot that seals, for its user alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'access-head-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(await readHeadFile(folder)).toBeNull();
    const bot = await startBot(await emptyServer());
    await ask(bot, 'request-1');
    await seal(bot);
    const [head] = bot.kept;
    if (head === undefined) throw new Error('no head was kept');
    await writeHeadFile(folder, head);
    expect(await readHeadFile(folder)).toEqual(head);
    expect((await stat(join(folder, 'audit-head.txt'))).mode & 0o777).toBe(0o600);
    expect(await readHeadFile(null)).toBeNull();
  });

  /** A bot that sealed twice, and the database as it was after the first time. */
  async function rolledBack(): Promise<{
    place: ServerDatabase;
    early: ChainHead;
    late: ChainHead;
  }> {
    const place = await emptyServer();
    const bot = await startBot(place);
    await ask(bot, 'request-1');
    await seal(bot);
    await ask(bot, 'request-2');
    await seal(bot);
    const [early, late] = bot.kept;
    if (early === undefined || late === undefined) throw new Error('not sealed twice');
    await attack(bot.database.kysely, [
      `delete from audit where seq > ${early.seq}`,
      `delete from audit_seals where seq > ${early.seq}`,
      `update audit_heads set (position, seq, hash, at, signature) =
        (${early.position}, ${early.seq}, '${early.hash}', '${early.at}', '${early.signature}')`,
    ]);
    return { place, early, late };
  }

  it('may be behind the database, as where another replica has sealed', async () => {
    const { place, early } = await rolledBack();
    const bot = await startBot(place, { head: early });
    await ask(bot, 'request-3');
    expect([await seal(bot), await broken(bot, sign, [early])]).toEqual([null, null]);
  });

  it('stops the sealing where it is ahead of the database', async () => {
    const { place, late } = await rolledBack();
    const bot = await startBot(place, { head: late });
    expect(await broken(bot)).toBeNull();
    expect(await broken(bot, sign, [late])).toMatch(/what came after it.* was cut off/);
    await ask(bot, 'request-3');
    expect([await seal(bot), bot.kept]).toEqual(['contradicts-known', []]);
  });

  it.each([
    ['goes on after', 'signed', sign, null],
    ['stops after', 'unsigned', unsigned, 'contradicts-known'],
  ])('is ahead and the sealing %s a restore that is %s', async (_, _how, key, refusal) => {
    const { place, early, late } = await rolledBack();
    const bot = await startBot(place, { head: late });
    const at = new Date(Date.parse(late.at) + minute);
    const kind = 'database.restored';
    const start = { ...early, at: at.toISOString() };
    const detail = { ...start, signature: key(startText({ ...start, kind })) };
    const store = createStore(bot.database.kysely, async () => undefined);
    await store.transaction((tx) => tx.audit.append({ kind, at, detail }));
    expect(await seal(bot)).toBe(refusal);
    const verdict = await broken(bot, sign, [late]);
    expect(verdict?.includes('was cut off') ?? false).toBe(refusal !== null);
  });

  it('is not replaced by an earlier one where there is no key to compare with', async () => {
    const { place, late } = await rolledBack();
    const bot = await startBot(place, { key: unsigned, head: late });
    await attack(bot.database.kysely, ['update audit_heads set signature = null']);
    await emptyTrail(bot.database.kysely);
    await ask(bot, 'request-3');
    expect([await seal(bot), bot.kept]).toEqual([null, []]);
    expect(await broken(bot, null, [late])).toMatch(/was cut off/);
  });
});

it('says without a key what it cannot know', async () => {
  const bot = await startBot(await emptyServer(), { key: unsigned });
  let said = '';
  const out = async (text: string) => {
    said += text;
  };
  const deps = {
    trail: trailOf(bot),
    sign: null,
    now: () => noon,
    seal: async () => undefined,
    lastSealed: () => null,
  };
  expect(await verifyCommand([], out, deps)).toBe(0);
  expect(said).toContain('whoever can write to the database can have sealed all of it anew');
});
