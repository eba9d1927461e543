import type { AdminPage, AdminRow } from '../use-cases/admin-desk.ts';
import type { RecordPage } from '../use-cases/administration-ports.ts';
import { publicRecord } from './secrets.ts';

/** One page of a list. `empty` is said where nothing is on it and nothing follows. */
export function listPage<Item>(
  about: { readonly title: string; readonly empty: string; readonly notes?: readonly string[] },
  answer: RecordPage<Item>,
  rowOf: (item: Item) => AdminRow,
): AdminPage {
  const { list, nextPageToken } = answer;
  const notes = [...(about.notes ?? [])];
  if (list.length === 0)
    notes.unshift(nextPageToken === '' ? about.empty : 'Nothing on this page; there is a next one.');
  return {
    title: about.title,
    fields: [],
    rows: list.map(rowOf),
    notes,
    nextPageToken,
    json: { list: list.map(publicRecord), nextPageToken },
  };
}

/** A single thing, with its parts. */
export function card(
  about: Pick<AdminPage, 'title' | 'fields'> & {
    readonly rows?: readonly AdminRow[];
    readonly notes?: readonly string[];
  },
  record: unknown,
): AdminPage {
  return {
    title: about.title,
    fields: about.fields,
    rows: about.rows ?? [],
    notes: about.notes ?? [],
    nextPageToken: null,
    json: publicRecord(record),
  };
}

/** The first name that is one, else the id. */
export function titleOf(...names: readonly string[]): string {
  return names.find((name) => name.trim() !== '') ?? '(without a name or an id)';
}

/** Marks that hold. */
export function marksOf(marks: readonly (readonly [boolean, string])[]): readonly string[] {
  return marks.filter(([holds]) => holds).map(([, words]) => words);
}
