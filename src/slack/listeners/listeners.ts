import type { App as BoltApp } from '@slack/bolt';
import { adminAsked } from './actions/admin.ts';
import { heldClicked } from './actions/held-clicks.ts';
import {
  holderClicked,
  homeListeners,
  reminderSnoozed,
  uncertainSettled,
} from './actions/holder.ts';
import { requestFormClicks } from './actions/request-form-clicks.ts';
import { actionFormClicks, reviewClicks } from './actions/review-clicks.ts';
import { waitingShown } from './actions/waiting-clicks.ts';
import { formAsked } from './commands/asking.ts';
import type { ListenerDeps } from './listener-deps.ts';
import { requestOptions } from './options/request-options.ts';
import { actSubmitted } from './views/action-form-submitted.ts';
import { requestSubmitted } from './views/request-submitted.ts';

/** Everything that the bot listens to. The manifest test compares it with app-manifest.yml. */
export function registerListeners(bolt: BoltApp, deps: ListenerDeps): void {
  const all = [
    formAsked,
    requestOptions,
    requestFormClicks,
    requestSubmitted,
    reviewClicks,
    actionFormClicks,
    waitingShown,
    actSubmitted,
    uncertainSettled,
    homeListeners,
    holderClicked,
    heldClicked,
    reminderSnoozed,
    adminAsked,
  ];
  for (const register of all) register(bolt, deps);
}
