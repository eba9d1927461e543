/** The last so many entries of something, oldest first. */
export class BoundedLog<Entry> {
  readonly #capacity: number;
  #entries: Entry[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(entry: Entry): void {
    this.#entries = [...this.#entries.slice(1 - this.#capacity), entry];
  }

  entries(): readonly Entry[] {
    return this.#entries;
  }
}
