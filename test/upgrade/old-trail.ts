import type { Kysely } from 'kysely';
import { migrate } from '../../src/store/platform/migrations.ts';
import type { Tables } from '../../src/store/platform/tables.ts';
import type { ServerDatabase } from '../support/database.ts';
import { appendInFormatOne, sealInFormatOne } from '../support/format-one.ts';
import { kyselyOn } from '../support/kysely-on.ts';
import { readDump } from './dump.ts';

export const dumps: URL = new URL('dumps/', import.meta.url);
/** Of the only release so far; it has less under way than the later ones. */
export const firstDump = '0.2.0.jsonl';

/** A database as before it is brought up to date. */
export async function withOldDatabase(
  settings: ServerDatabase['settings'],
  use: (kysely: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const kysely = kyselyOn(settings);
  try {
    await use(kysely);
  } finally {
    await kysely.destroy();
  }
}

/** The trail of an empty database of version 0.2.0: sealed but for its last entry. */
export async function makeOldTrail(settings: ServerDatabase['settings']): Promise<void> {
  const { header } = await readDump(new URL(firstDump, dumps).pathname);
  await withOldDatabase(settings, async (kysely) => {
    await migrate(kysely, { upTo: header.migration });
    await appendInFormatOne(kysely, 'sealed in format 1');
    await sealInFormatOne(kysely);
    await appendInFormatOne(kysely, 'written in format 1, and not sealed');
  });
}
