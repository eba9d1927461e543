import { z } from 'zod';
import { expandedField } from './expanded.ts';
import { list, text } from './wire-fields.ts';

/** An item of a page that could not be read. */
export interface UnreadItem {
  /** The item's id; null where it does not even tell that. */
  readonly id: string | null;
  /** The first field that is wrong. Values are never quoted. */
  readonly why: string;
}

/**
 * A page whose items are read one by one: an odd one is `unread`, and does not make the others
 * unreadable. A page of which no item can be read is a decode failure.
 *
 * @param idOf the id of an item that cannot be read
 */
export function pageOfEach<Item extends z.ZodType>(
  item: Item,
  idOf: (raw: unknown) => string | null,
) {
  const page = z.object({ list: list(z.unknown()), nextPageToken: text, expanded: expandedField });
  return page.transform((rawPage, context) => {
    const items: z.output<Item>[] = [];
    const unread: UnreadItem[] = [];
    const issues: ReturnType<typeof issueAt>[] = [];
    for (const [at, raw] of rawPage.list.entries()) {
      const parsed = item.safeParse(raw);
      if (parsed.success) {
        items.push(parsed.data);
        continue;
      }
      const { path, message } = firstIssue(parsed.error);
      unread.push({ id: idOf(raw), why: `${z.core.toDotPath(path).slice(0, 300)}: ${message}` });
      issues.push(issueAt(['list', at, ...path], message, raw));
    }
    if (items.length === 0) context.issues.push(...issues);
    return { ...rawPage, list: items, unread };
  });
}

function firstIssue({ issues }: z.ZodError): {
  readonly path: PropertyKey[];
  readonly message: string;
} {
  const [issue] = issues;
  if (issue === undefined) return { path: [], message: 'odd' };
  const expected = issue.code === 'invalid_type' ? `expected ${issue.expected}` : issue.message;
  return { path: issue.path, message: expected };
}

function issueAt(path: PropertyKey[], message: string, input: unknown) {
  return { code: 'custom' as const, path, message, input };
}
