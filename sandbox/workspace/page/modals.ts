/**
 * The open modals, each a dialog of the browser, the top one last: focus stays in it, Escape closes
 * it.
 */
import { html } from 'hono/html';
import type { ShownView } from '../client.ts';
import { avatar } from './avatar.ts';
import { blocks } from './blocks.ts';
import type { Html } from './html.ts';
import type { Viewer } from './place.ts';
import { containerField, type Surface } from './surface.ts';
import { plainText } from './text-object.ts';

function modal(viewer: Viewer, view: ShownView): Html {
  const { person, reader, client } = viewer;
  const container = { kind: 'view', viewId: view.id } as const;
  const surface: Surface = { reader, container, state: view.state, errors: view.errors };
  const bot = client.bot();
  const vals = JSON.stringify({ viewId: view.id });
  const url = `/as/${person.id}`;
  const submit =
    view.submit === null
      ? ''
      : html`<button type="submit" class="button primary" data-testid="modal-submit"${view.busy ? html` disabled` : ''}>${plainText(view.submit)}</button>`;
  const wrong = Object.keys(view.errors).length > 0 ? html` data-wrong="${view.hash}"` : '';
  return html`<dialog id="modal-${view.id}" class="modal${view.busy ? ' busy' : ''}" aria-labelledby="title-${view.id}" data-testid="modal" data-view-id="${view.id}" data-callback-id="${view.callbackId}" data-modal${wrong} hx-post="${url}/close" hx-trigger="dismissed" hx-vals="${vals}" hx-swap="none"><form novalidate autocomplete="off" hx-post="${url}/submit" hx-target="find .view-error" hx-swap="innerHTML swapEmpty:true" hx-sync="this:drop" hx-disable="find [type=submit]">${containerField(container)}<header class="modal-head">${avatar(bot.userId, bot.name, 'bot', 'small')}<h2 id="title-${view.id}" data-testid="modal-title">${plainText(view.title)}</h2><button type="button" class="icon-close" data-dismiss aria-label="Close" data-testid="modal-x">✕</button></header><div class="modal-body" tabindex="-1">${blocks(surface, view.blocks)}</div><footer class="modal-foot"><p class="view-error" id="ve-${view.id}" role="alert" hx-morph-skip data-testid="modal-error"></p><button type="button" class="button" data-dismiss data-testid="modal-close">${plainText(view.close ?? 'Cancel')}</button>${submit}</footer></form></dialog>`;
}

export function modals(viewer: Viewer): Html {
  return html`${viewer.client.openViews(viewer.person.id).map((view) => modal(viewer, view))}`;
}
