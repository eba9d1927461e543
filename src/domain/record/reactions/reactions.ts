import { access } from './access-reactions.ts';
import { actionReactions } from './action-reactions.ts';
import { decisions } from './decision-reactions.ts';
import { deliveredSteps } from './delivered-step-reactions.ts';
import { deliveries } from './delivery-reactions.ts';
import type { Reactions } from './reaction-parts.ts';
import { requests } from './request-reactions.ts';

/**
 * For every fact: who is told what, and what is rendered again. `docs/messages.md` is made from it.
 */
export const reactions: Reactions = {
  ...requests,
  ...decisions,
  ...actionReactions,
  ...access,
  ...deliveries,
  ...deliveredSteps,
};
