import type { Caller, CallerPermission } from './caller.ts';
import { permissionDenied } from './errors.ts';

/**
 * Refuses callers without a permission.
 * @throws ServiceError 403
 */
export function requirePermission(caller: Caller, permission: CallerPermission): void {
  if (!caller.permissions.has(permission)) {
    throw permissionDenied(`permission denied: the caller lacks the permission to ${permission}`);
  }
}
