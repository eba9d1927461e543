import type { Action } from '../../../domain/action/action.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import type { Result } from '../../../domain/result.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { checkRight } from '../check-right.ts';

/** Checks the right to act on one's own request as it is now, like the right to every other act. */
export function checkOwn(
  deps: UseCaseDeps,
  action: Action,
  request: AccessRequest,
  verb: 'withdraw' | 'escalate' | 'give-back',
): ReturnType<typeof checkRight> {
  return checkRight(deps, {
    ...action,
    verb,
    taskId: request.taskId ?? '',
    stepId: '',
    occurrence: '',
  });
}

/** The person as approvals name them; undefined if they were not looked up. */
export function checkedName(verdict: Result<IdentityPerson, unknown>): string | undefined {
  return verdict.ok ? nameAndEmail(verdict.value) : undefined;
}
