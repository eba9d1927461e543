import type { App as BoltApp } from '@slack/bolt';
import type { ListenerDeps } from '../deps.ts';

/** Home is published by a job, like everything that goes outward. */
export function appHomeOpened(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    await deps.store.transaction((tx) => tx.enqueue({ kind: 'sync-home', slackUserId: event.user }));
  });
}
