import { expect } from 'vitest';

/** Fails unless an object has exactly these fields; the names are written by hand from interface.md, space-separated. */
export function expectFields(value: unknown, ...names: readonly string[]): void {
  expect(Object.keys(Object(value)).sort()).toEqual(names.join(' ').split(' ').sort());
}
