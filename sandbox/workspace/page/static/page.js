/**
 * What HTML and htmx do not do by themselves: searchable lists under a text field, dialogs that
 * open when the server sends them, positions of menus, Enter in the composer, the theme, and swaps
 * that keep what is being typed.
 */
/* global htmx */
import {
  activate,
  choose,
  closeList,
  filterList,
  isOpen,
  listKey,
  listOf,
  openList,
  openListWhileTyping,
  optionsOf,
  pick,
} from './lists.js';
import { all, byId, place, placeAll } from './places.js';

// --- Swaps keep what is being typed, and open lists
// -------------------------------------------------------------------
htmx.registerExtension('keep-typed', {
  htmx_before_morph_node(old, { newNode }) {
    if (old.classList.contains('htmx-request')) {
      if (old.matches('[data-select]')) return false;
      newNode.classList.add('htmx-request');
    }
    const typed =
      'defaultValue' in old && 'defaultValue' in newNode && old.value !== old.defaultValue;
    if (typed && newNode.defaultValue !== old.value) newNode.defaultValue = old.defaultValue;
    return true;
  },
  htmx_before_morph_attr(element, { attrName }) {
    if (attrName === 'open') return !element.matches('dialog');
    if (attrName === 'style') return !element.matches('[popover]');
    return attrName !== 'disabled' || !element.classList.contains('htmx-request');
  },
});

// --- Keys, clicks and typing
// ----------------------------------------------------------------------------------------------
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (key === 'Escape') toggleRail(false);
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
  if (option)
    pick(document.querySelector(`[aria-controls="${option.closest('.listbox').id}"]`), option);
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
  if (target.closest('[data-theme-switch]')) switchTheme();
  if (target.closest('[data-menu]')) toggleRail();
  else if (!target.closest('.rail')) toggleRail(false);
});

// --- The rail on a narrow screen, and the theme
// ---------------------------------------------------------------------------
function toggleRail(isOpen) {
  const rail = byId('rail-panel');
  const opened = rail.classList.toggle('open', isOpen);
  for (const button of all('[data-menu]')) button.setAttribute('aria-expanded', String(opened));
  if (opened) byId('person-picker').focus();
}

function switchTheme() {
  const root = document.documentElement;
  const now =
    root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  root.dataset.theme = now === 'dark' ? 'light' : 'dark';
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, so that the next page comes in the right colours
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
}

// --- Positions of menus and lists
// -------------------------------------------------------------------------------------------
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

// --- Dialogs
// --------------------------------------------------------------------------------------------------------------
function showModals() {
  const modals = all('dialog[data-modal]');
  for (const dialog of modals) {
    if (dialog.open || dialog.dismissed) continue;
    dialog.showModal();
    const field = '.modal-body :is(input:not([hidden], [type=hidden]), textarea, button)';
    (dialog.querySelector(field) ?? dialog.querySelector('.modal-body')).focus();
  }
  if (modals.length === 0 && document.activeElement === document.body)
    byId('composer')?.focus({ preventScroll: true });
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

// --- Before and after swaps
// -----------------------------------------------------------------------------------------------
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
// A form without hx-post only groups its buttons: Enter must not submit it.
document.addEventListener('submit', (event) => {
  if (!event.target.matches('[hx-post], [method=dialog]')) event.preventDefault();
});
document.addEventListener('htmx:sse:error', () => document.body.classList.add('offline'));
document.addEventListener('htmx:sse:after:connection', () =>
  document.body.classList.remove('offline'),
);

// Links of the tour lead to other pages: there the drawer is as it was.
for (const drawer of all('.drawer')) {
  drawer.open = sessionStorage.getItem('drawer') === 'open';
  drawer.addEventListener('toggle', () =>
    sessionStorage.setItem('drawer', drawer.open ? 'open' : 'closed'),
  );
}
for (const field of all('[data-draft]'))
  field.value = sessionStorage.getItem(field.dataset.draft) ?? '';
scrollers().forEach(toBottom);
for (const linked of all('.message.linked').slice(-1)) linked.scrollIntoView({ block: 'center' });
showModals();
