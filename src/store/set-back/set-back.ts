/**
 * A database that was set back: it is as it was at an earlier time, because a copy took its place.
 * What it has as not done may have been done since, so that is looked up before anything is sent;
 * what was ended since must not be good again.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { Log } from '../../use-cases/ports/ports.ts';
import {
  type ChainHead,
  canSign,
  firstPlace,
  type SignHead,
  unsigned,
} from '../../use-cases/trail/audit-chain.ts';
import { repeatErasures } from '../people/forget-person.ts';
import { type Forgotten, readForgotten } from '../people/forgotten-file.ts';
import { Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';
import { newestHead, noteStart } from '../record/audit-sealing.ts';
import { readHeadFile } from '../record/head-file.ts';

/** A standby that takes over may lack this much of what was committed, which is no setting back. */
const failoverMs = 60_000;

export interface SetBackOrder {
  /** The time of the copy. */
  readonly asOf: Date;
  readonly now: Date;
  /** Who says so; null where the bot found it out. */
  readonly operator: string | null;
  /**
   * Signs that entries of the trail are missing for this reason; null: it is not explained, and
   * sealing waits for an operator.
   */
  readonly sign: SignHead | null;
}

/** Leaves the rest to the next start, which reads the service before it sends anything. */
export async function setBack(
  trx: Transaction<Tables>,
  { asOf, now, operator, sign }: SetBackOrder,
): Promise<void> {
  for (const change of unknownSince(asOf)) await change.execute(trx);
  const after = (await newestHead(trx)) ?? firstPlace;
  const also = { copyAt: asOf.toISOString() };
  const start = { kind: 'database.restored', after, actor: operator, also } as const;
  await noteStart(trx, { now, sign: sign ?? unsigned }, start);
  await trx.insertInto('restores').values({ at: now, settledAt: null }).execute();
}

/** What of the database is as it was, and what the folder of the bot tells. */
export interface StartAfterSetBack {
  /** Has the newest head and the people who were forgotten; null = there is none. */
  readonly headFolder: string | null;
  readonly sign: SignHead;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * At each start, before any job: notices that the database is behind the head in the data folder,
 * and erases again the people whom it does not know as forgotten. Several processes may call it at
 * once.
 */
export async function meetSetBack(
  kysely: Kysely<Tables>,
  { headFolder, sign, now, log }: StartAfterSetBack,
): Promise<void> {
  const headInFile = await readHeadFile(headFolder);
  const forgotten = await readForgotten(headFolder);
  if (headInFile === null && forgotten.length === 0) return;
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('access-request-set-back'))`.execute(trx);
    const asOf = headInFile === null ? null : await setBackTo(trx, headInFile);
    if (asOf !== null) {
      await setBack(trx, { asOf, now: now(), operator: null, sign: null });
      log.error(
        { asOf: asOf.toISOString(), newest: headInFile?.at },
        'the database was set back: agents’ tokens have ended, and what was being sent is looked up first. Say that it was restored on purpose: npm run admin -- restored --as-of TIME',
      );
    }
    await forgetAgain(trx, forgotten, { sign, now: now(), log });
  });
}

/**
 * The time to which the database was set back since this head was sealed; null where it was not, or
 * where that was noted before.
 */
async function setBackTo(trx: Transaction<Tables>, headInFile: ChainHead): Promise<Date | null> {
  const newest = await newestHead(trx);
  if (newest === null || newest.position >= headInFile.position) return null;
  const asOf = new Date(newest.at);
  if (Date.parse(headInFile.at) - asOf.getTime() <= failoverMs) return null;
  const noted = trx.selectFrom('restores').select('at').where('at', '>=', new Date(headInFile.at));
  return (await noted.executeTakeFirst()) === undefined ? asOf : null;
}

async function forgetAgain(
  trx: Transaction<Tables>,
  forgotten: readonly Forgotten[],
  { sign, now, log }: Pick<StartAfterSetBack, 'sign' | 'log'> & { readonly now: Date },
): Promise<void> {
  const rowsHere = await trx.selectFrom('forgottenPeople').select('pseudonym').execute();
  const pseudonymsHere = new Set(rowsHere.map(({ pseudonym }) => pseudonym));
  const unknown = forgotten.filter(({ pseudonym }) => !pseudonymsHere.has(pseudonym));
  if (unknown.length === 0) return;
  if (!canSign(sign)) {
    log.error(
      { people: unknown.length },
      'people who were forgotten are in the database again. Set AUDIT_SIGNING_KEY, and start the bot: it erases them',
    );
    return;
  }
  const pseudonyms = new Set(unknown.map(({ pseudonym }) => pseudonym));
  await repeatErasures(trx, pseudonyms, { now, sign, operator: 'the bot' });
  const rows = unknown.map(({ pseudonym, at }) => ({ pseudonym, at: new Date(at) }));
  await trx
    .insertInto('forgottenPeople')
    .values(rows)
    .onConflict((conflict) => conflict.column('pseudonym').doNothing())
    .execute();
}

/**
 * Jobs that look at the service before they act, as after a lost answer. Cards and Homes may show
 * changes made after the copy. The jobs themselves follow from the rows.
 */
const unknownSince = (asOf: Date) => [
  sql`do $$ begin if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if; end $$`,
  sql`update requests set state = 'sending' where state = 'submitted'`,
  sql`update actions set state = 'sending' where state = 'accepted' and verb not in ('approve', 'deny')`,
  sql`
    update actions set state = 'sending' where state = 'accepted' and verb in ('approve', 'deny') and not exists (
      select from actions as other
      where (other.task_id, other.step_id, other.occurrence) = (actions.task_id, actions.step_id, actions.occurrence)
        and other.verb in ('approve', 'deny') and other.id <> actions.id
        and (other.state in ('sending', 'done') or other.state = 'accepted' and (other.at, other.id) < (actions.at, actions.id))
    )`,
  sql`delete from task_readings where task_id in (select id from tasks where is_open)`,
  sql`update cards set posting_since = coalesce(posting_since, ${asOf}) where ts is null and state = 'wanted'`,
  sql`update cards set sent_fingerprint = null where request_id in (select request_id from tasks where is_open)`,
  sql`update homes set fingerprint = null`,
  // One that was revoked since would be good again.
  sql`update agent_tokens set ends_at = least(ends_at, ${asOf})`,
  sql`update audit_sealing set settled_before = 0`,
];

/** What a restore from a copy left for the next start. */
export class RestoreRows extends Rows {
  async isUnsettled(): Promise<boolean> {
    return (
      (await this.trx.selectFrom('restores').select('at').where('settledAt', 'is', null).execute())
        .length > 0
    );
  }

  /** Whether the database was restored since then. */
  async isOlderThanAny(at: Date): Promise<boolean> {
    return (
      (await this.trx.selectFrom('restores').select('at').where('at', '>=', at).execute()).length >
      0
    );
  }

  /** Open tasks that were not read since; none where tasks are not read. */
  async unreadIds(limit: number): Promise<readonly string[]> {
    if (!this.scope.areTasksRead) return [];
    const open = this.trx
      .selectFrom('tasks')
      .leftJoin('taskReadings', 'taskReadings.taskId', 'tasks.id');
    const unread = open
      .select('id')
      .where('isOpen', '=', true)
      .where('taskReadings.taskId', 'is', null)
      .limit(limit);
    return (await unread.execute()).map(({ id }) => id);
  }

  /** A job for everything that is not done, by the rows alone. */
  async leftOpen(): Promise<readonly OutwardJob[]> {
    const { rows } = await sql<{ job: OutwardJob }>`
        select jsonb_build_object('kind', 'create-task', 'requestId', id) as job from requests where state = 'sending'
        union all select jsonb_build_object('kind', 'carry-out-action', 'actionId', id) from actions where state in ('accepted', 'sending')
        union all select jsonb_build_object('kind', 'give-back-held', 'returnId', id) from held_returns where state in ('accepted', 'sending')
        union all select jsonb_build_object('kind', 'show-draft', 'draftId', id) from agent_drafts where state = 'open'
        union all select jsonb_build_object('kind', 'send-notice', 'noticeId', id) from notices where sent_at is null
        union all select jsonb_build_object('kind', 'sync-card', 'cardId', id) from cards
          where ts is null and state = 'wanted' or request_id in (select request_id from tasks where is_open)
        union all select jsonb_build_object('kind', 'show-list', 'slackUserId', slack_user_id)
          from (select reader_id as slack_user_id from posts where asking_id is null union select slack_user_id from list_calls where told_at is null) as listed
        union all select distinct jsonb_build_object('kind', 'show-asking', 'askingId', coalesce(group_id, id)) from requests
          where state in ('sending', 'uncertain') or id in (select request_id from tasks where is_open)
            or id in (select request_id from grants where ended_at is null)
            or coalesce(group_id, id) in (select id from marks where kind = 'asking')`.execute(
      this.trx,
    );
    // Jobs that were to look later are gone, too: these make them anew.
    await this.trx.deleteFrom('looks').execute();
    return rows.map(({ job }) => job);
  }

  async markSettled(at: Date): Promise<void> {
    await this.trx
      .updateTable('restores')
      .set({ settledAt: at })
      .where('settledAt', 'is', null)
      .execute();
  }
}
