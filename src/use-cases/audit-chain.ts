import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ChainHead, ChainLink, ChainPart, HashedEntry, SignHead } from './audit-trail.ts';

/** The hash before that of the first entry. */
export const firstHash = '0'.repeat(64);

/** SHA-256 over the entry and the hash before it, as hex. */
export function entryHash(previousHash: string, entry: HashedEntry): string {
  return sha256([...formerFields(previousHash, entry), entry.seq, entry.app]);
}

/** What earlier versions, which knew neither `seq` nor `app`, hashed of an entry: what they sealed stays sealed. */
function formerFields(previousHash: string, entry: HashedEntry): unknown[] {
  return [previousHash, entry.kind, entry.at, entry.requestId, entry.taskId, entry.actor, entry.detail];
}

function sha256(fields: unknown[]): string {
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

export interface ChainVerdict {
  /** The first thing that is wrong, in a sentence; null where nothing is. */
  readonly broken: string | null;
  /** Sealed entries that were looked at. */
  readonly entries: number;
  /** Heads that the chain was compared with, and those that lie before its start. */
  readonly heads: number;
  readonly prunedHeads: number;
  readonly unsealed: number;
  readonly oldestUnsealed: string | null;
}

/**
 * Whether the chain is as it was sealed: no entry changed, none missing between two others or at the end, and every head on it.
 *
 * @param handedIn heads that were kept elsewhere
 * @param sign signs as the bot does: the newest head and the start have to carry its signature; null = signatures are not looked at
 */
export async function verifyChain(
  parts: AsyncIterable<ChainPart>,
  handedIn: readonly ChainHead[],
  sign: SignHead | null,
): Promise<ChainVerdict> {
  const walk = new ChainWalk(handedIn, sign);
  for await (const part of parts) walk.take(part);
  return walk.verdict();
}

class ChainWalk {
  readonly #sign: SignHead | null;
  readonly #heads = new Map<number, ChainHead[]>();
  #last: Pick<ChainHead, 'position' | 'seq' | 'hash'> = { position: 0, seq: 0, hash: firstHash };
  #broken: string | null = null;
  #counts = { entries: 0, heads: 0, prunedHeads: 0, unsealed: 0, oldestUnsealed: null as string | null };

  constructor(handedIn: readonly ChainHead[], sign: SignHead | null) {
    this.#sign = sign;
    for (const head of handedIn) {
      if (head.signature !== null) this.#requireSignature(head, `The head handed in for entry ${head.seq}`);
      this.#keep(head);
    }
  }

  take(part: ChainPart): void {
    switch (part.kind) {
      case 'start':
        this.#begin(part.head);
        return;
      case 'head':
        this.#keep(part.head);
        return;
      case 'link':
        this.#follow(part.link);
        return;
      case 'end':
        this.#counts = { ...this.#counts, unsealed: part.unsealed, oldestUnsealed: part.oldestUnsealed };
        this.#end(part.head);
        return;
    }
  }

  verdict(): ChainVerdict {
    return { broken: this.#broken, ...this.#counts };
  }

  /** The first thing that is wrong counts: what follows may only follow from it. */
  #break(sentence: string): void {
    this.#broken ??= sentence;
  }

  #requireSignature(head: ChainHead, name: string, textOf = headText): void {
    if (this.#sign !== null && !isSigned(head.signature, this.#sign(textOf(head))))
      this.#break(`${name} is not signed with AUDIT_SIGNING_KEY.`);
  }

  #keep(head: ChainHead): void {
    this.#heads.set(head.position, [...(this.#heads.get(head.position) ?? []), head]);
  }

  #begin(start: ChainHead): void {
    if (start.position === 0) return;
    this.#requireSignature(start, `The start of the trail, after the pruned entry ${start.seq},`, startText);
    this.#last = start;
    this.#compareHeads();
  }

  #follow({ position, seq, hash, entry }: ChainLink): void {
    const { position: before, seq: seqBefore, hash: previousHash } = this.#last;
    if (position !== before + 1) {
      const missing = position - before - 1;
      this.#break(`Entry ${seq} does not follow entry ${seqBefore}: ${missing} between them are missing.`);
    } else if (entry === null) this.#break(`Entry ${seq} is missing.`);
    else if (![entryHash(previousHash, entry), sha256(formerFields(previousHash, entry))].includes(hash)) {
      this.#break(`Entry ${seq} was changed.`);
    }
    this.#last = { position, seq, hash };
    this.#counts.entries += 1;
    this.#compareHeads();
  }

  #compareHeads(): void {
    for (const head of this.#heads.get(this.#last.position) ?? []) {
      this.#counts.heads += 1;
      if (head.hash !== this.#last.hash) {
        this.#break(
          `Entry ${this.#last.seq}, or one before it, was changed with its seal: the head of ${head.at} differs.`,
        );
      }
    }
    this.#heads.delete(this.#last.position);
  }

  #end(newest: ChainHead | null): void {
    const { position, seq } = this.#last;
    const left = [...this.#heads.values()].flat().sort((one, other) => one.position - other.position);
    const beyond = left.filter((head) => head.position > position);
    this.#counts.prunedHeads = left.length - beyond.length;
    const [cut] = beyond;
    if (cut !== undefined) {
      this.#break(
        `The trail ends with entry ${seq}: what came after it, up to entry ${beyond.at(-1)?.seq}, was cut off.`,
      );
    }
    if (position > (newest?.position ?? 0))
      this.#break(`The newest head beside the trail, for entry ${seq}, is missing.`);
    else if (newest !== null) this.#requireSignature(newest, `The newest head, for entry ${newest.seq},`);
  }
}
