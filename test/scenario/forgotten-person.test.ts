/**
 * Somebody asks, is denied, gets access, gives it back and decides for others; then the command
 * forgets them beside the running bot. All rows of all tables are read, as `pg_dump` reads them.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, denyCard, wordsOf } from '../support/asking.ts';
import { BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { runCommand } from '../support/program.ts';
import { testSettings } from '../support/test-settings.ts';

const AUDIT_SIGNING_KEY = 'a signing key of tests';
const operations = [
  'taskRead',
  'taskSearch',
  'taskActions',
  'taskRevoke',
  'userSearch',
  'userGrants',
  'grantsFeed',
] as const;

/** What each of them typed. */
const typed = {
  ben: ['a justification about Bertha', 'a justification about Boris'],
  ana: ['a denial about Albert'],
  tess: ['a justification about Tilda'],
} as const;

describe('a person who is forgotten', () => {
  let place: ServerDatabase;
  let world: BotWorld;
  beforeAll(async () => {
    place = await postgresEngine.openEmpty();
    const settings = testSettings();
    world = await BotWorld.start({
      database: place.settings,
      auditSigningKey: AUDIT_SIGNING_KEY,
      settings: { ...settings, governance: { ...settings.governance, operations } },
    });
  });
  afterAll(async () => {
    await world?.close();
    await place?.close();
  });

  /** Every row of every table, by table: of the bot and of its queue. */
  async function everyRow(): Promise<ReadonlyMap<string, string>> {
    const client = new pg.Client({ connectionString: place.settings.url });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const rows = new Map<string, string>();
    for (const { name } of tables.rows) {
      const all = await client.query<{ row: string }>(
        `select to_jsonb(one)::text as row from ${name} as one`,
      );
      rows.set(name, all.rows.map(({ row }) => row).join('\n'));
    }
    await client.end();
    return rows;
  }

  const tablesWith = async (word: string) =>
    [...(await everyRow())].filter(([, rows]) => rows.includes(word)).map(([name]) => name);

  const runWith = (...words: readonly string[]) =>
    runCommand({ DATABASE_URL: place.settings.url, AUDIT_SIGNING_KEY }, ...words);

  /** Waits until nothing of theirs is open. */
  async function forget(person: string): Promise<void> {
    const dryRun = () => runWith('admin', 'forget', person, '--dry-run');
    await expect
      .poll(dryRun, { interval: 1_000 })
      .toMatchObject({ exit: 0, out: expect.stringContaining('Would be erased') });
    const answer = await runWith('admin', 'forget', person, '--yes');
    expect(answer).toMatchObject({ exit: 0, err: '' });
    await world.quiet();
  }

  async function clickHome(person: string, actionId: string): Promise<void> {
    const view = world.client.home(person);
    const block = view?.blocks.find((one) =>
      JSON.stringify(one).includes(`"action_id":"${actionId}"`),
    );
    if (view === null || block === undefined) throw new Error(`Home has no ${actionId}`);
    const place = { kind: 'view', viewId: view.id } as const;
    await world.client.act(person, place, { blockId: block.block_id, actionId });
  }

  /** Ben is denied one access, and has the other one until he gives it back. Tess gets hers. */
  async function liveThroughAll(): Promise<void> {
    await world.client.openHome('U0BEN');
    await world.client.openHome('U0ANA');
    await ask(world, {
      person: 'U0BEN',
      entitlement: 'platform write',
      justification: typed.ben[0],
    });
    await denyCard(world, 'U0ANA', await world.cardOf('U0BEN'), typed.ana[0]);
    await world.told('U0BEN', typed.ana[0]);
    await ask(world, {
      person: 'U0BEN',
      entitlement: 'platform read',
      justification: typed.ben[1],
    });
    const card = await until('the second card', () =>
      world.cards('U0ANA', 'C0REVIEWS').find((one) => {
        const words = wordsOf(one);
        return words.includes('Asked by <@U0BEN>,') && words.includes('read');
      }),
    );
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await world.told('U0BEN', 'You have');
    await ask(world, {
      person: 'U0TESS',
      entitlement: 'platform write',
      justification: typed.tess[0],
    });
    await denyCard(world, 'U0ANA', await world.cardOf('U0TESS'), typed.ana[0]);
    await world.told('U0TESS', typed.ana[0]);
    await until('Ben can give it back', () =>
      JSON.stringify(world.client.home('U0BEN')).includes('request.give-back'),
    );
    await clickHome('U0BEN', 'request.give-back');
    await world.told('U0BEN', 'was given back');
    await world.quiet();
  }

  it('leaves their ids under the seal of the trail, and nothing else in any table', async () => {
    await liveThroughAll();
    for (const word of ['U0BEN', 'user-ben', 'ben@acme.example', ...typed.ben])
      expect(await tablesWith(word)).not.toEqual([]);
    await forget('ben@acme.example');
    for (const word of ['ben@acme.example', 'Ben Okafor', ...typed.ben])
      expect([word, await tablesWith(word)]).toEqual([word, []]);
    for (const id of ['U0BEN', 'user-ben'])
      expect([id, await tablesWith(id)]).toEqual([id, ['public.audit']]);
    // What others wrote about their own requests is theirs.
    expect(await tablesWith(typed.tess[0])).not.toEqual([]);
  });

  it('leaves no word of a reviewer’s decisions on the requests of others', async () => {
    expect(await tablesWith(typed.ana[0])).not.toEqual([]);
    await forget('U0ANA');
    for (const word of ['ana@acme.example', 'Ana Reyes', typed.ana[0]])
      expect([word, await tablesWith(word)]).toEqual([word, []]);
    expect(await tablesWith('U0ANA')).toEqual(['public.audit']);
  });

  it('leaves a trail that verifies and says what was erased', async () => {
    const isSealed = /^0 entries are not sealed yet/m;
    await expect
      .poll(() => runWith('audit', '--verify'), { interval: 1_000 })
      .toMatchObject({ exit: 0, out: expect.stringMatching(isSealed) });
    const { out } = await runWith('audit', '--verify');
    expect(out).toMatch(/signed.* Texts that were erased: [1-9]\d*\.$/m);
  });
});
