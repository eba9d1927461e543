import { setTimeout as sleep } from 'node:timers/promises';
import type { App as BoltApp } from '@slack/bolt';
import {
  type WaitingPage,
  type WaitingView,
  waitingPage,
} from '../../../use-cases/card/waiting-page.ts';
import { openChecking } from '../../action/forms/open-action-form.ts';
import { type Click, updateWindow } from '../../action/say-to-clicker.ts';
import { homeActions } from '../../home/home.ts';
import type { ListenerDeps } from '../../listener-deps.ts';
import { actorOf, clickedElement, clickedWindow } from '../../platform/payloads.ts';
import { allApps, readWaitingView, waitingActions, waitingWindow } from './waiting-review.ts';

/** The window with everything that waits for somebody: its pages, and its filter by app. */
export function waitingShown(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: homeActions.waiting }, async (click) => {
    await click.ack();
    const opened = await openChecking(deps, click, ({ home }) => home.waitingForMe);
    if (opened === null) return;
    await showWaiting(deps, click, { page: 0, appId: null }, opened.viewId);
  });

  for (const id of [waitingActions.previous, waitingActions.next, waitingActions.back]) {
    bolt.action({ type: 'block_actions', action_id: id }, async (click) => {
      await click.ack();
      const window = clickedWindow(click.body);
      const shownPart = window === null ? null : readWaitingView(window.privateMetadata);
      if (window === null || shownPart === null) return;
      const page =
        id === waitingActions.back ? shownPart.page : Number(clickedElement(click.action).value);
      await showWaiting(deps, click, { ...shownPart, page }, window.viewId);
    });
  }

  bolt.action({ type: 'block_actions', action_id: waitingActions.app }, async (click) => {
    await click.ack();
    const window = clickedWindow(click.body);
    if (window === null) return;
    const { selected } = clickedElement(click.action);
    const appId = selected === allApps ? null : selected;
    await showWaiting(deps, click, { page: 0, appId }, window.viewId);
  });
}

/** How long the window waits for the names of risks before it is shown without them. */
const namesPatienceMs = 500;

/**
 * Shows a part of what waits for the person who clicked, in the window that they clicked in, and
 * names risks later where the service takes its time. Resolves to that window's version.
 */
export async function showWaiting(
  deps: ListenerDeps,
  { body, client }: Pick<Click, 'body' | 'client'>,
  wanted: WaitingView,
  viewId: string,
  version?: string,
): Promise<string | null> {
  const { userId } = actorOf(body);
  const texts = await deps.languages.textsOf(userId);
  const patience = sleep(namesPatienceMs, undefined, { ref: false });
  const { page, named } = await waitingPage(deps, userId, wanted, patience);
  const viewFor = (one: WaitingPage) => waitingWindow(texts, one, deps.world.now());
  const hash = await updateWindow(client, viewId, viewFor(page), version);
  const whole = await named;
  if (hash === null || whole === null) return hash;
  return updateWindow(client, viewId, viewFor(whole), hash);
}
