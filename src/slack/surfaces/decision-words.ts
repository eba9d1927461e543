import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { ReviewRecord } from '../../use-cases/card-contents.ts';
import type { Texts } from '../texts/texts.ts';
import { mention } from './text.ts';

/** What somebody decided on the current step, whether it gives access or takes it away. */
export function stepDecisionWords(
  { card: { state } }: Texts,
  { takesAway }: Pick<TaskSnapshot, 'takesAway'>,
  { verb, by }: ReviewRecord,
): string {
  const who = { who: mention(by.userId) };
  if (takesAway === true)
    return verb === 'approve' ? state.removalApprovedBy(who) : state.removalDeniedBy(who);
  return verb === 'approve' ? state.approvedBy(who) : state.deniedBy(who);
}
