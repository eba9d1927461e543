/** How far the trail was sent, and who sends. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/platform/tables.ts';
import type { PushedPerson } from './pushed-entry.ts';

interface AuditPushRow {
  readonly id: number;
  readonly position: number;
  readonly takenAt: Date | null;
  readonly sender: string | null;
  readonly heldUntil: Date | null;
  readonly failures: number;
  readonly trouble: string | null;
  readonly lost: number;
  readonly lostAt: Date | null;
}

type PushTables = { auditPush: AuditPushRow };

/** The right to send what comes after a position, for this process alone. */
export interface PushTurn {
  readonly after: number;
  readonly sender: string;
  /** How many attempts before this one failed in a row. */
  readonly failures: number;
  readonly trouble: string | null;
  /** Entries that are gone, and were never sent; noticed with this turn. */
  readonly newlyLost: number;
}

interface PushState extends Pick<AuditPushRow, 'position' | 'trouble' | 'lost' | 'lostAt'> {
  /** Sealed entries that the receiver does not have. */
  readonly unsent: number;
  readonly oldestUnsent: Date | null;
  /** The position of the last seal; null where there is none. */
  readonly end: number | null;
}

/** Who wants to send, and until when others leave it alone. */
interface PushOrder {
  readonly now: Date;
  readonly until: Date;
  readonly sender: string;
}

export type PushRows = ReturnType<typeof pushRows>;

export function pushRows(database: Kysely<Tables>) {
  const kysely = database.withTables<PushTables>();
  const updateOf = ({ sender }: PushTurn) =>
    kysely.updateTable('auditPush').where('id', '=', 1).where('sender', '=', sender);
  const free = { sender: null, heldUntil: null };
  return {
    /**
     * null where there is nothing to send, another process sends, or a failure is waited out. No
     * transaction stays open while something is sent: sealing waits for the oldest one.
     */
    begin: (order: PushOrder): Promise<PushTurn | null> => begin(kysely, order),
    /**
     * `gone`: entries up to there that were not found any more. False where another process has taken
     * over since: then the cursor does not move.
     */
    async taken(
      turn: PushTurn,
      { upTo, gone }: { readonly upTo: number; readonly gone: number },
      now: Date,
    ): Promise<boolean> {
      const change = { position: upTo, takenAt: now, failures: 0, trouble: null, ...free };
      const { numUpdatedRows } = await updateOf(turn)
        .where('position', '=', turn.after)
        .set(change)
        .$if(gone > 0, (update) =>
          update.set((eb) => ({ lost: eb('lost', '+', gone), lostAt: now })),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async failed(turn: PushTurn, trouble: string, waitUntil: Date): Promise<void> {
      const failures = turn.failures + 1;
      await updateOf(turn).set({ failures, trouble, sender: null, heldUntil: waitUntil }).execute();
    },
    /** Anybody may send at once. */
    async release(turn: PushTurn): Promise<void> {
      await updateOf(turn).set(free).execute();
    },
    /** null before the first turn. */
    async state(): Promise<PushState | null> {
      const { rows } = await sql<PushState>`
        select push.position, trouble, lost, lost_at,
          (select count(*)::integer from audit_seals where audit_seals.position > push.position) as unsent,
          (select at from audit_seals join audit using (seq) where audit_seals.position > push.position
            order by audit_seals.position limit 1) as oldest_unsent,
          (select max(audit_seals.position) from audit_seals) as "end"
        from audit_push as push`.execute(kysely);
      return rows[0] ?? null;
    },
    /** What is known of these Slack ids from the service. */
    async peopleOf(slackIds: readonly string[]): Promise<readonly PushedPerson[]> {
      if (slackIds.length === 0) return [];
      const { rows } = await sql<PushedPerson>`
        select slack_user_id as slack_id, person ->> 'id' as service_id, person ->> 'email' as email,
          nullif(person ->> 'name', person ->> 'id') as name
        from identities
        where slack_user_id in (select jsonb_array_elements_text(${JSON.stringify(slackIds)}::jsonb))`.execute(
        kysely,
      );
      return rows;
    },
  };
}

async function begin(
  kysely: Kysely<Tables & PushTables>,
  { now, until, sender }: PushOrder,
): Promise<PushTurn | null> {
  // Most turns end here: with nothing to send, nothing is written.
  const { rows } = await sql<{ next: number | null }>`
    select min(position) as next from audit_seals
    where position > coalesce((select position from audit_push), 0)`.execute(kysely);
  const next = rows[0]?.next ?? null;
  if (next === null) return null;
  return kysely.transaction().execute(async (trx) => {
    // What was pruned before the first turn was never to be sent.
    await sql`
      insert into audit_push (id, position) values (1, ${next - 1}) on conflict (id) do nothing`.execute(
      trx,
    );
    const row = await trx
      .selectFrom('auditPush')
      .selectAll()
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined || (row.heldUntil !== null && row.heldUntil > now)) return null;
    // Seals are numbered without gaps: what is missing after the cursor is gone.
    const newlyLost = Math.max(0, next - 1 - row.position);
    const after = row.position + newlyLost;
    const loss =
      newlyLost === 0 ? {} : { position: after, lost: row.lost + newlyLost, lostAt: now };
    await trx
      .updateTable('auditPush')
      .set({ sender, heldUntil: until, ...loss })
      .execute();
    const { failures, trouble } = row;
    return { after, sender, failures, trouble, newlyLost };
  });
}
