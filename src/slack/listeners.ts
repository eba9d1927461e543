import type { App as BoltApp } from '@slack/bolt';
import { actSubmitted } from './action/action-form-submitted.ts';
import { actionFormClicks, formerClicks, reviewClicks } from './action/review-clicks.ts';
import { adminAsked } from './admin/admin.ts';
import { commentFromMessage } from './comment/comment-from-message.ts';
import { formAsked, requestSubmitted } from './form/asking.ts';
import { requestFormClicks, requestOptions } from './form/request-form-clicks.ts';
import { holderClicked, homeListeners, postClicked, uncertainSettled } from './home/holder.ts';
import type { ListenerDeps } from './listener-deps.ts';

/** Registers what one part of the bot listens to. */
export type RegisterListener = (bolt: BoltApp, deps: ListenerDeps) => void;

/**
 * Everything that the bot listens to. The manifest test compares it with app-manifest.yml.
 *
 * @param ofExtras buttons and forms that extras show
 */
export function registerListeners(
  bolt: BoltApp,
  deps: ListenerDeps,
  ofExtras: readonly RegisterListener[],
): void {
  const all = [
    formAsked,
    commentFromMessage,
    requestOptions,
    requestFormClicks,
    requestSubmitted,
    reviewClicks,
    actionFormClicks,
    formerClicks,
    actSubmitted,
    uncertainSettled,
    homeListeners,
    holderClicked,
    postClicked,
    adminAsked,
    ...ofExtras,
  ];
  for (const register of all) register(bolt, deps);
}
