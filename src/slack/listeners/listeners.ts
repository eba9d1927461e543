import type { App as BoltApp } from '@slack/bolt';
import { adminActionsClicked } from './actions/admin.ts';
import { cardDetails } from './actions/card-details.ts';
import { holderClicked } from './actions/holder.ts';
import { homeRequest } from './actions/home.ts';
import { requestFormActions } from './actions/request-form.ts';
import { reviewActions } from './actions/review.ts';
import { uncertainSettled } from './actions/uncertain.ts';
import { accessAdmin } from './commands/access-admin.ts';
import { askingCommands } from './commands/asking.ts';
import type { ListenerDeps } from './deps.ts';
import { appHomeOpened } from './events/app-home-opened.ts';
import { requestOptions } from './options/request-options.ts';
import { requestShortcuts } from './shortcuts/request-access.ts';
import { denialSubmitted } from './views/denial.ts';
import { requestSubmitted } from './views/request-submitted.ts';

/** Everything that the bot listens to. The manifest test compares it with app-manifest.yml. */
export function registerListeners(bolt: BoltApp, deps: ListenerDeps): void {
  const all = [
    askingCommands,
    requestOptions,
    requestFormActions,
    requestSubmitted,
    reviewActions,
    denialSubmitted,
    cardDetails,
    uncertainSettled,
    homeRequest,
    holderClicked,
    requestShortcuts,
    appHomeOpened,
    accessAdmin,
    adminActionsClicked,
  ];
  for (const register of all) register(bolt, deps);
}
