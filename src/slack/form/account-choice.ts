import type { AppAccount } from '../../domain/catalogue/app-account.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import type { TypedForm } from '../../use-cases/form/typed-form.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { cut, sound } from '../platform/text.ts';

/** A form has room to remember so many. */
const mostAccounts = 10;
const nameLength = 40;
const idLength = 60;

type ChoiceOf = Pick<TypedForm, 'app' | 'targetSlackId' | 'extends'>;

/**
 * The accounts to choose from, for the person that the access is for; null where they are not known
 * before `patience` is over: the service chooses then, as it does for somebody with one account.
 */
export async function accountChoice(
  deps: ListenerDeps,
  slackUserId: string,
  { app, targetSlackId, extends: extended }: ChoiceOf,
  patience: Promise<unknown>,
): Promise<readonly AppAccount[] | null> {
  if (app === null || extended !== null) return null;
  const holderId = targetSlackId ?? slackUserId;
  // Who has accounts in a confidential app is not told to everybody who could ask for them.
  if (holderId !== slackUserId && isConfidential(deps.settings, app.id)) return null;
  const accountsOf = deps.accounts(app.id);
  if (accountsOf === null) return null;
  const readAccounts = async () => {
    const identity = await unlessFailing(deps.identify(holderId), () => null);
    if (identity === null || !identity.ok) return null;
    return accountsOf(identity.value.id);
  };
  const accounts = await Promise.race([readAccounts(), patience.then(() => null)]);
  if (accounts === null) return null;
  return accounts
    .filter(({ id }) => id.length <= idLength)
    .slice(0, mostAccounts)
    .map(({ id, name }) => ({ id, name: cut(sound(name), nameLength) }));
}
