import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The server found a table changed since it prepared the statement (its words are translated). */
const outdated = z.object({
  code: z.literal('0A000'),
  routine: z.literal('RevalidateCachedQuery'),
});
/**
 * The connection leads to another server process than before, which does not know the name, or has
 * it from somebody else: a pooler that hands out a connection for a transaction.
 */
const pooled = z.object({ code: z.enum(['26000', '42P05']) });

/**
 * The server refused the name of a prepared statement before it did anything. Outside a transaction
 * the statement can be sent again without a name, otherwise the transaction again.
 */
export function isNameRefused(error: unknown): boolean {
  return outdated.safeParse(error).success || pooled.safeParse(error).success;
}

/** Each connection keeps as many prepared, at some 20 kB each. */
const mostNamed = 200;
/** One row has fewer; many rows are inserted by a text for each number of rows. */
const mostValues = 40;
/** Lists of any length make texts without end. */
const mostSeenOnce = 1_000;

export interface StatementName {
  readonly name: string;
  /** Counts how often the names were replaced. */
  readonly generation: number;
}

/**
 * Which statements are prepared, and under which names: what is sent for the second time, up to a
 * limit. A name is made of its text, so that it never runs the statement of another version of the
 * bot behind the same pooler.
 */
export class StatementNames {
  readonly #tellPooled: () => void;
  readonly #named = new Map<string, string>();
  readonly #seenOnce = new Set<string>();
  #generation = 0;
  #isOn = true;

  /** @param tellPooled called once, when no statement gets a name any more */
  constructor(tellPooled: () => void) {
    this.#tellPooled = tellPooled;
  }

  get generation(): number {
    return this.#generation;
  }

  /**
   * @param valueCount how many values are sent with the text; several statements in one text, which
   * cannot be prepared, have none
   */
  nameOf(text: string, valueCount: number): StatementName | null {
    if (!this.#isOn || valueCount === 0 || valueCount > mostValues) return null;
    const digest = this.#named.get(text) ?? this.#admit(text);
    if (digest === null) return null;
    return { name: `g${this.#generation}_${digest}`, generation: this.#generation };
  }

  /** Learns from a refused name what becomes of the others. */
  refuse(error: unknown, { generation }: StatementName): void {
    if (pooled.safeParse(error).success && this.#isOn) {
      this.#isOn = false;
      this.#tellPooled();
    }
    // Several connections find the same table changed.
    if (outdated.safeParse(error).success && generation === this.#generation) this.#generation += 1;
  }

  #admit(text: string): string | null {
    if (this.#named.size >= mostNamed) return null;
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= mostSeenOnce) this.#seenOnce.clear();
      this.#seenOnce.add(text);
      return null;
    }
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 40);
    this.#named.set(text, digest);
    return digest;
  }
}
