/** Values at a place inside JSON of any shape. */

/** The value at a place inside JSON; undefined where there is none. */
export function at(value: unknown, ...place: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of place) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.getOwnPropertyDescriptor(here, key)?.value;
  }
  return here;
}

/** The text at a place inside JSON; fails where there is none. */
export function textAt(value: unknown, ...place: readonly (string | number)[]): string {
  const found = at(value, ...place);
  if (typeof found !== 'string')
    throw new TypeError(`no text at ${place.join('.')} of ${JSON.stringify(value)}`);
  return found;
}

/** The list at a place inside JSON; fails where there is none. */
export function listAt(value: unknown, ...place: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...place);
  if (!Array.isArray(found))
    throw new TypeError(`no list at ${place.join('.')} of ${JSON.stringify(value)}`);
  return found;
}
