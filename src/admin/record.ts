import type { AdminRecord } from '../domain/admin-answer.ts';
import { isObject, withoutSecrets } from './secrets.ts';
import { nameWords, valueWords } from './value-words.ts';

type Name<Of> = Extract<keyof Of, string>;

/** A member of a record, or a member of one of its messages: `'user.email'`. */
type Path<Of> =
  | Name<Of>
  | {
      [Member in Name<Of>]: NonNullable<Of[Member]> extends readonly unknown[] | string | number | boolean
        ? never
        : `${Member}.${Name<NonNullable<Of[Member]>>}`;
    }[Name<Of>];

/** How a resource is shown: the fields of the table in its order, then every other member under its own name. */
export interface Table<Of> {
  /** The first that is set is the record's name; `displayName` where left out. */
  readonly names?: readonly Path<Of>[];
  /** `id` where left out. */
  readonly id?: Path<Of>;
  /** The most telling first. Of a message, only the members named here are shown. */
  readonly fields: readonly (readonly [Path<Of>, label: string])[];
}

/** A record as it may be shown: secrets are taken out before anything is read of it. */
export interface ShownRecord extends AdminRecord {
  readonly json: unknown;
}

/** @param json what machines get, where it is not the record itself */
export function shownRecord<Of>(table: Table<Of>, record: Of, json: unknown = record): ShownRecord {
  const names: readonly string[] = table.names ?? ['displayName'];
  const idPath: string = table.id ?? 'id';
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
