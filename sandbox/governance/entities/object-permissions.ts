import type { Caller } from '../caller.ts';

/**
 * ActorObjectPermissions of the caller on an object. `extra` names rights that only this kind of
 * object has.
 */
export function objectPermissions(
  caller: Caller,
  extra: Readonly<Record<string, boolean>> = {},
): object {
  const administers = caller.permissions.has('administer');
  return { read: caller.permissions.has('read'), edit: administers, delete: administers, extra };
}
