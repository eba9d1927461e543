/** The audit trail as version 0.2.0 writes and seals it: in format 1. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/store/platform/tables.ts';
import { noon } from './samples.ts';

export async function appendInFormatOne(kysely: Kysely<Tables>, reason: string): Promise<void> {
  await sql`insert into audit (kind, at, request_id, task_id, actor, detail, app)
      values ('withdraw.done', ${noon}, null, null, 'U0BEN', ${JSON.stringify({ reason })}, null)`.execute(
    kysely,
  );
}

/** Seals everything that is not sealed. */
export async function sealInFormatOne(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Record<string, string | number | null> & { at: Date; seq: number }>`
      select seq, kind, at, request_id as "requestId", task_id as "taskId", actor, detail, app
      from audit where seq not in (select seq from audit_seals) order by seq`.execute(kysely);
  const last = await sql<{ position: number; hash: string }>`
      select position, hash from audit_seals order by position desc limit 1`.execute(kysely);
  let { position, hash } = last.rows[0] ?? { position: 0, hash: '0'.repeat(64) };
  for (const { kind, at, requestId, taskId, actor, detail, seq, app } of rows) {
    const fields = [hash, kind, at.toISOString(), requestId, taskId, actor, detail, seq, app];
    hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
    position += 1;
    await sql`insert into audit_seals (position, seq, hash) values (${position}, ${seq}, ${hash})`.execute(
      kysely,
    );
    await sql`
        insert into audit_heads (day, position, seq, hash, at, signature)
        values (${noon.toISOString().slice(0, 10)}, ${position}, ${seq}, ${hash}, ${noon}, null)
        on conflict (day) do update set position = excluded.position, seq = excluded.seq, hash = excluded.hash`.execute(
      kysely,
    );
  }
}
