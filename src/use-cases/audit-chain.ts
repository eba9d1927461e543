import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AuditFilter, AuditLine } from '../domain/audit-filter.ts';

/** A place in the chain. */
export interface ChainPlace {
  /** How many entries the chain has up to here, pruned ones included; 0 before the first. */
  readonly position: number;
  /** `seq` of the last of them. */
  readonly seq: number;
  /** SHA-256 of the last of them and everything before it, as hex. */
  readonly hash: string;
}

/** How far the chain goes. Whoever keeps one can tell later whether anything up to there was changed. */
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
export type HashedEntry = Omit<AuditLine, 'detail'> & { readonly detail: string };

/** The database was restored from a copy: what was sealed after the copy is lost. */
export interface TrailRestore {
  /** ISO 8601. */
  readonly at: string;
  readonly copyAt: string;
  /** Of the newest head in the copy. */
  readonly position: number;
  /** Of `restoreText` with AUDIT_SIGNING_KEY; null where there was no key. */
  readonly signature: string | null;
}

/** Signs the text of a head; null where there is no key. */
export type SignHead = (text: string) => string | null;

/** What the bot and the operator's commands need of the audit trail, beside appending to it. */
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
  /** Where the chain begins: after the last pruned entry, or at position 0; the heads that are kept beside it; and the restores it tells of. */
  anchors(): Promise<{
    readonly start: ChainHead;
    readonly heads: readonly ChainHead[];
    readonly restores: readonly TrailRestore[];
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
   * Chains the committed entries that no link holds yet. Returns the new head; null where there was nothing to seal, or another
   * process is at it. Takes no lock that an append waits for.
   */
  seal(now: Date, sign: SignHead): Promise<ChainHead | null>;
  /** Removes sealed entries from the beginning, as far as all of them are older, and leaves a signed start. Returns their number. */
  prune(before: Date, now: Date, sign: SignHead): Promise<number>;
}

/** The hash before that of the first entry. */
export const firstHash = '0'.repeat(64);

/** SHA-256 over the entry and the hash before it, as hex. */
export function entryHash(previousHash: string, entry: HashedEntry): string {
  const { kind, at, requestId, taskId, actor, detail, seq, app } = entry;
  const fields = [previousHash, kind, at, requestId, taskId, actor, detail, seq, app];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** A head in one line: what is logged, posted and signed, and what `--heads` reads. */
export function headText(head: Omit<ChainHead, 'signature'>): string {
  return `audit-head position=${head.position} seq=${head.seq} sha256=${head.hash} at=${head.at}`;
}

/** What is signed of the start that pruning leaves: with other words, so that no head passes for a start, and hides what came before it. */
export function startText(start: Omit<ChainHead, 'signature'>): string {
  return `start after pruned entries: ${headText(start)}`;
}

/** What is signed of a restore, which explains why heads that were kept elsewhere are not in the trail any more. */
export function restoreText({ at, copyAt, position }: Omit<TrailRestore, 'signature'>): string {
  return `restored at=${at} from a copy of=${copyAt} position=${position}`;
}

export function signedHeadText(head: ChainHead): string {
  return head.signature === null ? headText(head) : `${headText(head)} signature=${head.signature}`;
}

/** Every head in a text, whatever stands around it: log lines, copied messages, a list. */
export function headsIn(text: string): readonly ChainHead[] {
  const written =
    /audit-head position=(\d{1,15}) seq=(\d{1,15}) sha256=([0-9a-f]{64}) at=(\S+?Z)(?: signature=([0-9a-f]{64}))?(?![0-9a-z])/g;
  return [...text.matchAll(written)].map(([, position, seq, hash = '', at = '', signature = null]) => {
    return { position: Number(position), seq: Number(seq), hash, at, signature };
  });
}

/** HMAC-SHA-256 with the operator's key. */
export function headSigner(key: string): SignHead {
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

function isSigned(signature: string | null, right: string | null): boolean {
  return (
    right !== null && signature?.length === right.length && timingSafeEqual(Buffer.from(right), Buffer.from(signature))
  );
}

export type ChainVerdict = Awaited<ReturnType<typeof verifyChain>>;

/**
 * Whether the chain is as it was sealed: no entry changed, none missing between two others or at the end, and every head on it. The first
 * thing that is wrong counts: what follows may only follow from it.
 *
 * @param handedIn heads that were kept elsewhere
 * @param sign signs as the bot does: the newest head and the start have to carry its signature; null = signatures are not looked at
 */
export async function verifyChain(trail: AuditTrail, handedIn: readonly ChainHead[], sign: SignHead | null) {
  const wrong: string[] = [];
  const requireSignature = (head: ChainHead, name: string, textOf = headText) => {
    if (sign !== null && !isSigned(head.signature, sign(textOf(head))))
      wrong.push(`${name} is not signed with AUDIT_SIGNING_KEY.`);
  };
  for (const head of handedIn)
    if (head.signature !== null) requireSignature(head, `The head handed in for entry ${head.seq}`);

  const { start, heads, restores } = await trail.anchors();
  const lost = lostHeads(handedIn, restores);
  const unsigned = restores.find((one) => sign !== null && !isSigned(one.signature, sign(restoreText(one))));
  if (lost.size > 0 && unsigned !== undefined)
    wrong.push(
      `The restore of ${unsigned.at} is not signed with AUDIT_SIGNING_KEY, and heads from before it are missing.`,
    );
  const left = Map.groupBy([...handedIn.filter((head) => !lost.has(head)), ...heads], ({ position }) => position);
  let agreed = 0;
  const compareHeads = ({ position, seq, hash }: ChainPlace) => {
    for (const head of left.get(position) ?? []) {
      agreed += 1;
      if (head.hash !== hash)
        wrong.push(`Entry ${seq}, or one before it, was changed with its seal: the head of ${head.at} differs.`);
    }
    left.delete(position);
  };
  if (start.position > 0) {
    requireSignature(start, `The start of the trail, after the pruned entry ${start.seq},`, startText);
    compareHeads(start);
  }
  let last: ChainPlace = start;
  for await (const link of trail.links(start.position)) {
    const mistake = linkMistake(link, last);
    if (mistake !== null) wrong.push(mistake);
    compareHeads(link);
    last = link;
  }
  const { newest, ...unsealed } = await trail.end();
  const others = [...left.values()].flat().sort((one, other) => one.position - other.position);
  const beyond = others.filter((head) => head.position > last.position);
  if (beyond.length > 0)
    wrong.push(
      `The trail ends with entry ${last.seq}: what came after it, up to entry ${beyond.at(-1)?.seq}, was cut off.`,
    );
  if (last.position > (newest?.position ?? 0))
    wrong.push(`The newest head beside the trail, for entry ${last.seq}, is missing.`);
  else if (newest !== null) requireSignature(newest, `The newest head, for entry ${newest.seq},`);
  return {
    /** The first thing that is wrong, in a sentence; null where nothing is. */
    broken: wrong[0] ?? null,
    /** Sealed entries that were looked at. */
    entries: last.position - start.position,
    /** Heads that the chain was compared with, and those that lie before its start. */
    heads: agreed,
    prunedHeads: others.length - beyond.length,
    /** Heads handed in of what was lost when the database was restored from a copy. */
    lostHeads: lost.size,
    ...unsealed,
  };
}

/** Heads that lie behind the copy of a restore, and before it. */
function lostHeads(handedIn: readonly ChainHead[], restores: readonly TrailRestore[]): ReadonlySet<ChainHead> {
  return new Set(
    handedIn.filter((head) => restores.some(({ position, at }) => head.position > position && head.at <= at)),
  );
}

function linkMistake({ position, seq, hash, entry }: ChainLink, last: ChainPlace): string | null {
  const missing = position - last.position - 1;
  if (missing > 0) return `Entry ${seq} does not follow entry ${last.seq}: ${missing} between them are missing.`;
  if (entry === null) return `Entry ${seq} is missing.`;
  return entryHash(last.hash, entry) === hash ? null : `Entry ${seq} was changed.`;
}
