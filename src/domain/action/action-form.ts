import { isUnclear } from '../request/untold.ts';
import { setUpActions } from '../task/step-of-task.ts';
import { actionNames, isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';
import { type ActionKind, actions } from './action.ts';
import { type ActionRight, type LinkReason, needsStepUp } from './authorization.ts';
import type { DecisionKind } from './review.ts';

/** One thing that people do with a task, with a form of its own. */
interface ActionFormRule {
  /** What is kept and carried out. */
  readonly performs: ActionKind;
  /** The TaskActionType that puts it into a card's menu; null where it is not there. */
  readonly action: string | null;
  /**
   * `must`: cannot be submitted without a person's words; `none`: the service takes no comment with
   * it.
   */
  readonly words?: 'must' | 'none';
  readonly picksDuration?: true;
  /** Nobody can take it back. */
  readonly isFinal?: true;
}

/** In the order of the menu. */
const table = {
  approve: { performs: 'approve', action: 'APPROVE' },
  'approve-for-less': {
    performs: 'approve',
    action: 'UPDATE_GRANT_DURATION',
    picksDuration: true,
  },
  ask: { performs: 'ask', action: 'COMMENT', words: 'must' },
  comment: { performs: 'comment', action: 'COMMENT', words: 'must' },
  reassign: { performs: 'reassign', action: 'REASSIGN', words: 'must' },
  shorten: {
    performs: 'shorten',
    action: 'UPDATE_GRANT_DURATION',
    words: 'none',
    picksDuration: true,
  },
  'fill-in': { performs: 'fill-in', action: 'UPDATE_REQUEST_DATA', words: 'none' },
  'set-up': { performs: 'set-up', action: setUpActions.done },
  'cannot-set-up': { performs: 'cannot-set-up', action: setUpActions.failed, words: 'must' },
  'skip-step': { performs: 'skip-step', action: 'SKIP_STEP', isFinal: true },
  restart: { performs: 'restart', action: 'RESTART', isFinal: true },
  'retry-provisioning': { performs: 'retry-provisioning', action: 'RETRY_PROVISIONING' },
  close: { performs: 'close', action: 'CLOSE', isFinal: true },
  deny: { performs: 'deny', action: null, words: 'must' },
  answer: { performs: 'answer', action: null, words: 'must' },
} as const satisfies Readonly<Record<string, ActionFormRule>>;

export type ActionFormKind = keyof typeof table;
export const actionForms: Readonly<Record<ActionFormKind, ActionFormRule>> = table;
export const isActionForm = (name: unknown): name is ActionFormKind =>
  typeof name === 'string' && Object.hasOwn(table, name);
/** Tells that access was set up by hand, or that it could not be. */
export const setUpFormKinds = ['set-up', 'cannot-set-up'] as const;
export type SetUpFormKind = (typeof setUpFormKinds)[number];

export function isSetUp(act: ActionFormKind): act is SetUpFormKind {
  return setUpFormKinds.some((one) => one === act);
}

/** The right that it takes. */
export function rightOf(act: ActionFormKind): ActionRight {
  return actions[table[act].performs].right;
}

export const actionFormKinds: readonly ActionFormKind[] = Object.keys(table).filter(isActionForm);

/**
 * Whether an act counts only for what its card showed: decisions, and acts that cannot be undone.
 */
export function isBoundToCard(act: ActionFormKind): boolean {
  const { performs, isFinal = false } = actionForms[act];
  return performs === 'approve' || performs === 'deny' || isFinal;
}

/** Beside deciding on it; carried out with the bot's credentials. */
export type TaskActionKind = Exclude<ActionFormKind, 'approve' | 'approve-for-less' | 'deny'>;

/** What a card offers: what the bot carries out, and what is done on the service's own page. */
export interface OfferedActions {
  /**
   * Approve and Deny, as buttons; `link`: why it is one that leads to the service's own page, null
   * where the bot carries it out.
   */
  readonly decisions: readonly { readonly verb: DecisionKind; readonly link: LinkReason | null }[];
  /** Carried out by the bot, each with a form of its own, in the order of the menu. */
  readonly acts: readonly ActionFormKind[];
  /**
   * Offered by the task, done on the service's own page: names of TaskActionTypes, known or not.
   */
  readonly elsewhere: readonly string[];
}

const decisionActions: ReadonlySet<string> = new Set(['APPROVE', 'APPROVE_WITH_STEP_UP', 'DENY']);

/**
 * Splits `task.actions` by what the configuration can carry out; never offers what the task does
 * not.
 *
 * @param settings.link why every decision on the task is a link; null where none
 * @param settings.canShorten there is a shorter time to pick
 */
export function offeredActions(
  task: TaskSnapshot,
  settings: {
    readonly canAct: boolean;
    readonly link: LinkReason | null;
    readonly canShorten: boolean;
  },
): OfferedActions {
  const names = [...actionNames(task)].filter((name) => name !== 'UNSPECIFIED' && name !== '');
  if (!isOpen(task)) {
    // Some services go on to list them: there is nothing to decide any more.
    const elsewhere = names.filter((name) => !decisionActions.has(name));
    return { decisions: [], acts: [], elsewhere };
  }
  if (!settings.canAct || task.currentStepId === null)
    return { decisions: [], acts: [], elsewhere: names };
  const ofTask = isUnclear(task) ? 'unclear' : needsStepUp(task) ? 'step-up' : null;
  const link = settings.link ?? ofTask;
  const approvals = link === null ? ['APPROVE'] : ['APPROVE', 'APPROVE_WITH_STEP_UP'];
  const inMenu = actionFormKinds.filter((act) => {
    const { action, picksDuration = false, performs } = actionForms[act];
    // A step that nobody can decide on here can be skipped by an administrator; one that is decided
    // elsewhere by choice cannot.
    const isSkippable = settings.link === null || settings.link === 'policy';
    if (performs === 'skip-step' && !isSkippable) return false;
    const isPossible = performs !== 'approve' || (link === null && names.includes('APPROVE'));
    return (
      action !== null &&
      names.includes(action) &&
      isPossible &&
      (settings.canShorten || !picksDuration)
    );
  });
  // The requester has a button for it, in their own message and on Home.
  const ofParties = 'ESCALATE_TO_EMERGENCY_ACCESS';
  const here = [...approvals, 'DENY', ofParties, ...inMenu.map((act) => actionForms[act].action)];
  return {
    decisions: [
      ...(approvals.some((name) => names.includes(name))
        ? [{ verb: 'approve' as const, link }]
        : []),
      ...(names.includes('DENY') ? [{ verb: 'deny' as const, link: settings.link }] : []),
    ],
    acts: inMenu,
    elsewhere: names.filter((name) => !here.includes(name)),
  };
}
