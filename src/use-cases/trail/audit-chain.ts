/** Long because every text that is hashed or signed is here, so that none passes for another. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { KnownPerson } from '../../domain/people/known-person.ts';
import type { AuditFilter, AuditLine } from '../../domain/record/audit-filter.ts';
import type { AuditNames } from '../../domain/record/audit-sentence.ts';

/** A place in the chain. */
export interface ChainPlace {
  /** How many entries the chain has up to here, pruned ones included; 0 before the first. */
  readonly position: number;
  /** `seq` of the last of them. */
  readonly seq: number;
  /** SHA-256 of the last of them and everything before it, as hex. */
  readonly hash: string;
}

/**
 * How far the chain goes. A person who keeps one can tell later whether anything up to there was
 * changed.
 */
export interface ChainHead extends ChainPlace {
  /** ISO 8601. */
  readonly at: string;
  /** HMAC-SHA-256 of the rest with AUDIT_SIGNING_KEY, as hex; null where there was no key. */
  readonly signature: string | null;
}

/** `entry` is null where the entry is not there any more. */
export interface ChainLink extends ChainPlace {
  readonly entry: HashedEntry | null;
}

/** `detail` is the text that is in the table. */
export type HashedEntry = Omit<AuditLine, 'detail'> & {
  readonly detail: string;
  /** `at` to the microsecond, in ISO 8601. */
  readonly instant: string;
  /** The personal text beside the detail, as JSON; see `sealTexts`. */
  readonly texts: string | null;
};

/** Texts that an operator erased from beside entries, which `audit --verify` then accepts. */
export interface TrailErasure {
  /** ISO 8601. */
  readonly at: string;
  /** `hash`: the one in the detail of the entry, which stays there. */
  readonly erased: readonly {
    readonly seq: number;
    readonly field: string;
    readonly hash: string;
  }[];
  /** The signature of `erasureText` with AUDIT_SIGNING_KEY; null if there was no key. */
  readonly signature: string | null;
}

/**
 * The kinds of the entries that say after which place the trail begins, or goes on although
 * something before it is missing.
 */
export const startKinds = [
  /** A new database, before its first entry. */
  'audit.begun',
  /** An operator: with a new key, or after the newest head was lost. The key vouches for no entry before it. */
  'audit.chain-started',
  /** A copy took the place of the database: what was sealed after the copy is lost. */
  'database.restored',
  /** Older entries were removed up to there. */
  'audit.pruned',
] as const;
export type StartKind = (typeof startKinds)[number];

/** What such an entry names; `at` is when it was written. */
export interface TrailStart extends ChainHead {
  readonly kind: StartKind;
}

/** Signs the text of a head; null where there is no key. */
export type SignHead = (text: string) => string | null;

export interface SealOrder {
  readonly now: Date;
  readonly sign: SignHead;
  /**
   * The last head that this process sealed, or found in the data folder. No later end may
   * contradict it. null if there is none.
   */
  readonly lastHead: ChainHead | null;
}

export type SealOutcome =
  /** Nothing to seal, or another process is sealing. */
  | { readonly kind: 'nothing' }
  /** `entries`: without their details, which name people and what they wrote. */
  | {
      readonly kind: 'sealed';
      readonly head: ChainHead;
      readonly entries: readonly SealedEntry[];
    }
  | { readonly kind: 'refused'; readonly refusal: ExtensionRefusal };

/** Why the bot does not seal any further. */
export type ExtensionRefusal =
  /** There is no head, though a new database has one from the start, or another key signed it. */
  | 'not-signed'
  /** There are seals, or pruned entries, that the newest head does not cover. */
  | 'beyond-head'
  /**
   * The end is earlier than, or different from, the head that this process has sealed or that is in
   * its file.
   */
  | 'contradicts-known';

export interface ChainStartOrder {
  readonly now: Date;
  readonly sign: SignHead;
  /** Who starts it. */
  readonly operator: string;
  /** What was wrong with the trail, as a sentence; null if nothing was. */
  readonly broken: string | null;
}

/** A sealed entry, with its place in the chain. */
export interface SealedLine extends Pick<ChainPlace, 'position'> {
  readonly line: AuditLine;
}

/** What the log tells of an entry, when it is sealed: ids alone. */
export type SealedEntry = ChainPlace & Omit<AuditLine, 'detail'>;

/** What the bot and the operator's commands need of the audit trail, beside appending to it. */
export interface AuditTrail {
  /** Entries by `seq`: ascending after `seq`, or descending before it. */
  read(
    filter: AuditFilter,
    page: { readonly order: 'asc' | 'desc'; readonly seq: number; readonly limit: number },
  ): Promise<readonly AuditLine[]>;
  /**
   * The names of the people and the numbers of the requests in these entries, as far as they are
   * known.
   */
  names(lines: readonly AuditLine[]): Promise<AuditNames>;
  /**
   * People whom the bot knows by exactly this Slack id, email, name (whatever the case) or id in
   * the service.
   */
  people(typed: string): Promise<readonly KnownPerson[]>;
  /**
   * Sealed entries in the order of the chain: a call with the last position misses none, however
   * late it was committed.
   */
  sealed(
    filter: AuditFilter,
    page: { readonly afterPosition: number; readonly limit: number },
  ): Promise<readonly SealedLine[]>;
  /** The heads that are kept beside the chain, and what entries say of it. */
  anchors(): Promise<{
    readonly heads: readonly ChainHead[];
    /** Those that still count, in the order of their entries. */
    readonly starts: readonly TrailStart[];
    readonly erasures: readonly TrailErasure[];
  }>;
  /** The chain after a position, in pages, so that nothing else waits for it. */
  links(afterPosition: number): AsyncIterable<ChainLink>;
  /** The newest head, and the entries that no link holds yet; `oldestUnsealed` in ISO 8601. */
  end(): Promise<{
    readonly newest: ChainHead | null;
    readonly unsealed: number;
    readonly oldestUnsealed: string | null;
  }>;
  /**
   * Chains the committed entries that have no seal yet. With a key it first verifies the head that
   * it extends. Takes no lock that an append waits for.
   */
  seal(order: SealOrder): Promise<SealOutcome>;
  /**
   * Lets the next seal extend the present end, whatever key signed its head, and records this in
   * the trail. Returns that end; null while another process is sealing.
   */
  startChain(order: ChainStartOrder): Promise<ChainPlace | null>;
  /**
   * Removes sealed entries from the beginning, as far as all of them are older, and adds an entry
   * that says so. Returns their number. With a key it removes nothing where the newest head or the present
   * start is not signed with it: the new start would hide that.
   */
  prune(before: Date, now: Date, sign: SignHead): Promise<number>;
}

/** Before the first entry. */
export const firstPlace: ChainPlace = { position: 0, seq: 0, hash: '0'.repeat(64) };

/**
 * SHA-256 over the entry and the hash before it, as hex. It covers every column but `xact`, which a
 * restored dump numbers anew, and `texts`, of which it covers the salted hashes in the detail.
 */
export function entryHash(previousHash: string, entry: HashedEntry): string {
  const { seq, instant, kind, requestId, taskId, app, actor, detail } = entry;
  const fields = [previousHash, seq, instant, kind, requestId, taskId, app, actor, detail];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** A head in one line: what is logged and signed, and what `--heads` reads. */
export function headText(head: Omit<ChainHead, 'signature'>): string {
  return `audit-head position=${head.position} seq=${head.seq} sha256=${head.hash} at=${head.at}`;
}

/** What is signed of a start: it begins with its kind, so that no head or other start passes for it. */
export function startText({ kind, ...place }: Omit<TrailStart, 'signature'>): string {
  return `${kind} after: ${headText(place)}`;
}

/** The signed text of an erasure. Its list is JSON, so that no two lists have the same text. */
export function erasureText({ at, erased }: Omit<TrailErasure, 'signature'>): string {
  const list = erased.map(({ seq, field, hash }) => [seq, field, hash]);
  return `erased at=${at} texts=${JSON.stringify(list)}`;
}

export function signedHeadText(head: ChainHead): string {
  return head.signature === null ? headText(head) : `${headText(head)} signature=${head.signature}`;
}

/** Every head in a text, whatever stands around it: log lines, copied messages, a list. */
export function headsIn(text: string): readonly ChainHead[] {
  const written =
    /audit-head position=(\d{1,15}) seq=(\d{1,15}) sha256=([0-9a-f]{64}) at=(\S+?Z)(?: signature=([0-9a-f]{64}))?(?![0-9a-z])/g;
  return [...text.matchAll(written)].map(
    ([, position, seq, hash = '', at = '', signature = null]) => {
      return { position: Number(position), seq: Number(seq), hash, at, signature };
    },
  );
}

/** Signs nothing: for processes without a key. */
export const unsigned: SignHead = () => null;

/** Whether there is a key. */
export function canSign(sign: SignHead): boolean {
  return sign('') !== null;
}

/** HMAC-SHA-256 with the operator's key. */
export function headSigner(key: string): SignHead {
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

/** Whether `signature` is the signature of the text. False without a key. */
export function isSignedWith(sign: SignHead, text: string, signature: string | null): boolean {
  const right = sign(text);
  if (right === null || signature === null) return false;
  const [expected, actual] = [Buffer.from(right), Buffer.from(signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
