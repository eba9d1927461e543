import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { ReviewRecord } from '../../use-cases/ports/card-contents.ts';
import { mention } from '../platform/text.ts';
import type { Texts } from '../platform/texts.ts';

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
