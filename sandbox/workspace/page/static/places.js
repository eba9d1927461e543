/**
 * Finds elements, and positions menus and lists, which are in the browser's top layer, beside their
 * anchors.
 */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const byId = (id) => document.getElementById(id);

export function place(popover) {
  const anchor = byId(popover.dataset.anchor)?.getBoundingClientRect();
  if (!anchor) return;
  popover.style.minWidth = popover.matches('.listbox') ? `${anchor.width}px` : '';
  const { width, height } = popover.getBoundingClientRect();
  const below = anchor.bottom + 4;
  const above = 'above' in popover.dataset || below + height > innerHeight - 8;
  popover.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - width - 8))}px`;
  popover.style.top = `${Math.max(8, above && anchor.top > height ? anchor.top - height - 4 : below)}px`;
}
export const placeAll = () => all(':popover-open[data-anchor]').forEach(place);
