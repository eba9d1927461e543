/**
 * How long a person is forgotten of whom the trail has 2,000 entries and 20,000, each with a text:
 * about ten times as long, and a hundred times if it took the square.
 * The database alone: no bot runs.
 */
import { sql } from 'kysely';
import { erasePerson } from '../src/store/people/forget-person.ts';
import { openDatabase } from '../src/store/platform/database.ts';
import { createStore } from '../src/store/store.ts';
import { headSigner } from '../src/use-cases/trail/audit-chain.ts';
import { noon } from '../test/support/samples.ts';
import { serverPlace } from './database-place.ts';
import { inMs, type Measure } from './table.ts';

const sizes = [2_000, 20_000] as const;
const holder = 'U0HOLDER';

export const forgetting: Measure = {
  about: 'forgetting a person with 20,000 entries in the trail against one with 2,000',
  seconds: 15,
  async run() {
    const [fewMs, manyMs] = [await forget(sizes[0]), await forget(sizes[1])];
    const measured = `${inMs(manyMs)}; ${inMs(fewMs)}`;
    const ratio = (manyMs / fewMs).toFixed(1);
    return {
      rows: [{ what: 'forgetting, 20,000 entries; 2,000', measured, ratio, aim: '20' }],
    };
  },
};

async function forget(entries: number): Promise<number> {
  const place = await serverPlace();
  const database = await openDatabase(place.settings);
  const { background } = database;
  try {
    const store = createStore(background, async () => undefined);
    await store.transaction((tx) =>
      tx.audit.append({ kind: 'withdraw.done', actor: holder, detail: { reason: 'not needed' } }),
    );
    await sql`
      insert into audit (kind, at, actor, detail, texts, format)
      select kind, at, actor, detail, texts, format from audit, generate_series(2, ${entries}::integer)
      where actor = ${holder}`.execute(background);
    const ids = { slackIds: [holder], identityIds: [] };
    const order = { now: noon, sign: headSigner('a key of the measure'), operator: 'bench' };
    const startedMs = performance.now();
    const erasure = await background.transaction().execute((trx) => erasePerson(trx, ids, order));
    const tookMs = performance.now() - startedMs;
    if (erasure.entries !== entries) throw new Error(`${erasure.entries} entries were erased`);
    return tookMs;
  } finally {
    await database.close();
    await place.remove();
  }
}
