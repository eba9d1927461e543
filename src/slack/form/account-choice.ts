import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { isConfidential, type RequestableApp } from '../../domain/settings/access-settings.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { cut, sound } from '../platform/text.ts';
import { type FormMemory, optionValue } from './blocks/request-form-fields.ts';

/** A form has room to remember so many. */
const mostAccounts = 10;
const nameLength = 40;
const idLength = 60;

export interface ChoiceOf {
  readonly app: RequestableApp | null;
  readonly slackUserId: string;
  readonly targetSlackId: string | null;
  readonly extends: FormMemory['extends'];
}

/**
 * The accounts to choose from, for the person that the access is for; null where they are not known
 * before `patience` is over: the service chooses then, as it does for somebody with one account.
 */
export async function accountChoice(
  deps: ListenerDeps,
  { app, slackUserId, targetSlackId, extends: extended }: ChoiceOf,
  patience: Promise<unknown>,
): Promise<FormMemory['accounts']> {
  if (app === null || extended !== null) return null;
  const holderId = targetSlackId ?? slackUserId;
  // Who has accounts in a confidential app is not told to everybody who could ask for them.
  if (holderId !== slackUserId && isConfidential(deps.settings, app.id)) return null;
  const accountsOf = deps.accounts(app.id);
  if (accountsOf === 'unknown') return null;
  const readAccounts = async () => {
    const identity = await unlessFailing(deps.identify(holderId), () => null);
    if (identity === null || !identity.ok) return null;
    return accountsOf(identity.value.id);
  };
  const accounts = await Promise.race([readAccounts(), patience.then(() => null)]);
  if (accounts === null) return null;
  const list = accounts
    .filter(({ id }) => id.length <= idLength)
    .slice(0, mostAccounts)
    .map(({ id, name }) => ({ id, name: cut(sound(name), nameLength) }));
  return { app: optionValue(app.id), target: targetSlackId, list };
}

/** The choice that came after the form was shown; null where there is none to make. */
export async function lateAccountChoice(
  deps: ListenerDeps,
  of: ChoiceOf,
): Promise<FormMemory['accounts']> {
  const late = await accountChoice(deps, of, Promise.race([]));
  return late !== null && late.list.length > 1 ? late : null;
}
