import { sql } from 'kysely';
import type { Database } from '../../../store/platform/database.ts';
import { type Check, check, Finding } from '../check.ts';

interface ApprovalRow {
  /** Numbers of open requests that wait for the account that made them. */
  readonly waiting: readonly string[];
  /** How many requests had a step that approved itself. */
  readonly approved: number;
}

const mend = 'Give the bot a service principal that approves nothing.';

/**
 * Whether the requests that the bot follows have, or had, the bot's own account among their
 * reviewers: those approve themselves.
 */
export function selfApprovalCheck({ kysely }: Pick<Database, 'kysely'>): Promise<Check> {
  const look = async (): Promise<string> => {
    const { rows } = await sql<ApprovalRow>`
      select count(*) filter (where cardinality(self_approved) > 0)::int as approved,
        coalesce(jsonb_agg(snapshot ->> 'numericId') filter (where is_open
          and snapshot ->> 'sourceRequestId' = request_id and snapshot -> 'stepApprovers'
          @> jsonb_build_array(jsonb_build_object('id', snapshot -> 'createdBy' -> 'id'))), '[]') as waiting
      from tasks`.execute(kysely);
    const { waiting, approved } = rows[0] ?? { waiting: [], approved: 0 };
    const problems = [
      ...(approved > 0 ? [`${approved} kept requests had a step that approved itself`] : []),
      ...(waiting.length > 0
        ? [`${waiting.map((number) => `#${number}`).join(', ')} may be decided by it`]
        : []),
    ];
    if (problems.length === 0)
      return 'none: no request that the bot follows names its account as a reviewer';
    throw new Finding(
      'warning',
      `the bot’s own account is a reviewer: ${problems.join('; ')}. ${mend}`,
    );
  };
  return check('kept approvals by the bot itself', look, 'Look at the database above.');
}
