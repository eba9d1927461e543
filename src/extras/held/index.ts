/** Where access that was granted elsewhere comes in: it is shown on Home, and given back there. */
import type { Extra } from '../../extra.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import { rowsOfExtra } from '../../store/rows-of-extra.ts';
import type { LastHoldings, UseCaseDeps } from '../../use-cases/deps.ts';
import { giveBackHeld, giveUpHeld } from './give-back-held.ts';
import { heldSection } from './held-access-blocks.ts';
import { heldClicked } from './held-clicks.ts';
import { heldRows } from './held-tables.ts';
import { readHeld } from './read-held.ts';

export const heldAccess: Extra = {
  name: 'held',
  open: () => ({
    jobs: heldJobs,
    giveUp: giveUpHeld,
    lastHoldings,
    listeners: [heldClicked],
    homeSections: (deps) => [heldSection(deps)],
  }),
};

export function heldJobs(deps: UseCaseDeps): ExtraRuns {
  return {
    'read-held': ({ slackUserId }) => readHeld(deps, slackUserId),
    'give-back-held': ({ returnId }) => giveBackHeld(deps, returnId),
  };
}

export const lastHoldings: LastHoldings = async (tx, slackUserId) => {
  const reading = await rowsOfExtra(tx, heldRows).reading(slackUserId);
  return reading?.held ?? [];
};
