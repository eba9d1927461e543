import { ok } from '../../domain/result.ts';
import type { AdminCommand } from '../command.ts';
import { fieldsOf, moment, text } from '../fields.ts';
import { card } from '../pages.ts';
import { personRow } from './owners.ts';

export const entitlementOwner: AdminCommand = {
  name: 'entitlement-owner',
  endpoints: [13],
  about: 'one person as owner of an entitlement in a role',
  args: [
    { name: 'appId', about: 'the app' },
    { name: 'entitlementId', about: 'the entitlement in it' },
    { name: 'roleSlug', about: 'the role of the owner' },
    { name: 'userId', about: 'the person’s id in the governance service' },
  ],
  flags: [],
  effect: 'read',
  isList: false,
  async run(given, administration) {
    const entitlement = { appId: given.argument('appId'), id: given.argument('entitlementId') };
    const answer = await administration.readEntitlementOwner(
      entitlement,
      given.argument('roleSlug'),
      given.argument('userId'),
    );
    if (!answer.ok) return answer;
    const owner = answer.value;
    const person = personRow(owner.user, false);
    return ok(
      card(
        {
          title: owner.user === null ? given.argument('userId') : person.title,
          fields: fieldsOf([
            text('Owner of', owner.entitlementId || entitlement.id),
            text('App', owner.appId || entitlement.appId),
            text('Role', owner.roleSlug),
            moment('Since', owner.createdAt),
            ...person.fields,
          ]),
        },
        owner,
      ),
    );
  },
};
