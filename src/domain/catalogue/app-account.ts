/** An account that somebody has in an app. */
export interface AppAccount {
  readonly id: string;
  /** As the app names it; the id where it has no name. */
  readonly name: string;
}

interface OfAccount {
  readonly account: AppAccount | null;
}

/** Whether two may mean the same account: one that nobody picked can be any of the person's. */
export function maybeSameAccount(one: OfAccount, other: OfAccount): boolean {
  return one.account === null || other.account === null || one.account.id === other.account.id;
}

/** Whether the service tells another account than the one that was picked. */
export function isOtherAccount(
  { account }: OfAccount,
  toldAccountId: string | null | undefined,
): boolean {
  const accountId = toldAccountId ?? '';
  return account !== null && accountId !== '' && accountId !== account.id;
}
