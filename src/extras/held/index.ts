/** Where access that was granted elsewhere comes in: it is shown on Home, and given back there. */

import type { App as BoltApp } from '@slack/bolt';
import type { Extra } from '../../extra.ts';
import type { ExtraRuns } from '../../queue/handlers.ts';
import { sayAccepted } from '../../slack/action/say-to-clicker.ts';
import type { ListenerDeps } from '../../slack/listener-deps.ts';
import { actorOf, clickedElement } from '../../slack/platform/payloads.ts';
import type { LastHoldings, UseCaseDeps } from '../../use-cases/deps.ts';
import { acceptReturn, giveBackHeld, giveUpHeld } from './give-back-held.ts';
import { heldActions, heldSection, readHeldValue } from './held-access-blocks.ts';
import { pruneHeld } from './held-tables.ts';
import { heldForHome, readHeld } from './read-held.ts';

export const heldAccess: Extra = {
  name: 'held',
  needs: ['grantSearch'],
  open: () => ({
    jobs: heldJobs,
    giveUp: giveUpHeld,
    lastHoldings,
    listeners: [heldClicked],
    homeSections: (deps) => [heldSection(deps)],
    prune: pruneHeld,
  }),
};

export function heldJobs(deps: UseCaseDeps): ExtraRuns {
  return {
    'read-held': ({ slackUserId }) => readHeld(deps, slackUserId),
    'give-back-held': ({ returnId }) => giveBackHeld(deps, returnId),
  };
}

export const lastHoldings: LastHoldings = async (tx, slackUserId) => {
  const reading = await heldForHome.own(tx, slackUserId);
  return reading?.held ?? [];
};

/** The buttons about what somebody has beside their own requests, on Home. */
function heldClicked(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: heldActions.giveBack }, async (click) => {
    const { ack, body, action } = click;
    const by = actorOf(body);
    const key = readHeldValue(clickedElement(action).value);
    const accepted = key === null ? 'unknown' : await acceptReturn(deps, { by, ...key });
    await ack();
    await sayAccepted(deps, click, by.userId, accepted);
  });
}
