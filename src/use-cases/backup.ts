/** What a copy of the database says of itself. */
export interface BackupHeader {
  /** The newest change of the schema that the rows know. */
  readonly migration: string;
  /** ISO 8601. */
  readonly at: string;
  /** How far the audit trail was sealed. */
  readonly position: number;
}

/** The name of a table, and one row of it as JSON. */
export type BackupRow = readonly [table: string, row: Readonly<Record<string, unknown>>];
