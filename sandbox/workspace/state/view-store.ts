/** Each person's stack of open modals, and each person's published Home. */
import { newHash, newId } from '../ids.ts';
import { limits } from '../limits/limits.ts';
import type { ViewContent } from '../limits/views.ts';
import { carriedState, initialState } from './element-values.ts';
import type { StoredView } from './stored.ts';

export class ViewStore {
  readonly #now: () => Date;
  readonly #modals = new Map<string, StoredView[]>();
  readonly #homes = new Map<string, StoredView>();

  constructor(now: () => Date, modals: readonly StoredView[], homes: readonly StoredView[]) {
    this.#now = now;
    // The answer to a submission is lost when the workspace stops.
    for (const view of modals)
      this.#modals.set(view.personId, [...this.stack(view.personId), { ...view, busy: false }]);
    for (const view of homes) this.#homes.set(view.personId, view);
  }

  /** Bottom first. */
  stack(personId: string): readonly StoredView[] {
    return this.#modals.get(personId) ?? [];
  }

  top(personId: string): StoredView | undefined {
    return this.stack(personId).at(-1);
  }

  home(personId: string): StoredView | undefined {
    return this.#homes.get(personId);
  }

  byId(viewId: string): StoredView | undefined {
    return this.all().find((view) => view.id === viewId);
  }

  all(): readonly StoredView[] {
    return [...this.modals(), ...this.#homes.values()];
  }

  modals(): StoredView[] {
    return [...this.#modals.values()].flat();
  }

  homes(): StoredView[] {
    return [...this.#homes.values()];
  }

  /** Replaces the person's stack with one view, as `views.open` does in Slack. */
  open(personId: string, content: ViewContent): StoredView {
    const view = this.#fresh(personId, content, undefined);
    this.#modals.set(personId, [view]);
    return view;
  }

  /** Undefined: three views are open already. */
  push(personId: string, content: ViewContent): StoredView | undefined {
    const stack = this.stack(personId);
    if (stack.length >= limits.modalStack) return undefined;
    const view = this.#fresh(personId, content, stack.at(-1));
    this.#modals.set(personId, [...stack, view]);
    return view;
  }

  publish(personId: string, content: ViewContent): StoredView {
    const known = this.#homes.get(personId);
    if (known !== undefined) return this.update(known, content);
    const view = this.#fresh(personId, content, undefined);
    this.#homes.set(personId, view);
    return view;
  }

  /** Same id, new hash; inputs whose ids did not change keep what was entered. */
  update(view: StoredView, content: ViewContent): StoredView {
    return this.put({
      ...view,
      hash: newHash(this.#now()),
      content,
      state: carriedState(view.state, content.blocks),
      errors: {},
    });
  }

  /** Stores entered values, errors and `busy`; the hash stays. */
  put(view: StoredView): StoredView {
    if (this.#homes.get(view.personId)?.id === view.id) {
      this.#homes.set(view.personId, view);
      return view;
    }
    const stack = this.stack(view.personId).map((one) => (one.id === view.id ? view : one));
    this.#modals.set(view.personId, stack);
    return view;
  }

  /** Closes a view and those above it. */
  close(view: StoredView): void {
    const stack = this.stack(view.personId);
    const index = stack.findIndex((one) => one.id === view.id);
    if (index >= 0) this.#modals.set(view.personId, stack.slice(0, index));
  }

  clear(personId: string): void {
    this.#modals.delete(personId);
  }

  #fresh(personId: string, content: ViewContent, below: StoredView | undefined): StoredView {
    const id = newId('V0');
    return {
      id,
      hash: newHash(this.#now()),
      personId,
      rootViewId: below?.rootViewId ?? id,
      previousViewId: below?.id ?? null,
      content,
      state: initialState(content.blocks),
      errors: {},
      busy: false,
    };
  }
}
