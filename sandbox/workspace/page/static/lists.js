/**
 * Searchable lists under a text field: selects, whose options come from the server, and commands
 * and people, which are on the page.
 */
/* global htmx */
import { all, byId, place } from './places.js';

export const listOf = (input) => byId(input.getAttribute('aria-controls'));
export const optionsOf = (list) =>
  all('[role=option]', list).filter((option) => !option.closest('[hidden]'));
export const isOpen = (list) => !list.popover || list.matches(':popover-open');
const activeIn = (list) => optionsOf(list).find((option) => option.classList.contains('active'));

export function activate(input, option) {
  for (const other of all('.active', listOf(input))) other.classList.remove('active');
  option?.classList.add('active');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) input.setAttribute('aria-activedescendant', option.id);
  else input.removeAttribute('aria-activedescendant');
}

/** Only a combobox has this state; the composer is a plain text field. */
function setExpanded(input, isExpanded) {
  if (input.matches('[role=combobox]')) input.setAttribute('aria-expanded', String(isExpanded));
}

export function openList(input) {
  const list = listOf(input);
  if (isOpen(list)) return;
  list.showPopover();
  setExpanded(input, true);
  const select = input.closest('[data-select]');
  if (!select) return;
  select.setAttribute('hx-morph-skip', '');
  input.shown = { label: input.value, placeholder: input.placeholder };
  if (input.value !== '') input.placeholder = input.value;
  input.value = '';
  const note = document.createElement('li');
  note.className = 'listbox-note';
  note.textContent = 'Loading…';
  list.replaceChildren(note);
  htmx.trigger(input, 'opened');
}

export function closeList(input) {
  const list = listOf(input);
  if (!list?.popover || !isOpen(list)) return;
  list.hidePopover();
  setExpanded(input, false);
  activate(input, undefined);
  input.closest('[data-select]')?.removeAttribute('hx-morph-skip');
  if (input.shown) {
    input.value = input.shown.label;
    input.placeholder = input.shown.placeholder;
  }
}

export function choose(select, value, label) {
  const template = select.querySelector('[data-chip]');
  if (!template) {
    select.querySelector('[data-chosen]').value = value;
    return;
  }
  const chips = all('.chip', select);
  const most = Number(select.dataset.most);
  if (
    chips.some((chip) => chip.firstElementChild.value === value) ||
    (most > 0 && chips.length >= most)
  )
    return;
  const chip = template.content.firstElementChild.cloneNode(true);
  const [input, words, remove] = chip.children;
  input.value = value;
  words.textContent = label;
  remove.setAttribute('aria-label', `Remove ${label}`);
  select.querySelector('.chips').append(chip);
}

export function pick(input, option) {
  if (option.href) return option.click();
  const { insert, value, label } = option.dataset;
  if (insert !== undefined) {
    input.value = insert;
    return closeList(input);
  }
  const select = input.closest('[data-select]');
  choose(select, value, label);
  if (!select.matches('.many')) input.shown.label = label;
  closeList(input);
  htmx.trigger(select, 'picked');
}

/**
 * Filters a list that is on the page: commands by prefix, people by any part of their name or
 * title.
 */
export function filterList(input) {
  const list = listOf(input);
  const text = input.value.toLowerCase();
  const isCommands = Boolean(list.popover);
  for (const option of all('[role=option]', list)) {
    const item = option.parentElement === list ? option : option.parentElement;
    item.hidden = isCommands
      ? !option.dataset.text.startsWith(text)
      : !option.dataset.text.includes(text.trim());
  }
  const found = optionsOf(list);
  if (isCommands && !(text.startsWith('/') && found.length > 0)) return closeList(input);
  openList(input);
  activate(input, found[0]);
  if (isCommands) place(list);
  const nobody = list.parentElement.querySelector('.nobody');
  if (nobody) nobody.hidden = found.length > 0;
}

/** Handles a key for an open list; returns whether it did. */
export function listKey(event, input) {
  const list = listOf(input);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!isOpen(list)) {
    if (step && input.matches('.select-text')) openList(input);
    return Boolean(step) && input.matches('.select-text');
  }
  const active = activeIn(list);
  if (step) {
    const options = optionsOf(list);
    const next = (options.indexOf(active) + step + options.length) % options.length;
    activate(input, options[next]);
    return true;
  }
  if (event.key === 'Enter') {
    const complete =
      active?.dataset.insert !== undefined && active.dataset.insert.trim() === input.value.trim();
    if (active && !complete) pick(input, active);
    else if (input.matches('textarea')) closeList(input);
    return !input.matches('textarea') || Boolean(active && !complete);
  }
  if (event.key === 'Escape' && list.popover) {
    closeList(input);
    return true;
  }
  if (event.key === 'Tab') closeList(input);
  return false;
}

export function openListWhileTyping(input) {
  const typed = input.value;
  if (isOpen(listOf(input))) return;
  openList(input);
  input.shown.label = input.defaultValue;
  input.value = typed;
}
