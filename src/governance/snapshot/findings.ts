import { z } from 'zod';
import { type Expanded, locate } from '../wire/expanded.ts';

const mostInsights = 20;

/** Insight has no published shape: the first of these that holds words is taken. */
const sentence = z.union([
  z.string().min(1),
  ...['summary', 'message', 'description', 'text', 'displayName', 'title'].map((name) =>
    z.looseObject({ [name]: z.string().min(1) }).transform((insight) => String(insight[name])),
  ),
]);

/** Sentences of the insights that a path locates; those without words are left out. */
export function readInsights(expanded: Expanded, path: string): string[] {
  return locate(expanded, path)
    .map((value) => sentence.safeParse(value).data)
    .filter((words) => words !== undefined)
    .slice(0, mostInsights);
}

const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T/)
  .refine((value) => !Number.isNaN(Date.parse(value)));

/** When the app user was last used: the timestamp itself, or an object that holds it in any member. ISO 8601, null where unknown. */
export function readLastUsage(expanded: Expanded, path: string): string | null {
  for (const value of locate(expanded, path)) {
    const candidates = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    for (const candidate of candidates) {
      const read = instant.safeParse(candidate);
      if (read.success) return read.data;
    }
  }
  return null;
}

/** A timestamp that can be computed with; null for what is none. */
export function readInstant(value: string | null | undefined): string | null {
  return instant.safeParse(value).data ?? null;
}
