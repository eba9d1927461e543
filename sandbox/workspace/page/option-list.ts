/** The answer to a select's search: the options as a list, or why there are none. */
import type { Option } from '@slack/types';
import { html } from 'hono/html';
import type { OfferedOptions } from '../client.ts';
import type { Html } from './html.ts';
import { plainText } from './text-object.ts';

function optionItem(listId: string, option: Option, index: number): Html {
  const { text, value, description } = option;
  const small =
    description === undefined ? '' : html`<small>${plainText(description.text)}</small>`;
  return html`<li role="option" class="listbox-option" id="${listId}-${index}" data-testid="option" data-value="${value ?? ''}" data-label="${text.text}"><span>${plainText(text.text)}</span>${small}</li>`;
}

export function optionList(listId: string, offered: OfferedOptions): Html {
  if (!offered.ok) {
    return html`<li class="listbox-note wrong" data-testid="options-failed">⚠ ${offered.sentence}</li>`;
  }
  if (offered.options.length === 0)
    return html`<li class="listbox-note" data-testid="no-results">No results</li>`;
  return html`${offered.options.map((option, index) => optionItem(listId, option, index))}`;
}

/** Shown instead of asking the app while too little is typed. */
export function keepTyping(missing: number): Html {
  return html`<li class="listbox-note" data-testid="keep-typing">Type ${missing} more ${missing === 1 ? 'character' : 'characters'} to search</li>`;
}
