import { isConfidential } from '../../domain/access-settings.ts';
import type { CardModel } from '../../domain/card.ts';
import { isHolder } from '../../domain/holder-action.ts';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import type { ListenerDeps } from './deps.ts';

/**
 * Of a confidential app: requester, target, administrators, and the people of the step, who are known by what is remembered of them. Where
 * nobody can say who somebody is, they see nothing.
 */
export async function maySee(
  deps: Pick<ListenerDeps, 'settings' | 'identify'>,
  slackUserId: string,
  { request, task, reviews }: CardModel,
): Promise<boolean> {
  const isParty = isHolder(request, slackUserId) || deps.settings.admins.includes(slackUserId);
  if (isParty || !isConfidential(deps.settings, request.appId)) return true;
  if (reviews.some((one) => one.state === 'done' && one.by.userId === slackUserId)) return true;
  const { stepApprovers, approvers, otherStep } = task;
  const fillingIn = otherStep?.kind === 'form' ? otherStep.people : [];
  const people = [...stepApprovers, ...approvers, ...fillingIn];
  try {
    const identity = await deps.identify(slackUserId);
    return identity.ok && people.some((one) => one.id === identity.value.id);
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    return false;
  }
}
