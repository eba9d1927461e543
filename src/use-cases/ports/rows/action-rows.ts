import type { Action, Decision } from '../../../domain/action/action.ts';

/** An action as it is wanted: whatever else is known of it comes later. */
export type NewAction = Omit<
  Action,
  'state' | 'refusal' | 'identityUserId' | 'answeredAt' | 'renderedAt'
>;

/**
 * What a card of a request shows, each oldest first: its remarks, its decisions, decisions that may
 * or may not have counted, and approvals that were refused because the request had changed.
 */
export interface ActionsOnCard {
  readonly remarks: readonly Action[];
  readonly decisions: readonly Decision[];
  readonly perhapsDecided: readonly Decision[];
  readonly approvalsOfChanged: readonly Decision[];
}
