import { isUncertain, type Refusal } from '../refusals/refusals.ts';
import type { SlackActor } from '../request/access-request.ts';
import { isStepOf, type SeenStep, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { ActionRight } from './authorization.ts';
import type { ActionDetail } from './holder-action.ts';
import type { DecisionKind } from './review.ts';

/** How one thing that people do is carried out. */
interface ActionRule {
  /** The right that it takes; `authorization.ts` says who has it, and whether it names a step. */
  readonly right: ActionRight | 'nudge';
  /**
   * How often it can be under way or done: once by each person for a step (and carried out by one
   * of them), once for a request, or as often as somebody likes.
   */
  readonly once: 'for-a-step' | 'for-a-request' | 'never-limited';
  readonly call: 'act' | 'revoke' | 'none';
  /**
   * After a call whose answer was lost. `look-and-resend`: what became of it is read, and where the
   * reading does not show it, it is sent again, because a second one changes nothing: a decision
   * names its step, and what is closed or revoked stays so. `leave`: it is not sent again; a
   * comment would stand there twice, and a restart would undo what was decided since.
   */
  readonly afterLostAnswer: 'look-and-resend' | 'leave';
  /** What the service's own trail says before the person's name; null if nothing is sent. */
  readonly trail: string | null;
}

const decision = {
  once: 'for-a-step',
  call: 'act',
  afterLostAnswer: 'look-and-resend',
} as const;
const ofOwnRequest = {
  once: 'for-a-request',
  call: 'act',
  afterLostAnswer: 'look-and-resend',
} as const;
const byCallback = {
  once: 'never-limited',
  call: 'act',
  afterLostAnswer: 'look-and-resend',
} as const;
const onTask = { once: 'never-limited', call: 'act', afterLostAnswer: 'leave' } as const;

/** Everything that people do with a request, its task or its grant. */
export const actions = {
  approve: { ...decision, right: 'approve', trail: 'Approved' },
  deny: { ...decision, right: 'deny', trail: 'Denied' },
  escalate: { ...ofOwnRequest, right: 'escalate', trail: 'Escalated to emergency access' },
  withdraw: { ...ofOwnRequest, right: 'withdraw', trail: 'Withdrawn' },
  'give-back': { ...ofOwnRequest, right: 'give-back', call: 'revoke', trail: 'Given back' },
  nudge: { ...onTask, right: 'nudge', call: 'none', trail: null },
  ask: { ...onTask, right: 'ask', trail: 'Asked' },
  answer: { ...onTask, right: 'comment', trail: 'Answered' },
  comment: { ...onTask, right: 'comment', trail: 'Commented' },
  reassign: { ...onTask, right: 'reassign', trail: 'Reassigned' },
  shorten: { ...onTask, right: 'shorten', trail: 'Shortened' },
  'fill-in': { ...onTask, right: 'fill-in', trail: 'Form filled in' },
  // The callback of a delivered step takes one answer, so a second one changes nothing.
  'set-up': { ...byCallback, right: 'set-up', trail: 'Set up' },
  'cannot-set-up': { ...byCallback, right: 'cannot-set-up', trail: 'Could not be set up' },
  'skip-step': { ...onTask, right: 'skip-step', trail: 'Step skipped' },
  restart: { ...onTask, right: 'restart', trail: 'Restarted' },
  'retry-provisioning': { ...onTask, right: 'retry-provisioning', trail: 'Set-up tried again' },
  close: { ...onTask, afterLostAnswer: 'look-and-resend', right: 'close', trail: 'Closed' },
} as const satisfies Readonly<Record<string, ActionRule>>;

export type ActionKind = keyof typeof actions;

export const actionKinds: readonly ActionKind[] = Object.keys(actions).filter(isActionKind);

function isActionKind(name: string): name is ActionKind {
  return Object.hasOwn(actions, name);
}

/** The kinds of actions that may be under way or done as often as `once` says. */
export function actionKindsOnce(once: ActionRule['once']): readonly ActionKind[] {
  return actionKinds.filter((verb) => actions[verb].once === once);
}

/**
 * How far an action has come.
 * - `accepted`: kept with its job; compared with the service's truth each time before it is sent
 * - `sending`: allowed; a call may have reached the service, and its outcome is not known yet. Of
 *   decisions the one winner of its step
 * - `uncertain`: a call got no answer, nobody can tell whether it was carried out, and it is not
 *   sent again
 *
 * ```
 * accepted ──► sending ──► done ──► refused (came to nothing)
 *    │  ▲         │
 *    │  └─────────┤ certainly not carried out
 *    │            ├──► refused
 *    │            └──► uncertain ──► sending (it arrived after all)
 *    └──► refused
 * ```
 */
export type ActionState = 'accepted' | 'sending' | 'done' | 'refused' | 'uncertain';

/** What an act needs beside words, its step and a time. */
export type ActionInput = Partial<Pick<ActionDetail, 'people' | 'asked' | 'answers'>>;

/** What somebody wants done, and what became of it. The step is empty where it names none. */
export interface Action extends SeenStep {
  readonly id: string;
  readonly requestId: string;
  /** null until the request has a task. */
  readonly taskId: string | null;
  readonly verb: ActionKind;
  readonly by: SlackActor;
  readonly reason: string;
  /** The conversation of the click, for answers that only the person sees. */
  readonly channel: string;
  /** When the person asked for it; once it is over, when it ended. */
  readonly at: Date;
  readonly state: ActionState;
  readonly refusal: Refusal | null;
  /** The time that is chosen with it; null where none is. */
  readonly durationSeconds: number | null;
  /** The fingerprint of what the card of the click showed; null where it was on no card. */
  readonly shown: string | null;
  /** null for decisions, and for what people do with their own requests. */
  readonly input: ActionInput | null;
  /** The last reading has this person as a reviewer: the card may say before the check that they decide. */
  readonly likely: boolean;
  /** The identity as which the person was allowed to decide; null before that. */
  readonly identityUserId: string | null;
  /**
   * When it was noted that the service had answered with yes, where what came of it could not be
   * noted at once; null where no such answer arrived.
   */
  readonly answeredAt: Date | null;
  /**
   * When cards were rendered because it was still under way; null where it was over before that. Of
   * decisions alone.
   */
  readonly renderedAt: Date | null;
}

/** A decision on a step. */
export type Decision = Action & {
  readonly verb: DecisionKind;
  readonly taskId: string;
};

export function isDecision(action: Action): action is Decision {
  return action.taskId !== null && (action.verb === 'approve' || action.verb === 'deny');
}

/** Whether nothing more happens to it by itself. */
export function isOver({ state }: Pick<Action, 'state'>): boolean {
  return state !== 'accepted' && state !== 'sending';
}

/** The state of an action that is not carried out, or not known to be, for this reason. */
export function refusedState({ code }: Refusal): Extract<ActionState, 'refused' | 'uncertain'> {
  return isUncertain(code) ? 'uncertain' : 'refused';
}

/**
 * Why the last of these approvals of the current step was refused; null where none was, or where
 * nobody can say what had changed.
 *
 * @param refused approvals of requests that had changed, oldest first
 */
export function changeSeen(
  refused: readonly Decision[],
  task: Pick<TaskSnapshot, 'currentStepId' | 'stepOccurrence'>,
): Refusal | null {
  const refusal = refused.findLast((one) => isStepOf(one, task))?.refusal;
  if (refusal?.code !== 'changed') return null;
  const { fields = [], late } = refusal;
  return fields.length > 0 || late !== undefined ? refusal : null;
}
