/**
 * How deep an answer may be nested. Everything that walks foreign data (JSON.stringify, zod, our
 * own code) calls itself once per level, and a few thousand levels overflow the stack.
 */
const deepest = 64;

/** Stands in for what is nested deeper. */
export const tooDeep = '(nested too deep to be read)';

/**
 * Replaces what lies deeper than `deepest` levels in a parsed JSON text, in place. It calls itself
 * at most `deepest` times.
 */
export function withoutDepths(value: unknown, level = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level > deepest) return tooDeep;
  for (const [name, member] of Object.entries(value)) {
    const bounded = withoutDepths(member, level + 1);
    if (bounded !== member) Reflect.set(value, name, bounded);
  }
  return value;
}

/** Whether a value has more than so many levels of objects and arrays. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
