import type { Verb } from './authorization.ts';
import type { KnownTaskAction } from './task-action.ts';

/** What people do with a task beside deciding on it; carried out with the bot's credentials. */
export const taskActs = [
  'ask',
  'answer',
  'comment',
  'reassign',
  'shorten',
  'fill-in',
  'skip-step',
  'restart',
  'retry-provisioning',
  'close',
] as const;
export type TaskAct = (typeof taskActs)[number];

/** What has a form of its own: decisions, an escalation, and every act. */
export const formActs = ['approve', 'approve-for-less', 'deny', 'escalate', ...taskActs] as const;
export type FormAct = (typeof formActs)[number];

/** What a card's menu offers, in its order, with the TaskActionType that offers it. */
export const menuActs = [
  ['approve', 'APPROVE'],
  ['approve-for-less', 'UPDATE_GRANT_DURATION'],
  ['ask', 'COMMENT'],
  ['comment', 'COMMENT'],
  ['reassign', 'REASSIGN'],
  ['shorten', 'UPDATE_GRANT_DURATION'],
  ['fill-in', 'UPDATE_REQUEST_DATA'],
  ['escalate', 'ESCALATE_TO_EMERGENCY_ACCESS'],
  ['skip-step', 'SKIP_STEP'],
  ['restart', 'RESTART'],
  ['retry-provisioning', 'RETRY_PROVISIONING'],
  ['close', 'CLOSE'],
] as const satisfies readonly (readonly [FormAct, KnownTaskAction])[];

/** The right that an act takes. */
export function verbOf(act: FormAct): Verb {
  if (act === 'approve-for-less') return 'approve';
  return act === 'answer' ? 'comment' : act;
}

/** About one step: on a later one it is refused. */
const stepVerbs: ReadonlySet<Verb> = new Set([
  'approve',
  'deny',
  'reassign',
  'fill-in',
  'skip-step',
  // It undoes the steps before: on a later step it would undo what was approved since.
  'restart',
  'retry-provisioning',
]);

export function isAboutStep(verb: Verb): boolean {
  return stepVerbs.has(verb);
}

/** Acts that need a person's words, and those that nobody can take back. */
const wordy: ReadonlySet<FormAct> = new Set(['deny', 'ask', 'answer', 'comment', 'reassign']);
const final: ReadonlySet<FormAct> = new Set(['skip-step', 'restart', 'close']);

export const needsWords = (act: FormAct): boolean => wordy.has(act);
export const isFinal = (act: FormAct): boolean => final.has(act);
/** An act that the service takes no comment with. */
export const isSilent = (act: FormAct): boolean => ['shorten', 'fill-in'].includes(act);
export const picksDuration = (act: FormAct): boolean => act === 'shorten' || act === 'approve-for-less';

/** The offered lengths that are less than what is asked for, in seconds. */
export function shorterDurations(offered: readonly number[], asked: number | null): readonly number[] {
  return offered.filter((seconds) => asked === null || seconds < asked);
}
