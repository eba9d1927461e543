import { ok, type Result, refuse } from '../domain/result.ts';

/** For whom a task is: exactly one of the two, as the interface demands; both is a type error. */
export type TaskTarget =
  | { readonly identityUserId: string; readonly appUserId?: never }
  | { readonly appUserId: string; readonly identityUserId?: never };

/** The same for values that the compiler has not seen: both, or neither, is refused in words. An empty id counts as none. */
export function targetOf(given: {
  readonly identityUserId?: string;
  readonly appUserId?: string;
}): Result<{ identityUserId: string } | { appUserId: string }, string> {
  const { identityUserId = '', appUserId = '' } = given;
  if (identityUserId !== '' && appUserId !== '') {
    return refuse('A task names an identity user or an app user, not both.');
  }
  if (identityUserId !== '') return ok({ identityUserId });
  return appUserId === '' ? refuse('A task names an identity user or an app user.') : ok({ appUserId });
}
