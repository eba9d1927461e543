/**
 * How long what is looked up at each click, each submission or every few seconds takes with 1,000
 * requests and with 100,000, all of whose access still runs. The database alone: no bot runs.
 */
import { openDatabase } from '../src/store/platform/database.ts';
import { createStore } from '../src/store/store.ts';
import { copyRequest, hotLookups } from '../test/support/hot-lookups.ts';
import { accessRequest, actor, noon } from '../test/support/samples.ts';
import { placeOf } from './database-place.ts';
import { inMs, type Measure, median } from './table.ts';

const sizes = [1_000, 100_000] as const;
const samples = 41;
/** Not counted: whichever size comes first would pay for compiling. */
const warmUps = 60;
const holder = 'U0HOLDER';

export const statements: Measure = {
  about: 'hot lookups with 100,000 requests against 1,000',
  seconds: 60,
  async run() {
    const [few, many] = [await lookUp(sizes[0]), await lookUp(sizes[1])];
    const rows = Array.from(few, ([what, fewMs]) => {
      const manyMs = many.get(what) ?? Number.NaN;
      const measured = `${inMs(manyMs)}; ${inMs(fewMs)}`;
      return { what, measured, ratio: (manyMs / fewMs).toFixed(1), aim: '2' };
    });
    return rows;
  },
};

/** Milliseconds of each lookup. */
async function lookUp(copies: number): Promise<ReadonlyMap<string, number>> {
  const place = await placeOf('postgres');
  const database = await openDatabase(place.settings);
  const { background } = database;
  try {
    const id = 'request-1';
    const access = accessRequest({ requester: actor(holder) });
    const store = createStore(background, async () => undefined);
    await store.transaction((tx) => tx.requests.insertOnce({ id, key: id, access, at: noon }));
    await copyRequest(background, id, copies);
    const found = new Map<string, number>();
    for (const [what, look] of Object.entries(hotLookups(id, holder))) {
      const taken: number[] = [];
      for (let sample = -warmUps; sample < samples; sample += 1) {
        const startedMs = performance.now();
        await background.transaction().execute(look);
        if (sample >= 0) taken.push(performance.now() - startedMs);
      }
      found.set(what, median(taken));
    }
    return found;
  } finally {
    await database.close();
    await place.remove();
  }
}
