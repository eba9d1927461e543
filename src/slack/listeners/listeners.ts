import type { App as BoltApp } from '@slack/bolt';
import { accessAdmin, adminActionsClicked } from './actions/admin.ts';
import { appHomeOpened, holderClicked, homeRequest, reminderSnoozed, uncertainSettled } from './actions/holder.ts';
import { requestFormActions } from './actions/request-form.ts';
import { actActions, cardDetails, reviewActions } from './actions/review.ts';
import { askingCommands, requestShortcuts } from './commands/asking.ts';
import type { ListenerDeps } from './deps.ts';
import { requestOptions } from './options/request-options.ts';
import { actSubmitted } from './views/act-submitted.ts';
import { requestSubmitted } from './views/request-submitted.ts';

/** Everything that the bot listens to. The manifest test compares it with app-manifest.yml. */
export function registerListeners(bolt: BoltApp, deps: ListenerDeps): void {
  const all = [
    askingCommands,
    requestOptions,
    requestFormActions,
    requestSubmitted,
    reviewActions,
    actActions,
    actSubmitted,
    cardDetails,
    uncertainSettled,
    homeRequest,
    holderClicked,
    reminderSnoozed,
    requestShortcuts,
    appHomeOpened,
    accessAdmin,
    adminActionsClicked,
  ];
  for (const register of all) register(bolt, deps);
}
