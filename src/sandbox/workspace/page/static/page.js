/**
 * What HTML and htmx do not do by themselves: searchable lists under a text field, dialogs that open when the server sends them,
 * places for menus, Enter in the composer, and keeping a swap away from what is being typed.
 */
/* global htmx */
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

// --- Swaps leave alone what is under somebody's hands -------------------------------------------------------------------
htmx.registerExtension('keep-typed', {
  htmx_before_morph_node(old, { newNode }) {
    if (old.classList.contains('htmx-request')) {
      if (old.matches('[data-select]')) return false;
      newNode.classList.add('htmx-request');
    }
    const typed = 'defaultValue' in old && 'defaultValue' in newNode && old.value !== old.defaultValue;
    if (typed && newNode.defaultValue !== old.value) newNode.defaultValue = old.defaultValue;
    return true;
  },
  htmx_before_morph_attr(element, { attrName }) {
    if (attrName === 'open') return !element.matches('dialog');
    if (attrName === 'style') return !element.matches('[popover]');
    return attrName !== 'disabled' || !element.classList.contains('htmx-request');
  },
});

// --- Lists under a text field: selects, commands, people ----------------------------------------------------------------
const listOf = (input) => byId(input.getAttribute('aria-controls'));
const optionsOf = (list) => all('[role=option]', list).filter((option) => !option.closest('[hidden]'));
const isOpen = (list) => !list.popover || list.matches(':popover-open');
const activeIn = (list) => optionsOf(list).find((option) => option.classList.contains('active'));

function activate(input, option) {
  for (const other of all('.active', listOf(input))) other.classList.remove('active');
  option?.classList.add('active');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) input.setAttribute('aria-activedescendant', option.id);
  else input.removeAttribute('aria-activedescendant');
}

function openList(input) {
  const list = listOf(input);
  if (isOpen(list)) return;
  list.showPopover();
  input.setAttribute('aria-expanded', 'true');
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

function closeList(input) {
  const list = listOf(input);
  if (!list?.popover || !isOpen(list)) return;
  list.hidePopover();
  input.setAttribute('aria-expanded', 'false');
  activate(input, undefined);
  input.closest('[data-select]')?.removeAttribute('hx-morph-skip');
  if (input.shown) {
    input.value = input.shown.label;
    input.placeholder = input.shown.placeholder;
  }
}

function choose(select, value, label) {
  const template = select.querySelector('[data-chip]');
  if (!template) {
    select.querySelector('[data-chosen]').value = value;
    return;
  }
  const chips = all('.chip', select);
  const most = Number(select.dataset.most);
  if (chips.some((chip) => chip.firstElementChild.value === value) || (most > 0 && chips.length >= most)) return;
  const chip = template.content.firstElementChild.cloneNode(true);
  const [input, words, remove] = chip.children;
  input.value = value;
  words.textContent = label;
  remove.setAttribute('aria-label', `Remove ${label}`);
  select.querySelector('.chips').append(chip);
}

function pick(input, option) {
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

/** Lists that are on the page as a whole: commands by their beginning, people by any part of their name or title. */
function filterList(input) {
  const list = listOf(input);
  const text = input.value.toLowerCase();
  const isCommands = Boolean(list.popover);
  for (const option of all('[role=option]', list)) {
    const item = option.parentElement === list ? option : option.parentElement;
    item.hidden = isCommands ? !option.dataset.text.startsWith(text) : !option.dataset.text.includes(text.trim());
  }
  const found = optionsOf(list);
  if (isCommands && !(text.startsWith('/') && found.length > 0)) return closeList(input);
  openList(input);
  activate(input, found[0]);
  if (isCommands) place(list);
  const nobody = list.parentElement.querySelector('.nobody');
  if (nobody) nobody.hidden = found.length > 0;
}

/** True when the key was meant for the list. */
function listKey(event, input) {
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
    const complete = active?.dataset.insert !== undefined && active.dataset.insert.trim() === input.value.trim();
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

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (event.isComposing || !(target instanceof HTMLElement)) return;
  const used = target.matches('.select-text, [data-local]') && listKey(event, target);
  const menu = target.closest('[role=menu]');
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (menu && step) {
    const items = all('[role=menuitem]', menu);
    items[(items.indexOf(target) + step + items.length) % items.length]?.focus();
  }
  const sends = !used && key === 'Enter' && !event.shiftKey;
  const entered = sends && target.matches('[data-enter][hx-trigger=entered]');
  if (sends && target.matches('[data-composer] textarea')) target.form.requestSubmit();
  else if (entered) htmx.trigger(target, 'entered');
  else if (!used && !(menu && step)) return;
  event.preventDefault();
  event.stopPropagation();
});

document.addEventListener('input', ({ target }) => {
  if (target.matches('[data-local]')) filterList(target);
  if (target.matches('.select-text')) openListWhileTyping(target);
  if (target.dataset.draft) sessionStorage.setItem(target.dataset.draft, target.value);
});

function openListWhileTyping(input) {
  const typed = input.value;
  if (isOpen(listOf(input))) return;
  openList(input);
  input.shown.label = input.defaultValue;
  input.value = typed;
}

document.addEventListener('focusout', ({ target }) => {
  if (target.matches('.select-text, textarea[data-local]')) closeList(target);
});
// A press on a list must not take the focus from its text field.
document.addEventListener('mousedown', (event) => {
  if (event.target.closest('.listbox')) event.preventDefault();
});

document.addEventListener('click', ({ target }) => {
  const select = target.closest('[data-select]');
  const option = target.closest('.listbox [role=option]');
  if (option) pick(document.querySelector(`[aria-controls="${option.closest('.listbox').id}"]`), option);
  else if (target.closest('[data-remove]')) {
    target.closest('.chip').remove();
    htmx.trigger(select, 'picked');
  } else if (target.closest('[data-clear]')) {
    choose(select, '', '');
    select.querySelector('.select-text').value = '';
    htmx.trigger(select, 'picked');
  } else if (select && !target.closest('.listbox')) {
    const input = select.querySelector('.select-text');
    input.focus();
    openList(input);
  }
  if (target.closest('[data-visit]')) htmx.trigger(target.closest('[data-visit]'), 'visited');
  if (target.closest('[role=menuitem]')) target.closest('[popover]').hidePopover();
  if (target.closest('[data-dismiss]')) target.closest('dialog').close();
});

// --- Places for menus and lists -------------------------------------------------------------------------------------------
function place(popover) {
  const anchor = byId(popover.dataset.anchor)?.getBoundingClientRect();
  if (!anchor) return;
  popover.style.minWidth = popover.matches('.listbox') ? `${anchor.width}px` : '';
  const { width, height } = popover.getBoundingClientRect();
  const below = anchor.bottom + 4;
  const above = 'above' in popover.dataset || below + height > innerHeight - 8;
  popover.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - width - 8))}px`;
  popover.style.top = `${Math.max(8, above && anchor.top > height ? anchor.top - height - 4 : below)}px`;
}
const placeAll = () => all(':popover-open[data-anchor]').forEach(place);

document.addEventListener(
  'beforetoggle',
  ({ target, newState }) => {
    if (newState !== 'open' || !target.matches('[popover]')) return;
    requestAnimationFrame(() => {
      place(target);
      target.querySelector('[role=menuitem]')?.focus();
      const search = target.querySelector('[data-local]');
      if (search) {
        search.value = '';
        filterList(search);
      }
    });
  },
  true,
);
addEventListener('resize', placeAll);
document.addEventListener('scroll', placeAll, true);

// --- Dialogs --------------------------------------------------------------------------------------------------------------
function showModals() {
  const modals = all('dialog[data-modal]');
  for (const dialog of modals) {
    if (dialog.open || dialog.dismissed) continue;
    dialog.showModal();
    const field = '.modal-body :is(input:not([hidden], [type=hidden]), textarea, button)';
    (dialog.querySelector(field) ?? dialog.querySelector('.modal-body')).focus();
  }
  if (modals.length === 0 && document.activeElement === document.body) byId('composer')?.focus({ preventScroll: true });
}

document.addEventListener(
  'close',
  ({ target }) => {
    if (!target.matches('dialog[data-modal]') || !target.isConnected) return;
    target.dismissed = true;
    htmx.trigger(target, 'dismissed');
  },
  true,
);

document.addEventListener('htmx:confirm', (event) => {
  const { ctx, issueRequest, dropRequest } = event.detail;
  if (ctx.confirm !== 'ask') return;
  event.preventDefault();
  const source = ctx.sourceElement;
  const dialog = byId('confirm');
  dialog.firstElementChild.replaceChildren(byId(source.dataset.confirm).content.cloneNode(true));
  dialog.returnValue = '';
  const decided = () => {
    if (dialog.returnValue === 'yes') return issueRequest();
    dropRequest();
    for (const input of [source, ...all('input', source)]) {
      if (/^(checkbox|radio)$/.test(input.type)) input.checked = input.defaultChecked;
      else if (input.matches('input')) input.value = input.defaultValue;
    }
  };
  dialog.addEventListener('close', decided, { once: true });
  dialog.showModal();
});

// --- Before and after swaps -----------------------------------------------------------------------------------------------
const scrollers = () => all('[data-bottom]').map((list) => list.closest('[data-scroll]') ?? list);
const toBottom = (scroller) => scroller.scrollTo({ top: scroller.scrollHeight });
let following = [];

document.addEventListener('htmx:before:swap', () => {
  following = scrollers().filter((one) => one.scrollHeight - one.scrollTop - one.clientHeight < 60);
});
document.addEventListener('htmx:after:swap', ({ target }) => {
  following.forEach(toBottom);
  showModals();
  if (!target.matches?.('.select-text') || !isOpen(listOf(target))) return;
  activate(target, optionsOf(listOf(target))[0]);
  place(listOf(target));
});

document.addEventListener('htmx:config:request', ({ target }) => {
  if (!target.matches('[data-composer]')) return;
  const field = target.querySelector('textarea');
  closeList(field);
  field.value = '';
  sessionStorage.removeItem(field.dataset.draft);
  scrollers().forEach(toBottom);
});
document.addEventListener('htmx:finally:request', ({ target }) => {
  if (target.matches?.('dialog[data-modal]')) {
    target.dismissed = false;
    showModals();
  }
  if (target.matches?.('.modal form')) target.querySelector('[aria-invalid=true]')?.focus();
});
// A form without an address is there for its buttons only.
document.addEventListener('submit', (event) => {
  if (!event.target.matches('[hx-post], [method=dialog]')) event.preventDefault();
});
document.addEventListener('htmx:sse:error', () => document.body.classList.add('offline'));
document.addEventListener('htmx:sse:after:connection', () => document.body.classList.remove('offline'));

for (const field of all('[data-draft]')) field.value = sessionStorage.getItem(field.dataset.draft) ?? '';
scrollers().forEach(toBottom);
showModals();
