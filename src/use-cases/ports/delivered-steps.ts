/**
 * What the core asks about steps that the service handed to the bot: those are answered at the
 * callback of their delivery, never at the service's API. `extras/webhooks` answers; a bot without
 * it has no such step, because it does not start while one is open.
 */

import type { Action } from '../../domain/action/action.ts';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import type { Subject } from '../../domain/request/subject.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { ChatDirectory } from './chat-ports.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

/** What it takes to look up the people who may answer a step. */
export interface AnswererDeps {
  readonly store: Store;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly governance: AccessGovernance;
  readonly directory: ChatDirectory;
  readonly catalogue: {
    readonly entitlement: (appId: string, id: string) => CatalogueEntitlement | null;
  };
}

type StoreDeps = Pick<AnswererDeps, 'store'>;

/** An action that answers a step. */
export type AnsweringAction = Pick<
  Action,
  'id' | 'requestId' | 'verb' | 'stepId' | 'occurrence'
> & {
  readonly taskId: string;
};

/** An answer that the service took. */
export interface AnsweredStep {
  /** The action that it carried out; null where nobody's. */
  readonly by: string | null;
  /** Whether the answer approves the step, or says that it was set up. */
  readonly letsItGoOn: boolean;
}

export type EndingAction = Action & { readonly verb: 'withdraw' | 'close' };

export interface DeliveredSteps {
  /** The task of a request is known now: its steps that were delivered before that are shown. */
  takeWaiting(tx: StoreTransaction, taskId: string): Promise<void>;

  /**
   * Whether the bot answers the step of this task now, whatever the service lets it do with tasks.
   */
  isAnsweredHere(deps: StoreDeps, taskId: string): Promise<boolean>;

  /**
   * A reading of a delivered step with the people who may answer it at this moment. Any other
   * reading is returned as it is.
   *
   * @throws OutwardFailure where that cannot be found out
   */
  withAnswerersOfNow(
    deps: AnswererDeps,
    task: TaskSnapshot,
    subject: Subject | null,
  ): Promise<TaskSnapshot>;

  /**
   * Lets an action begin unless somebody else's answer to its step is under way. Take the task's
   * lock first.
   *
   * @throws OutwardFailure while another answer is on its way
   */
  waitForOtherAnswer(tx: StoreTransaction, action: AnsweringAction): Promise<void>;

  /**
   * What became of this action's answer: `taken` by the service, still `open`, or why it does not
   * count. null where the step was not handed to the bot.
   *
   * @param task a reading of this moment; null where the tenant tells none
   */
  answerOf(
    deps: StoreDeps,
    action: AnsweringAction,
    task: TaskSnapshot | null,
  ): Promise<'taken' | 'open' | Refusal | null>;

  /** Whether the service takes no answer to the step any more. */
  isAnswerSpent(
    deps: StoreDeps,
    step: { readonly taskId: string; readonly stepId: string },
  ): Promise<boolean>;

  /** The answer that the service is at work on, by this reading; null where there is none. */
  newestAnswer(deps: StoreDeps, task: TaskSnapshot): Promise<AnsweredStep | null>;

  /**
   * From here on nobody approves a withdrawn request, nor sets it up: its delivered step takes the
   * answer of the withdrawal alone. `behind`, changing nothing, while somebody else's answer is
   * under way.
   */
  beginEnd(deps: StoreDeps, action: Action, taskId: string): Promise<'begun' | 'behind'>;

  /**
   * The withdrawal or closing whose answer to the task's step was sent, even where its outcome was
   * lost; null where there is none, and where somebody denied the task after that.
   */
  endingActionOf(tx: StoreTransaction, taskId: string): Promise<EndingAction | null>;

  /** The bot's own denial of a step that nobody decided, even where its answer was lost. */
  wasDeniedByBot(
    tx: StoreTransaction,
    task: Pick<TaskSnapshot, 'id' | 'outcome'>,
  ): Promise<boolean>;
}

/** For a bot to which the service hands no steps. */
export const noDeliveredSteps: DeliveredSteps = {
  takeWaiting: async () => undefined,
  isAnsweredHere: async () => false,
  async withAnswerersOfNow(_deps, task) {
    if (task.delivered === undefined) return task;
    // It must not be decided at the API, so nobody answers it.
    const { otherStep: _, ...rest } = task;
    return { ...rest, stepApprovers: [] };
  },
  waitForOtherAnswer: async () => undefined,
  answerOf: async () => null,
  isAnswerSpent: async () => false,
  newestAnswer: async () => null,
  beginEnd: async () => 'behind',
  endingActionOf: async () => null,
  wasDeniedByBot: async () => false,
};
