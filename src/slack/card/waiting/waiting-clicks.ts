import type { App as BoltApp } from '@slack/bolt';
import { waitingPage } from '../../../use-cases/card/waiting-page.ts';
import { openChecking } from '../../action/forms/open-action-form.ts';
import { type Click, updateWindow } from '../../action/say-to-clicker.ts';
import { homeActions } from '../../home/home.ts';
import type { ListenerDeps } from '../../listener-deps.ts';
import { actorOf, clickedElement, clickedWindow } from '../../platform/payloads.ts';
import { waitingActions, waitingWindow } from './waiting-review.ts';

/** The window with everything that waits for somebody. */
export function waitingShown(bolt: BoltApp, deps: ListenerDeps): void {
  bolt.action({ type: 'block_actions', action_id: homeActions.waiting }, async (click) => {
    await click.ack();
    const opened = await openChecking(deps, click, ({ home }) => home.waitingForMe);
    if (opened !== null) await showWaiting(deps, click, 0, opened.viewId);
  });

  for (const id of Object.values(waitingActions))
    bolt.action({ type: 'block_actions', action_id: id }, async (click) => {
      await click.ack();
      const window = clickedWindow(click.body);
      const page = Number.parseInt(clickedElement(click.action).value, 10) || 0;
      if (window !== null) await showWaiting(deps, click, page, window.viewId);
    });
}

/**
 * Shows a page of what waits for the person who clicked, in the window that they clicked in.
 * Resolves to that window's version.
 */
export async function showWaiting(
  deps: ListenerDeps,
  { body, client }: Pick<Click, 'body' | 'client'>,
  page: number,
  viewId: string,
  version?: string,
): Promise<string | null> {
  const { userId } = actorOf(body);
  const texts = await deps.languages.textsOf(userId);
  const shownPage = await waitingPage(deps, userId, Math.max(0, page));
  return updateWindow(client, viewId, waitingWindow(texts, shownPage, deps.world.now()), version);
}
