/** `users.*` and `usergroups.*`. */
import type { Person } from '../client.ts';
import { bot, directory, team } from '../state/directory.ts';
import { botShape, personShape, profileShape } from '../wire/person-shape.ts';
import { page } from './call-arguments.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { WebApiRefusal } from './refusal.ts';

/** Addresses need a scope of their own, and those of other companies' people are not shown at all. */
function showsEmail(person: Person, context: CallContext): boolean {
  return context.scopes.has('users:read.email') && person.kind !== 'external';
}

function shape(person: Person, context: CallContext, withLocale: boolean): Record<string, unknown> {
  const { locale, ...rest } = personShape(person, showsEmail(person, context), context.state.now());
  return withLocale && locale !== undefined ? { ...rest, locale } : rest;
}

const info: WebApiMethod = {
  scopes: ['users:read'],
  tier: 'tier4',
  run(args, context) {
    const id = args.required('user');
    if (id === bot.userId) return { user: botShape() };
    const person = directory.person(id);
    if (person === undefined) throw new WebApiRefusal('user_not_found');
    return { user: shape(person, context, args.flag('include_locale')) };
  },
};

/** People who left are not found. */
const lookupByEmail: WebApiMethod = {
  scopes: ['users:read.email'],
  tier: 'tier3',
  run(args, context) {
    const person = directory.personByEmail(args.required('email'));
    if (person === undefined || person.kind === 'deactivated') throw new WebApiRefusal('users_not_found');
    return { user: shape(person, context, false) };
  },
};

const list: WebApiMethod = {
  scopes: ['users:read'],
  tier: 'tier2',
  run(args, context) {
    const people = directory.people.map((one) => shape(one, context, args.flag('include_locale')));
    const all = [...people, botShape()];
    const { items, nextCursor } = page(all, args, all.length, 1000);
    return {
      members: items,
      cache_ts: Math.floor(context.state.now().getTime() / 1000),
      response_metadata: { next_cursor: nextCursor },
    };
  },
};

const profile: WebApiMethod = {
  scopes: ['users.profile:read'],
  tier: 'tier4',
  run(args, context) {
    const person = directory.person(args.required('user'));
    if (person === undefined) throw new WebApiRefusal('user_not_found');
    const withLabels = args.flag('include_labels');
    const fields = directory.profileFields.flatMap(({ id: fieldId, label, values }) => {
      const value = values.get(person.id);
      return value === undefined ? [] : [[fieldId, { value, alt: '', ...(withLabels ? { label } : {}) }] as const];
    });
    return { profile: { ...profileShape(person, showsEmail(person, context)), fields: Object.fromEntries(fields) } };
  },
};

const userGroups: WebApiMethod = {
  scopes: ['usergroups:read'],
  tier: 'tier2',
  run(args) {
    const withUsers = args.flag('include_users');
    return {
      usergroups: directory.userGroups.map((group) => ({
        id: group.id,
        team_id: team.id,
        is_usergroup: true,
        name: group.name,
        description: '',
        handle: group.handle,
        is_external: false,
        date_create: 0,
        date_update: 0,
        date_delete: 0,
        auto_type: null,
        created_by: 'U0MARISOL',
        updated_by: 'U0MARISOL',
        deleted_by: null,
        prefs: { channels: [], groups: [] },
        user_count: group.memberIds.length,
        ...(withUsers ? { users: group.memberIds } : {}),
      })),
    };
  },
};

const userGroupMembers: WebApiMethod = {
  scopes: ['usergroups:read'],
  tier: 'tier2',
  run(args) {
    const id = args.required('usergroup');
    const group = directory.userGroups.find((one) => one.id === id);
    if (group === undefined) throw new WebApiRefusal('no_such_subteam');
    return { users: group.memberIds };
  },
};

export const peopleMethods: Readonly<Record<string, WebApiMethod>> = {
  'users.info': info,
  'users.lookupByEmail': lookupByEmail,
  'users.list': list,
  'users.profile.get': profile,
  'usergroups.list': userGroups,
  'usergroups.users.list': userGroupMembers,
};
