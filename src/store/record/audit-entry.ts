/** One entry of the audit trail, as it is written and as it is read. */
import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AuditLine } from '../../domain/record/audit-filter.ts';
import type { HashedEntry } from '../../use-cases/trail/audit-chain.ts';
import { openTexts, sealTexts } from '../../use-cases/trail/sealed-text.ts';
import type { Timed } from '../platform/tables.ts';

const saltBytes = 16;

/** The columns of an entry with this detail. */
export function detailColumns(detail: object): Pick<HashedEntry, 'detail' | 'texts'> {
  const sealed = sealTexts(detail, () => randomBytes(saltBytes).toString('hex'));
  return {
    detail: JSON.stringify(sealed.detail),
    texts: sealed.texts === null ? null : JSON.stringify(sealed.texts),
  };
}

/** The instant as the seal covers it, to the microsecond: the driver reads milliseconds only. */
export const instantColumn: RawBuilder<string> = sql<string>`
  to_char(audit.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const lineColumns = [
  'audit.seq',
  'kind',
  'at',
  'requestId',
  'taskId',
  'actor',
  'app',
  'detail',
  'texts',
] as const;

export type LineRow = Timed<Omit<HashedEntry, 'instant'>>;

export const withIsoTime = <Row extends { readonly at: Date }>({
  at,
  ...row
}: Row): Omit<Row, 'at'> & { readonly at: string } => ({ ...row, at: at.toISOString() });

/** The entry with its texts back in place. */
export function toLine({ texts, ...row }: LineRow): AuditLine {
  return { ...withIsoTime(row), detail: openTexts(Object(detailIn(row.detail)), texts) };
}

/**
 * The members of a detail. Somebody other than the bot wrote a detail that is not JSON; it must not
 * keep the other entries from being read.
 */
export function detailIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}
