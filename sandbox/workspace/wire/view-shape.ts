/** A view as Slack's Web API and payloads show it. */
import { bot, team } from '../state/directory.ts';
import type { StoredView } from '../state/stored.ts';

export function viewShape(view: StoredView): Record<string, unknown> {
  const { content } = view;
  return {
    id: view.id,
    team_id: team.id,
    type: content.kind,
    blocks: content.blocks,
    private_metadata: content.privateMetadata,
    callback_id: content.callbackId,
    state: { values: view.state },
    hash: view.hash,
    title: content.title ?? { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: false,
    notify_on_close: false,
    close: content.close,
    submit: content.submit,
    previous_view_id: view.previousViewId,
    root_view_id: view.rootViewId,
    app_id: bot.appId,
    external_id: '',
    app_installed_team_id: team.id,
    bot_id: bot.botId,
  };
}
