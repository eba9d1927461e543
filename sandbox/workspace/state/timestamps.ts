/** Message timestamps as Slack makes them: seconds, a dot, six digits; unique and growing. */
export class Timestamps {
  #lastMicros = 0n;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  next(): string {
    const current = BigInt(this.#now().getTime()) * 1000n;
    this.#lastMicros = current > this.#lastMicros ? current : this.#lastMicros + 1n;
    return format(this.#lastMicros);
  }

  /** Timestamps up to this one are never used again. */
  skipPast(ts: string): void {
    const micros = BigInt(ts.replace('.', ''));
    if (micros > this.#lastMicros) this.#lastMicros = micros;
  }
}

function format(micros: bigint): string {
  return `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`;
}

/** The ts of a moment; for seeded messages. */
export function tsOf(moment: Date): string {
  return format(BigInt(moment.getTime()) * 1000n);
}
