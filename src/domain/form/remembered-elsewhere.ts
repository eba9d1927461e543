/** Submitting asks no other system, so a form remembers what was read while it was open. */

/** An open request that was made elsewhere, as a form remembers it: by keys, because ids are long. */
export interface RememberedElsewhere {
  readonly entitlement: string;
  /** Of the account that it is for; empty where that is not told. */
  readonly account: string;
  /** When it was read; ISO 8601. */
  readonly at: string;
}

/** After this time the reading is not used: the request may be over, and the service decides. */
const readingCountsMs = 300_000;

/** The first of these that is open for what is submitted, so far as is known; null if there is none. */
export function openElsewhereFor<R extends RememberedElsewhere>(
  remembered: readonly R[],
  submission: { readonly entitlements: ReadonlySet<string>; readonly account: string | null },
  now: Date,
): R | null {
  const isFor = ({ entitlement, account, at }: R) => {
    const ageMs = now.getTime() - Date.parse(at);
    // Where one of the two names no account, they may be for the same one.
    const isOtherAccount =
      submission.account !== null && account !== '' && account !== submission.account;
    return submission.entitlements.has(entitlement) && !isOtherAccount && ageMs < readingCountsMs;
  };
  return remembered.find(isFor) ?? null;
}
