/** What the bot and the operator's commands need of the audit trail, beside appending to it. */
import type { AuditFilter, AuditLine } from '../domain/audit-filter.ts';

/** How far the chain goes. Whoever keeps one can tell later whether anything up to there was changed. */
export interface ChainHead {
  /** How many entries the chain has, pruned ones included; 0 before the first. */
  readonly position: number;
  /** `seq` of the last of them. */
  readonly seq: number;
  /** SHA-256 of the last of them and everything before it, as hex. */
  readonly hash: string;
  /** ISO 8601. */
  readonly at: string;
  /** HMAC-SHA-256 of the rest with AUDIT_SIGNING_KEY, as hex; null where there was no key. */
  readonly signature: string | null;
}

/** A place in the chain; `entry` is null where the entry is not there any more. */
export interface ChainLink {
  readonly position: number;
  readonly seq: number;
  readonly hash: string;
  readonly entry: HashedEntry | null;
}

/** `detail` is the text that is in the table. */
export type HashedEntry = Omit<AuditLine, 'detail'> & { readonly detail: string };

/** What `audit --verify` looks at, in this order. */
export type ChainPart =
  /** A head that is kept beside the trail. */
  | { readonly kind: 'head'; readonly head: ChainHead }
  /** Where the chain begins: after the last pruned entry, or at position 0. */
  | { readonly kind: 'start'; readonly head: ChainHead }
  | { readonly kind: 'link'; readonly link: ChainLink }
  /** The newest head after the links were read, and the entries that no link holds yet. */
  | {
      readonly kind: 'end';
      readonly head: ChainHead | null;
      readonly unsealed: number;
      /** ISO 8601; null where all are sealed. */
      readonly oldestUnsealed: string | null;
    };

/** Signs the text of a head; null where there is no key. */
export type SignHead = (text: string) => string | null;

export interface AuditTrail {
  /** Entries by `seq`: ascending after `seq`, or descending before it. */
  read(
    filter: AuditFilter,
    page: { readonly order: 'asc' | 'desc'; readonly seq: number; readonly limit: number },
  ): Promise<readonly AuditLine[]>;
  /** Sealed entries in the order of the chain: a call with the last position misses none, however late it was committed. */
  follow(
    filter: AuditFilter,
    page: { readonly afterPosition: number; readonly limit: number },
  ): Promise<readonly { readonly position: number; readonly line: AuditLine }[]>;
  /** In pages, so that nothing else waits for it. */
  chain(): AsyncIterable<ChainPart>;
  /**
   * Chains the committed entries that no link holds yet. Returns the new head; null where there was nothing to seal, or another
   * process is at it. Takes no lock that an append waits for.
   */
  seal(now: Date, sign: SignHead): Promise<ChainHead | null>;
  /** Removes sealed entries from the beginning, as far as all of them are older, and leaves a signed start. Returns their number. */
  prune(before: Date, now: Date, sign: SignHead): Promise<number>;
}
