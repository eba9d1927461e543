/** What the use cases need of the store for actions. */
import type { Action, ActionKind, Decision } from '../../../domain/action/action.ts';
import type { Subject } from '../../../domain/request/subject.ts';
import type { StepOfTask } from '../../../domain/task/step-of-task.ts';
import type { LockableRows } from './card-rows.ts';

/** An action as it is wanted: whatever else is known of it comes later. */
export type NewAction = Omit<
  Action,
  'state' | 'refusal' | 'identityUserId' | 'takenBack' | 'answeredAt'
>;

/** How somebody decided on another request for the same access. */
export interface EarlierDecision extends Pick<Decision, 'verb' | 'at'> {
  /** Slack ids: who decided, and whom the access was for. */
  readonly by: string;
  readonly holder: string;
}

export interface ActionRows extends LockableRows<Action> {
  /**
   * False, changing nothing, where the id is known; or where the same is under way or done: by this
   * person for the step, or for the request (`once` in `domain/action/action.ts`).
   */
  insertOnce(action: NewAction): Promise<boolean>;
  save(
    id: string,
    change: Partial<Pick<Action, 'state' | 'refusal' | 'takenBack' | 'answeredAt' | 'at'>>,
  ): Promise<void>;
  /**
   * Refuses this person's decision on the step as `replaced` if it waits (`accepted`) for something
   * else than `shown`, or was made before `keptSince`: that one is not sent any more.
   *
   * @returns its id; null where none gave way
   */
  replaceWaiting(
    by: string,
    than: { readonly shown: string | null; readonly keptSince: Date },
    step: StepOfTask,
  ): Promise<string | null>;
  /** The decision that is being sent or done on this step, by anybody. */
  winner(step: StepOfTask): Promise<Decision | null>;
  /**
   * Allows a decision, for this step and as this identity. False, changing nothing, where it is
   * over or taken back. Fails (unique) where the step has another winner; take the task's lock
   * first.
   */
  beginDecision(
    id: string,
    as: { readonly identityUserId: string; readonly occurrence: string },
  ): Promise<boolean>;
  /**
   * Decisions on this step that were allowed and then given up: of each a call may have been sent
   * whose answer was lost.
   */
  perhapsSent(step: StepOfTask): Promise<readonly Decision[]>;
  /**
   * Decisions that were ever allowed: a call of each may have reached the service. Oldest first.
   */
  allowedOn(taskId: string): Promise<readonly Decision[]>;
  /** Likely decisions that wait, and all that are being sent or done, oldest first. */
  decisionsOn(taskId: string): Promise<readonly Decision[]>;
  /**
   * The last decision on each other request for the same access: those for the same person first,
   * and of these the newest.
   */
  decidedBefore(
    request: Pick<Subject, 'id' | 'appId' | 'entitlementId'>,
    asked: { readonly holderId: string | null; readonly limit: number },
  ): Promise<readonly EarlierDecision[]>;
  /**
   * How often the same was tried on a request, by anybody and by this person; and the try that has
   * not come to nothing, null where all have. The first has the id `first`, the others that and
   * their number.
   */
  triesOf(
    first: string,
    of: { readonly requestId: string; readonly slackUserId: string },
  ): Promise<{ readonly all: number; readonly own: number; readonly standing: string | null }>;
  /** Questions, answers and comments that were carried out on a request, oldest first. */
  remarksOn(requestId: string): Promise<readonly Action[]>;
  /**
   * What a card of the request shows, each oldest first: its remarks, its decisions, decisions that
   * may or may not have counted, and approvals that were refused because the request had changed.
   */
  shownOn(requestId: string): Promise<{
    readonly remarks: readonly Action[];
    readonly decisions: readonly Decision[];
    readonly perhapsDecided: readonly Decision[];
    readonly approvalsOfChanged: readonly Decision[];
  }>;
  /** The last decision that this person made on the task, in any state. */
  newestDecision(taskId: string, slackUserId: string): Promise<Decision | null>;
  /**
   * For each request, the last decision that this person made since then, if it was refused; newest
   * first.
   */
  refusedSince(slackUserId: string, since: Date): Promise<readonly Decision[]>;
  /** Withdrawals of these requests that are under way or done. */
  withdrawals(requestIds: readonly string[]): Promise<readonly Action[]>;
  /** Orders to give back the access of these requests whose answer is not known yet. */
  returnsUnderWay(requestIds: readonly string[]): Promise<readonly Action[]>;
  /** Nudges of these requests, oldest first. */
  nudges(requestIds: readonly string[]): Promise<readonly Action[]>;
  /**
   * When somebody asked for the request to become an emergency, once that was sent; null where
   * nobody did.
   */
  escalatedAt(requestId: string): Promise<Date | null>;
  /** Whether such an action on the request was sent, even if its answer was lost. */
  mayHaveDone(requestId: string, verb: ActionKind): Promise<boolean>;
  /** What was done came to nothing: the same may be wanted again. */
  reopen(requestId: string, verb: ActionKind): Promise<void>;
}
