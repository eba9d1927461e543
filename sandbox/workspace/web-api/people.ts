/** `users.*`, `usergroups.list` and `team.profile.get`. */
import type { Person } from '../client.ts';
import { bot, team } from '../state/directory.ts';
import { botShape, personShape, profileShape } from '../wire/person-shape.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { WebApiRefusal } from './refusal.ts';

/** Email addresses need their own scope, and are never shown for people of other companies. */
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
  takes: ['user', 'include_locale'],
  run(args, context) {
    const id = args.required('user');
    if (id === bot.userId) return { user: botShape() };
    const person = context.state.directory.person(id);
    if (person === undefined) throw new WebApiRefusal('user_not_found');
    return { user: shape(person, context, args.flag('include_locale')) };
  },
};

/** Does not find deactivated people. */
const lookupByEmail: WebApiMethod = {
  scopes: ['users:read.email'],
  tier: 'tier3',
  takes: ['email'],
  run(args, context) {
    const person = context.state.directory.personByEmail(args.required('email'));
    if (person === undefined || person.kind === 'deactivated')
      throw new WebApiRefusal('users_not_found');
    return { user: shape(person, context, false) };
  },
};

const profile: WebApiMethod = {
  scopes: ['users.profile:read'],
  tier: 'tier4',
  takes: ['user', 'include_labels'],
  run(args, context) {
    const person = context.state.directory.person(args.required('user'));
    if (person === undefined) throw new WebApiRefusal('user_not_found');
    const withLabels = args.flag('include_labels');
    const fields = context.state.directory.profileFields.flatMap(
      ({ id: fieldId, label, values }) => {
        const value = values.get(person.id);
        return value === undefined
          ? []
          : [[fieldId, { value, alt: '', ...(withLabels ? { label } : {}) }] as const];
      },
    );
    return {
      profile: {
        ...profileShape(person, showsEmail(person, context)),
        fields: Object.fromEntries(fields),
      },
    };
  },
};

/** The fields that profiles have, with whether people may change their own. */
const teamProfile: WebApiMethod = {
  scopes: ['users.profile:read'],
  tier: 'tier3',
  takes: [],
  run(_args, context) {
    const fields = context.state.directory.profileFields.map(
      ({ id, label, isProtected }, ordering) => ({
        id,
        ordering,
        label,
        hint: '',
        type: 'text',
        possible_values: null,
        options: isProtected ? { is_protected: true } : {},
        is_hidden: false,
      }),
    );
    return { profile: { fields, sections: [] } };
  },
};

/** Every group is there: none is disabled. */
const userGroups: WebApiMethod = {
  scopes: ['usergroups:read'],
  tier: 'tier2',
  takes: ['include_users', 'include_disabled'],
  run(args, context) {
    const groups = context.state.directory.userGroups.map(({ id, handle, name, memberIds }) => ({
      id,
      team_id: team.id,
      is_usergroup: true,
      name,
      description: '',
      handle,
      is_external: false,
      date_delete: 0,
      auto_type: null,
      user_count: memberIds.length,
      ...(args.flag('include_users') ? { users: memberIds } : {}),
    }));
    return { usergroups: groups };
  },
};

export const peopleMethods: Readonly<Record<string, WebApiMethod>> = {
  'team.profile.get': teamProfile,
  'usergroups.list': userGroups,
  'users.info': info,
  'users.lookupByEmail': lookupByEmail,
  'users.profile.get': profile,
};
