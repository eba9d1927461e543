import { z } from 'zod';
import { type Expanded, locate } from '../../client/wire/expanded.ts';
import { word } from '../../client/wire/wire-fields.ts';

const appUser = z.object({ id: word, identityUserId: z.string() });
/** Accounts come bare or inside a view. */
const located = z.union([z.object({ appUser }).transform((view) => view.appUser), appUser]);

/** Who owns the account at a path; null where that is not told, or the account has another id. */
export function ownerOfAccount(expanded: Expanded, path: string, accountId: string): string | null {
  const [account] = locate(expanded, path).map((one) => located.safeParse(one).data);
  const isIt = account !== undefined && ['', accountId].includes(account.id);
  return isIt ? account.identityUserId || null : null;
}
