import { z } from 'zod';
import { readJson } from '../json-text.ts';
import { limits } from '../limits.ts';

/** What an administrator's button carries: which command, and where in its list. Versioned; grants nothing. */
const orderValue = z.object({ v: z.literal(1), a: z.array(z.string()), t: z.string(), f: z.int().min(0) });

export interface OrderValue {
  readonly args: readonly string[];
  readonly pageToken: string;
  /** How many rows of that page have been shown. */
  readonly from: number;
}

/** null where it is longer than Slack lets a button carry. */
export function writeOrderValue({ args, pageToken, from }: OrderValue): string | null {
  const text = JSON.stringify({ v: 1, a: args, t: pageToken, f: from });
  return text.length > limits.buttonValue ? null : text;
}

/** null for a value of another version or from somewhere else. */
export function readOrderValue(text: string | undefined): OrderValue | null {
  const parsed = orderValue.safeParse(readJson(text ?? ''));
  return parsed.success ? { args: parsed.data.a, pageToken: parsed.data.t, from: parsed.data.f } : null;
}

/** What the form remembers: the command that opened it, without what was set. */
const formMemory = z.object({ v: z.literal(1), a: z.array(z.string()) });

export function writeFormArgs(args: readonly string[]): string | null {
  const text = JSON.stringify({ v: 1, a: args });
  return text.length > limits.privateMetadata ? null : text;
}

export function readFormArgs(text: string): readonly string[] | null {
  const parsed = formMemory.safeParse(readJson(text));
  return parsed.success ? parsed.data.a : null;
}
