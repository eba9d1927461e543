import type { AccessSettings } from '../../domain/access-settings.ts';
import type { Check } from './check.ts';

/** How decisions come about with these settings, and which rights the credentials do not need. */
export function waysOfDeciding(
  { review, governance }: Pick<AccessSettings, 'review' | 'governance'>,
  receivesSteps: boolean,
): Check {
  const hasActions = governance.operations.includes('taskActions');
  const isRead = ['taskRead', 'taskSearch'].some((name) =>
    governance.operations.some((one) => one === name),
  );
  const acts = review.mode === 'act' && hasActions && isRead;
  const others = acts ? 'act' : 'link';
  const way = receivesSteps
    ? `webhook for steps that are handed over, ${others} for others`
    : others;
  const unneeded = acts
    ? 'The credentials need the right to approve and deny'
    : 'The credentials need no right to approve or deny: take it from them';
  const rest =
    hasActions && !acts
      ? '; taskActions is used to withdraw, to comment and to escalate alone'
      : '';
  return { what: 'deciding', state: 'ok', says: `${way}. ${unneeded}${rest}` };
}
