import { ok } from '../../domain/result.ts';
import type { AdminRow } from '../../use-cases/admin-desk.ts';
import type { UserRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { fieldsOf, moment, text } from '../fields.ts';
import { listPage, titleOf } from '../pages.ts';
import { resourceArguments, resourceOf, resourceWords } from '../resource-arguments.ts';
import { publicRecord } from '../secrets.ts';

const immutable = 'managed by the system';

export const owners: AdminCommand = {
  name: 'owners',
  endpoints: [12, 10],
  about: 'who owns a resource of an app; those that cannot be removed are marked',
  args: resourceArguments,
  flags: [
    { name: 'users', about: 'only people who were made owners themselves, with their role' },
    { name: 'role', value: 'slug', about: 'of those, only the ones in this role' },
  ],
  effect: 'read',
  isList: true,
  async run(given, administration, page) {
    const resource = resourceOf(given);
    const where = resourceWords(resource);
    const role = given.value('role');
    if (given.has('users') || role !== null) {
      const found = await administration.listUserOwners(resource, role, page);
      if (!found.ok) return found;
      const title = `People who own ${where}${role === null ? '' : ` as ${role}`}`;
      const empty =
        role === null ? 'Nobody was made an owner of this resource.' : 'Nobody owns this resource in this role.';
      return ok(
        listPage({ title, empty }, found.value, (one) => ({
          ...personRow(one.user, false),
          fields: fieldsOf([
            text('Role', one.roleSlug),
            ...personRow(one.user, false).fields,
            moment('Since', one.createdAt),
          ]),
        })),
      );
    }
    const answer = await administration.listOwners(resource, page);
    if (!answer.ok) return answer;
    const fixed = new Set(answer.value.immutableUserIds);
    const listed = listPage(
      { title: `Owners of ${where}`, empty: 'This resource has no owners.' },
      answer.value,
      (one) => personRow(one, fixed.has(one.id)),
    );
    const elsewhere = [...fixed].filter((id) => !answer.value.list.some((one) => one.id === id));
    const notes = elsewhere.length === 0 ? [] : [`Also ${immutable}, and not on this page: ${elsewhere.join(', ')}.`];
    return ok({
      ...listed,
      notes: [...listed.notes, ...notes],
      json: {
        immutableUserIds: [...answer.value.immutableUserIds],
        list: answer.value.list.map(publicRecord),
        nextPageToken: answer.value.nextPageToken,
      },
    });
  },
};

/** A person as one row. */
export function personRow(one: UserRecord | null, isImmutable: boolean): AdminRow {
  if (one === null) return { title: titleOf(), marks: [], fields: [] };
  return {
    title: titleOf(one.displayName, one.email, one.id),
    marks: isImmutable ? [immutable] : [],
    fields: fieldsOf([
      moment('Deleted', one.deletedAt),
      text('Email', one.email),
      text('Job', one.jobTitle),
      text('Department', one.department),
      text('Status', one.status === 'UNKNOWN' ? '' : one.status.toLowerCase()),
      text('Id', one.id),
    ]),
  };
}
