import { storableText } from '../domain/foreign-text.ts';

/**
 * What a JSON text says, with every text in it fit to be stored; undefined where it is no JSON, or
 * nested beyond reading.
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
