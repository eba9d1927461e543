/** `npm run admin -- restored --as-of TIME`: the operator put a copy in the place of the database. */
import { type Kysely, sql } from 'kysely';
import { readInstant } from '../../domain/record/audit-filter.ts';
import type { Forgotten } from '../../store/people/forgotten-file.ts';
import { processName } from '../../store/platform/postgres-pool.ts';
import type { Tables } from '../../store/platform/tables.ts';
import { setBack } from '../../store/set-back/set-back.ts';
import type { SignHead } from '../../use-cases/trail/audit-chain.ts';
import { type Command, Misused, readFlags } from '../command.ts';

const help = `Usage: npm run admin -- restored --as-of TIME

After the database was restored from a copy, and before a bot starts with it. Agents' tokens and drafts end, and what the copy has as not
done is looked up in the service before anything is sent. The audit trail tells of it, signed with AUDIT_SIGNING_KEY where that is set, so that
npm run audit -- --verify knows why its newest entries are missing. A bot whose DATA_DIR was kept notices by itself that its database was set
back, but does not sign that: run this all the same.

  --as-of TIME   the time of the copy: an instant like 2026-11-01T08:30:00Z, or how long ago, like 3h

Ends with 0; with 1 where a bot is connected; with 2 where a flag or a setting is wrong.`;

export interface RestoredDeps {
  readonly database: () => Promise<{ readonly background: Kysely<Tables> }>;
  /** null without a key. */
  readonly sign: () => SignHead | null;
  readonly now: () => Date;
  readonly operator: string;
  /** From the data folder. */
  readonly forgotten: () => Promise<readonly Forgotten[]>;
}

export const restoredCommand = (deps: RestoredDeps): Command => ({
  name: 'admin -- restored',
  help,
  async run(words, out) {
    const now = deps.now();
    const { 'as-of': typed = '' } = readFlags(words, { 'as-of': { type: 'string' } });
    const instant = readInstant(typed, now);
    if (instant === null || Date.parse(instant) > now.getTime())
      throw new Misused(
        `--as-of is “${typed}”: write when the copy was made, like 2026-11-01T08:30:00Z, or how long ago, like 3h.`,
      );
    const { background } = await deps.database();
    const bots = await connectedBots(background);
    if (bots.length > 0) {
      await out(
        `A bot is connected to this database (${bots.join(', ')}). Stop every bot first: it would go on with what is over.\n`,
      );
      return 1;
    }
    const sign = deps.sign();
    const order = { asOf: new Date(instant), now, operator: deps.operator, sign };
    await background.transaction().execute((trx) => setBack(trx, order));
    await out(
      `Noted: the database is as of ${instant}. Start the bot: it reads the service before it goes on.\n`,
    );
    if ((await deps.forgotten()).length === 0)
      await out(
        'There is no forgotten-people.jsonl in DATA_DIR. If somebody was forgotten since then, put that file back before the bot starts, or forget them again: npm run admin -- forget PERSON.\n',
      );
    return 0;
  },
});

async function connectedBots(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'access-request-bot/%' and application_name <> ${processName}`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}
