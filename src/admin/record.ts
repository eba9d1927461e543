import type { AdminRecord } from '../domain/admin-answer.ts';
import { isObject, withoutSecrets } from './secrets.ts';
import { nameWords, valueWords } from './value-words.ts';

/** How a resource is shown: the fields of the table in its order, then every other member under its own name. */
export interface Table {
  /** The first that is set is the record's name; `displayName` where left out. */
  readonly names?: readonly string[];
  /** `id` where left out. */
  readonly id?: string;
  /** The most telling first. `user.email` is a member of a message, of which only the members named here are shown. */
  readonly fields: readonly (readonly [path: string, label: string])[];
}

/** A record as it may be shown: secrets are taken out before anything is read of it. */
export interface ShownRecord extends AdminRecord {
  readonly json: unknown;
}

/** @param json what machines get, where it is not the record itself */
export function shownRecord(table: Table, record: unknown, json: unknown = record): ShownRecord {
  const { names = ['displayName'], id: idPath = 'id' } = table;
  const clean = withoutSecrets(record);
  const id = valueAt(clean, idPath);
  const name = names.map((path) => valueAt(clean, path)).find((words) => words !== '') ?? '';
  const inTable = new Set([...names, idPath, ...table.fields.map(([path]) => path)].map(messageOf));
  const others = Object.keys(isObject(clean) ? clean : {}).filter((member) => !inTable.has(member));
  const columns = [...table.fields, ...others.map((member) => [member, nameWords(member)] as const)];
  const fields = columns.flatMap(([path, label]) => {
    const text = valueAt(clean, path);
    return text === '' ? [] : [{ label, text, isTime: /(?:At|\.start)$/.test(path) }];
  });
  return { title: titleOf(name, id), fields, json: withoutSecrets(json) };
}

/** The name before the id. */
export function titleOf(name: string, id: string): string {
  if (name === '' || name === id) return id === '' ? '(without a name or an id)' : id;
  return id === '' ? name : `${name} (${id})`;
}

function valueAt(record: unknown, path: string): string {
  const value = path.split('.').reduce<unknown>((here, name) => (isObject(here) ? here[name] : undefined), record);
  return valueWords(path.slice(path.lastIndexOf('.') + 1), value);
}

/** `user` for `user.email`. */
function messageOf(path: string): string {
  return path.split('.', 1).join();
}
