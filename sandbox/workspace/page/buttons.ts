/** Buttons and overflow menus: they tell the app at once. */
import type { Button, Overflow } from '@slack/types';
import { html } from 'hono/html';
import type { Html } from './html.ts';
import { linkTo } from './links.ts';
import { afterwards, type Slot, sends } from './surface.ts';
import { plainText } from './text-object.ts';

export function button(slot: Slot, element: Button): Html {
  const style = element.style ?? '';
  const label =
    element.accessibility_label === undefined
      ? ''
      : html` aria-label="${element.accessibility_label}"`;
  const link = element.url === undefined ? null : linkTo(slot.surface.reader, element.url);
  const shared = html`id="${slot.id}" data-testid="action" data-action-id="${slot.actionId}"${label}`;
  const text = plainText(element.text.text, element.text.emoji);
  if (link !== null) {
    // The click opens the address; the app hears of it through an event of its own, so that htmx
    // does not hold the link back.
    return html`<a class="button ${style}" ${link} ${shared} data-visit ${sends(slot, 'visited')}>${text}</a>${afterwards(slot)}`;
  }
  return html`<button type="button" class="button ${style}" ${shared} hx-disable="this" ${sends(slot, 'click', element.confirm)}>${text}</button>${afterwards(slot, element.confirm)}`;
}

export function overflow(slot: Slot, element: Overflow): Html {
  const items = element.options.map((option, index) => {
    const link = option.url === undefined ? null : linkTo(slot.surface.reader, option.url);
    const text = html`${plainText(option.text.text, option.text.emoji)}${
      option.description === undefined
        ? ''
        : html`<small>${plainText(option.description.text)}</small>`
    }`;
    const shared = html`role="menuitem" class="menu-item" data-testid="option" data-value="${option.value ?? ''}" id="${slot.id}o${index}"`;
    return link === null
      ? html`<button type="button" ${shared} ${sends(slot, 'click', element.confirm, option.value ?? '')}>${text}</button>`
      : html`<a ${shared} ${link} data-visit ${sends(slot, 'visited', undefined, option.value ?? '')}>${text}</a>`;
  });
  return html`<button type="button" class="button icon" id="${slot.id}" popovertarget="m${slot.id}" aria-label="${slot.label ?? 'More options'}" aria-haspopup="menu" data-testid="overflow" data-action-id="${slot.actionId}">⋯</button><div id="m${slot.id}" class="menu" role="menu" popover data-anchor="${slot.id}">${items}</div>${afterwards(slot, element.confirm)}`;
}
