/**
 * Where blocks are being rendered: a message, a modal or Home. Interactive elements say through it
 * how they reach the server.
 */
import type { ConfirmationDialog } from '@slack/types';
import { html } from 'hono/html';
import type { Container, StateValue, StateValues } from '../client.ts';
import { domId } from './field-names.ts';
import type { Html } from './html.ts';
import type { Reader } from './reader.ts';
import { textObject } from './text-object.ts';

export interface Surface {
  readonly reader: Reader;
  readonly container: Container;
  readonly state: StateValues;
  /** Sentence by block_id. */
  readonly errors: Readonly<Record<string, string>>;
}

/**
 * One interactive element: its owner, its selection, and whether a change is sent to the app or
 * only stored.
 */
export interface Slot {
  readonly surface: Surface;
  readonly blockId: string;
  readonly actionId: string;
  readonly id: string;
  readonly value: StateValue | null;
  readonly dispatches: boolean;
  /** Accessible name of the element; null where a visible label names it. */
  readonly label: string | null;
}

export function slotOf(
  surface: Surface,
  blockId: string,
  actionId: string | undefined,
  options: { readonly dispatches: boolean; readonly label: string | null },
): Slot {
  const action = actionId ?? '';
  const value = surface.state[blockId]?.[action] ?? null;
  return {
    surface,
    blockId,
    actionId: action,
    id: domId(surface.container, blockId, action),
    value,
    ...options,
  };
}

/** A hidden field that says which message or view the form belongs to. */
export function containerField(container: Container): Html {
  return html`<input type="hidden" name="container" value="${JSON.stringify(container)}">`;
}

const confirmId = (slot: Slot): string => `c${slot.id}`;

/**
 * The attributes that make an element post its form: to `act` when the app is told, otherwise to
 * `fill`, which only stores what was typed. Needs `afterwards` beside the element.
 * @param trigger htmx trigger
 */
export function sends(
  slot: Slot,
  trigger: string,
  confirm?: ConfirmationDialog,
  entered?: string,
): Html {
  const { surface, blockId, actionId, dispatches } = slot;
  if (!dispatches && surface.container.kind !== 'view') return html``;
  const vals = JSON.stringify({
    block: blockId,
    action: actionId,
    ...(entered === undefined ? {} : { entered }),
  });
  const url = `/as/${surface.reader.personId}/${dispatches ? 'act' : 'fill'}`;
  const asks =
    confirm === undefined ? '' : html` hx-confirm="ask" data-confirm="${confirmId(slot)}"`;
  return html`hx-post="${url}" hx-trigger="${trigger}" hx-vals="${vals}" hx-target="#w${slot.id}" hx-swap="innerHTML"${asks}`;
}

/** Where a warning appears, and the confirmation dialog that `sends` refers to. */
export function afterwards(slot: Slot, confirm?: ConfirmationDialog): Html {
  const warning = html`<span id="w${slot.id}" class="went-wrong" role="status" hx-morph-skip></span>`;
  if (confirm === undefined) return warning;
  const { reader } = slot.surface;
  const style = confirm.style === 'danger' ? 'danger' : 'primary';
  return html`${warning}<template id="${confirmId(slot)}">
    <h2 id="confirm-title">${confirm.title?.text ?? 'Are you sure?'}</h2>
    <div class="confirm-text">${textObject(reader, confirm.text)}</div>
    <div class="confirm-buttons">
      <button class="button" value="" data-testid="confirm-deny">${confirm.deny?.text ?? 'Cancel'}</button>
      <button class="button ${style}" value="yes" data-testid="confirm-ok">${confirm.confirm?.text ?? 'Yes'}</button>
    </div>
  </template>`;
}
