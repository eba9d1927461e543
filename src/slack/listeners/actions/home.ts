import type { App as BoltApp } from '@slack/bolt';
import { openHome } from '../../../use-cases/sync-home.ts';
import { homeActions } from '../../surfaces/home.ts';
import type { FormMemory } from '../../surfaces/request-form/fields.ts';
import type { ListenerDeps } from '../deps.ts';
import { openFormForClick } from '../request-form/open-form.ts';

const buttons: Readonly<Record<string, FormMemory['mode']>> = {
  [homeActions.request]: 'request',
  [homeActions.emergency]: 'emergency',
};

/** The buttons on Home that open the form; its request then belongs to the direct message with the bot. */
export function homeRequest(bolt: BoltApp, deps: ListenerDeps): void {
  for (const [actionId, mode] of Object.entries(buttons)) {
    bolt.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body, client }) => {
      await ack();
      await openFormForClick(deps, client, body, { mode });
    });
  }
}

/** Home is published by a job, like everything that goes outward. */
export function appHomeOpened(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    await openHome(deps, event.user);
  });
}
