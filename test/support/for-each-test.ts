import { afterEach, beforeEach } from 'vitest';

/** Something that each of the tests around it has of its own: opened before it, closed after it. */
export function forEachTest<T>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
): () => T {
  let opened: { readonly value: T } | null = null;
  const now = () => {
    if (opened === null) throw new Error('It is there when the tests run, not before.');
    return opened.value;
  };
  beforeEach(async () => {
    opened = { value: await open() };
  });
  afterEach(() => close(now()));
  return now;
}
