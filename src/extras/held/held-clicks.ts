import type { App as BoltApp } from '@slack/bolt';
import { sayAccepted } from '../../slack/action/say-to-clicker.ts';
import type { ListenerDeps } from '../../slack/listener-deps.ts';
import { actorOf, clickedElement } from '../../slack/platform/payloads.ts';
import { acceptReturn } from './give-back-held.ts';
import { heldActions, readHeldValue } from './held-access-blocks.ts';

/** The buttons about what somebody has beside their own requests, on Home. */
export function heldClicked(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: heldActions.giveBack }, async (click) => {
    const { ack, body, action } = click;
    const by = actorOf(body);
    const key = readHeldValue(clickedElement(action).value);
    const accepted = key === null ? 'unknown' : await acceptReturn(deps, { by, ...key });
    await ack();
    await sayAccepted(deps, click, by.userId, accepted);
  });
}
