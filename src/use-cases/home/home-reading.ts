import { isDeepStrictEqual } from 'node:util';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** What is read again sooner than this is the same. */
const sameForMs = 30_000;

interface KeptReading {
  /** Whose it is. */
  readonly identityUserId: string | null;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

interface ReadForHome<Kept> {
  /** The job that reads it. */
  readonly job: (slackUserId: string) => OutwardJob;
  readonly last: (tx: StoreTransaction, slackUserId: string) => Promise<Kept | null>;
  /** A Home that is published again reads anew after this. */
  readonly againAfterMs: number;
  readonly countsFrom: (last: Kept) => Date;
  /** Whether such a Home also reads what never was read. */
  readonly isReadUnopened: boolean;
  /** What Home makes of it. */
  readonly content: (kept: Kept) => unknown;
}

/** What the service is asked for each person who looks at their Home. */
export class HomeReading<Kept extends KeptReading> {
  readonly of: ReadForHome<Kept>;

  constructor(of: ReadForHome<Kept>) {
    this.of = of;
  }

  /** What Home shows this person; has it read again where that is due. */
  async onHome(tx: StoreTransaction, slackUserId: string): Promise<Kept | null> {
    const last = await this.of.last(tx, slackUserId);
    const isDue =
      last === null ? this.of.isReadUnopened : this.#ageMs(last, tx.at) > this.of.againAfterMs;
    if (isDue) await tx.enqueue(this.of.job(slackUserId));
    return ifTheirs(tx, slackUserId, last);
  }

  /** The last, for what stands beside this part of Home. */
  async own(tx: StoreTransaction, slackUserId: string): Promise<Kept | null> {
    return ifTheirs(tx, slackUserId, await this.of.last(tx, slackUserId));
  }

  isRecent(last: Kept | null, now: Date): boolean {
    return last !== null && this.#ageMs(last, now) < sameForMs;
  }

  /** Whether Home shows the same person the same after a reading. */
  isSame(before: Kept | null, kept: Kept): boolean {
    const parts = (one: Kept) => [one.identityUserId, one.isCut, this.of.content(one)];
    return before !== null && isDeepStrictEqual(parts(before), parts(kept));
  }

  #ageMs(last: Kept, now: Date): number {
    return now.getTime() - this.of.countsFrom(last).getTime();
  }
}

/** What another identity than the person's has is nobody's business. */
async function ifTheirs<Kept extends KeptReading>(
  tx: StoreTransaction,
  slackUserId: string,
  last: Kept | null,
): Promise<Kept | null> {
  const identity = last === null ? null : await tx.identities.find(slackUserId);
  return identity === null || identity.person.id === last?.identityUserId ? last : null;
}
