export type Nothing = Readonly<Record<never, never>>;

/** The request and the task that a fact is about, and the person who acted. */
export interface FactAbout {
  readonly requestId?: string | null;
  readonly taskId?: string | null;
  /** Slack id; absent for what the bot did by itself. */
  readonly actor?: string | null;
  /** Absent = the moment of the transaction. */
  readonly at?: Date;
}

/** A fact, without its kind. `detail`: what the trail keeps, left out where there is nothing. */
export type FactOf<Detail extends object> = FactAbout &
  (keyof Detail extends never
    ? { readonly detail?: never }
    : { readonly detail: Readonly<Detail> });

/**
 * How the trail says it.
 * - `deed`: if a person did it, before the request: “Ana approved #1018”
 * - `event`: if nobody did, after the request: “#1018 was closed”
 * - `alone`: about no request: “Old requests were removed”
 * - `composed`: by `audit-sentence.ts`, from the entry's detail
 */
export type AuditWords =
  | { readonly deed: string; readonly event?: string }
  | { readonly event: string }
  | { readonly alone: string }
  | 'composed';

/** A kind of fact: how the trail says it. */
export interface FactObject<Detail extends object> {
  readonly audit: AuditWords;
  /** Only for the compiler: what the trail keeps. */
  readonly detail?: Detail;
}

/** A kind of fact, with what the trail keeps of it. */
export function entry<Detail extends object = Nothing>(audit: AuditWords): FactObject<Detail> {
  return { audit };
}
