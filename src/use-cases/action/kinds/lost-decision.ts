/** Whose a decision is that was made while the answer to a call was lost. Nothing is claimed. */
import { actions, type Decision } from '../../../domain/action/action.ts';
import { outcomeOfLost, type ReviewRefusal } from '../../../domain/action/review.ts';
import { isOpen, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { botIdentityId } from '../check-right.ts';

type Credit = ReturnType<typeof outcomeOfLost>;

/**
 * Whether the service shows the decision as made by this call. That the bot's account decided does
 * not prove it: the call may have been lost before it arrived, while the account decided by itself.
 * The comments in the service's own trail prove it, because each decision of the bot names its
 * person there.
 */
export async function creditOf(
  deps: UseCaseDeps,
  decision: Decision,
  task: TaskSnapshot,
): Promise<Credit> {
  const bot = await botIdentityId(deps, decision.requestId, task);
  const { decisions, attempts } = await deps.store.transaction(async (tx) => ({
    decisions: await tx.actions.decisionsOn(decision.taskId),
    attempts: await tx.actions.perhapsSent(decision),
  }));
  const others = decisions.filter((one) => one.state === 'done' && one.id !== decision.id);
  const triedForOthers = attempts.some(
    (one) => one.verb === decision.verb && one.by.userId !== decision.by.userId,
  );
  const credit = outcomeOfLost(task, decision, {
    identityUserId: bot,
    decidedOtherSteps: others.length > 0,
    triedForOthers,
  });
  if (credit === 'not-yet') return credit;
  if (bot === null || !deps.governance.operations.has('taskAudit'))
    return credit === 'ours' ? 'unknown' : credit;
  const comments = await deps.governance.commentsBy(decision.taskId, bot);
  return creditByComments(decision, { credit, others, comments });
}

function creditByComments(
  { verb, by }: Decision,
  known: {
    readonly credit: Credit;
    readonly others: readonly Decision[];
    readonly comments: readonly string[];
  },
): Credit {
  const decisionComments = known.comments.filter((one) => one.startsWith(actions[verb].trail));
  const theirs = decisionComments.filter((one) => accountIn.exec(one)?.[1] === by.userId);
  // The same person may have decided another step in the same words.
  const noted = known.others.filter((one) => one.verb === verb);
  const notedTheirs = noted.filter((one) => one.by.userId === by.userId);
  if (theirs.length > notedTheirs.length) return 'ours';
  // After a restore from a copy the bot may have decided for somebody of whom it does not know any
  // more.
  if (decisionComments.length > noted.length) return 'elsewhere';
  // Every decision of the bot carries its words. Without them the account may have decided by
  // itself.
  return known.credit === 'ours' ? 'unknown' : known.credit;
}

/** No name and no reason passes for the account: the one is in quotes, the other follows. */
const accountIn = /^\w+ in Slack by "[^"]*"(?: \(\S*\))?, Slack user (\w+)\./;

/** Why a decision whose answer was lost does not count as this person's. */
export function refusalOfLost(
  credit: Exclude<Credit, 'not-yet' | 'ours'>,
  task: TaskSnapshot | null,
): ReviewRefusal {
  if (credit === 'unknown') return { kind: 'perhaps-decided' };
  if (task === null) return { kind: 'gone' };
  const wasDecided = isOpen(task) || ['granted', 'denied', 'error'].includes(task.outcome);
  return { kind: wasDecided ? 'decided-elsewhere' : 'closed' };
}
