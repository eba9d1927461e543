import type { LinkReason } from './link-reason.ts';
import { type FormAct, menuActs, picksDuration } from './task-act.ts';
import { isOpen, type TaskSnapshot } from './task-snapshot.ts';

/** Every TaskActionType of interface.md without its prefix. The list is open: a task may offer values that are not here. */
export const knownTaskActions = [
  'CLOSE',
  'APPROVE',
  'DENY',
  'COMMENT',
  'DELETE',
  'REASSIGN',
  'RESTART',
  'SEND_REMINDER',
  'PROVISION_COMPLETE',
  'PROVISION_CANCELLED',
  'PROVISION_ERRORED',
  'ROLLBACK_SKIPPED',
  'PROVISION_APP_USER_TARGET_CREATED',
  'HARD_RESET',
  'ESCALATE_TO_EMERGENCY_ACCESS',
  'CHANGE_POLICY',
  'RECALCULATE_DENIAL_FROM_BASE_POLICY_DECISIONS',
  'SET_INSIGHTS_AND_RECOMMENDATION',
  'SET_ANALYSIS_ID',
  'RECALCULATE_APPROVERS_LIST',
  'PROCESS_NOW',
  'APPROVE_WITH_STEP_UP',
  'SKIP_STEP',
  'ROLLBACK_CANCELLED',
  'UPDATE_REQUEST_DATA',
  'UPDATE_GRANT_DURATION',
  'RETRY_PROVISIONING',
] as const;
export type KnownTaskAction = (typeof knownTaskActions)[number];

const prefix = 'TASK_ACTION_TYPE_';
const known: ReadonlySet<string> = new Set(knownTaskActions);

function isKnown(name: string): name is KnownTaskAction {
  return known.has(name);
}

/** `task.actions` without their prefix, each once: `APPROVE`, `DENY`, and whatever else the service names. */
export function actionNames(task: Pick<TaskSnapshot, 'actions'>): ReadonlySet<string> {
  return new Set(task.actions.map((action) => (action.startsWith(prefix) ? action.slice(prefix.length) : action)));
}

/** What a card offers: buttons for what the bot carries out, links to the service's own page for everything else. */
export interface OfferedActions {
  /** Carried out by the bot, in this order. */
  readonly buttons: readonly ('approve' | 'deny')[];
  /** Decisions of this step that are made on the service's own page; buttons all the same. */
  readonly linkButtons: readonly ('approve' | 'deny')[];
  /** Carried out by the bot, each with a form of its own, in this order. */
  readonly acts: readonly FormAct[];
  /** Offered by the task, done on the service's own page. */
  readonly links: readonly KnownTaskAction[];
  /** Number of offered values that the bot does not know. */
  readonly unknownCount: number;
  /** Why decisions are links; null where they are not, or the bot could not carry them out anyway. */
  readonly why: LinkReason | null;
}

/**
 * Splits `task.actions` by what the configuration can carry out; never offers what the task does not.
 *
 * @param settings.link why every decision on the task is a link; null where none
 * @param settings.needsStepUp an approval is a link
 * @param settings.canShorten there is a shorter time to pick
 */
export function offeredActions(
  task: TaskSnapshot,
  settings: {
    readonly canAct: boolean;
    readonly link: LinkReason | null;
    readonly needsStepUp: boolean;
    readonly canShorten: boolean;
  },
): OfferedActions {
  const names = [...actionNames(task)].filter((name) => name !== 'UNSPECIFIED' && name !== '');
  const canAct = settings.canAct && isOpen(task) && task.currentStepId !== null;
  const link = { approve: settings.link ?? (settings.needsStepUp ? ('step-up' as const) : null), deny: settings.link };
  const offered = { buttons: new Set<'approve' | 'deny'>(), linkButtons: new Set<'approve' | 'deny'>() };
  const acts = canAct ? actsOf(names, link.approve === null, settings.canShorten) : [];
  const links: KnownTaskAction[] = [];
  let unknownCount = 0;
  for (const name of names) {
    const verb = verbOf(name, link.approve);
    if (!isKnown(name)) unknownCount += 1;
    else if (canAct && verb !== null) offered[link[verb] === null ? 'buttons' : 'linkButtons'].add(verb);
    else if (!menuActs.some(([act, action]) => action === name && acts.includes(act))) links.push(name);
  }
  const linkButtons = [...offered.linkButtons].sort();
  const [first] = linkButtons;
  return {
    buttons: [...offered.buttons].sort(),
    acts,
    linkButtons,
    links,
    unknownCount,
    why: first === undefined ? null : link[first],
  };
}

function actsOf(names: readonly string[], mayApprove: boolean, canShorten: boolean): readonly FormAct[] {
  return menuActs.flatMap(([act, action]) => {
    const isPossible = (canShorten || !picksDuration(act)) && (mayApprove || !act.startsWith('approve'));
    const isApproval = act !== 'approve-for-less' || names.includes('APPROVE');
    return isPossible && isApproval && names.includes(action) ? [act] : [];
  });
}

/** The decision that an action is; with step-up an approval is one only where it is a link. */
function verbOf(name: string, approveLink: LinkReason | null): 'approve' | 'deny' | null {
  if (name === 'DENY') return 'deny';
  return name === 'APPROVE' || (name === 'APPROVE_WITH_STEP_UP' && approveLink !== null) ? 'approve' : null;
}
