/**
 * The message field: Enter sends, `/` completes commands, the lightning opens the app's shortcuts.
 */
import { html } from 'hono/html';
import type { Html } from './html.ts';
import { boltIcon, sendIcon } from './icons.ts';
import { addressOf, type Place } from './place.ts';

function commandList(place: Place): Html {
  const { client } = place;
  const items = client.commands().map((one, index) => {
    const hint = one.usageHint === '' ? '' : html` <span class="usage">${one.usageHint}</span>`;
    return html`<li role="option" id="command-${index}" class="listbox-option" data-testid="command-option" data-insert="${`${one.command} `}" data-text="${one.command}"><span><b>${one.command}</b>${hint}</span><small>${one.description} · ${client.bot().name}</small></li>`;
  });
  return html`<ul id="commands" class="listbox commands" role="listbox" aria-label="Slash commands" popover="manual" data-anchor="composer-box" data-above>${items}</ul>`;
}

function shortcutMenu(place: Place): Html {
  const { client, person } = place;
  const shortcuts = client.shortcuts().filter((one) => one.kind === 'global');
  if (shortcuts.length === 0) return html``;
  const items = shortcuts.map(
    (one) =>
      html`<button type="button" role="menuitem" class="menu-item" data-testid="shortcut" data-callback-id="${one.callbackId}" hx-post="/as/${person.id}/shortcut" hx-vals="${JSON.stringify({ callbackId: one.callbackId })}" hx-target="#notice" hx-swap="innerHTML">${one.name}<small>${one.description}</small></button>`,
  );
  return html`<button type="button" class="tool" id="shortcuts-button" popovertarget="shortcuts" aria-haspopup="menu" aria-label="Shortcuts" title="Shortcuts" data-testid="shortcuts">${boltIcon}</button><div id="shortcuts" class="menu" role="menu" popover data-anchor="shortcuts-button" data-above>${items}</div>`;
}

/**
 * Without commands and shortcuts for Slackbot and, as in Slack, in threads.
 *
 * @param inThread in the thread's panel
 */
export function composer(place: Place, inThread: boolean): Html {
  const { conversation, person, threadTs } = place;
  const name = conversation.kind === 'channel' ? `#${conversation.name}` : conversation.name;
  const label = inThread ? 'Reply in thread' : `Message ${name}`;
  const thread =
    inThread && threadTs !== null
      ? html`<input type="hidden" name="threadTs" value="${threadTs}">`
      : '';
  const isPlain = inThread || conversation.kind === 'slackbot';
  const completes = isPlain
    ? ''
    : html` aria-autocomplete="list" aria-haspopup="listbox" aria-controls="commands" data-local="commands"`;
  const url = `${addressOf(person.id, conversation.id)}/send`;
  return html`<form class="composer" id="${inThread ? 'reply-form' : 'composer-form'}" hx-post="${url}" hx-target="#notice" hx-swap="innerHTML" hx-sync="this:queue all" data-composer>${thread}<div class="composer-box" id="${inThread ? 'reply-box' : 'composer-box'}"><textarea name="text" rows="1" id="${inThread ? 'reply' : 'composer'}" aria-label="${label}" placeholder="${label}" data-testid="${inThread ? 'thread-composer' : 'composer'}" data-draft="${inThread ? `${conversation.id}-${threadTs ?? ''}` : conversation.id}" maxlength="12000"${completes}${inThread ? '' : html` autofocus`}></textarea><div class="composer-bar">${
    isPlain ? '' : shortcutMenu(place)
  }<span class="spacer"></span><span class="working htmx-indicator" role="status">Working…</span><button type="submit" class="send" aria-label="Send" data-testid="${inThread ? 'thread-send' : 'send'}">${sendIcon}</button></div></div>${isPlain ? '' : commandList(place)}</form>`;
}
