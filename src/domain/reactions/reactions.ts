import { access } from './access.ts';
import { actions } from './actions.ts';
import { decisions } from './decisions.ts';
import { deliveredSteps } from './delivered-steps.ts';
import { deliveries } from './deliveries.ts';
import type { Reactions } from './reaction-parts.ts';
import { requests } from './requests.ts';

/**
 * For every fact: who is told what, and what is rendered again. `docs/messages.md` is made from it.
 */
export const reactions: Reactions = {
  ...requests,
  ...decisions,
  ...actions,
  ...access,
  ...deliveries,
  ...deliveredSteps,
};
