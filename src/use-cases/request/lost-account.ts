import {
  type AccessRequest,
  isPerhapsSent,
  type RequestRefusal,
} from '../../domain/request/access-request.ts';
import type { UseCaseDeps } from '../deps.ts';

/**
 * Why the account that was picked cannot be granted anything: it is not among the person's any
 * more. null for one that an earlier call may have been sent with, because it was there then.
 */
export async function lostAccount(
  { governance }: UseCaseDeps,
  request: AccessRequest,
  identityUserId: string,
): Promise<Extract<RequestRefusal, { kind: 'account-gone' }> | null> {
  const { account, appId } = request;
  if (account === null || isPerhapsSent(request)) return null;
  if (!governance.operations.has('userAccounts')) return null;
  const accounts = await governance.accountsOf(identityUserId, appId);
  const isThere = accounts.some(({ id }) => id === account.id);
  return isThere ? null : { kind: 'account-gone', account: account.name };
}
