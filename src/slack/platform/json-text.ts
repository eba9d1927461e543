import { storableText } from '../../domain/text/foreign-text.ts';

/**
 * The value of a JSON text, with every string fit to be stored; undefined if it is not JSON or
 * nested too deeply.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, member: unknown) =>
      typeof member === 'string' ? storableText(member) : member,
    );
  } catch (error) {
    // RangeError: nested deeper than the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
