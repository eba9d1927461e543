import { ok, type Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AppOwnerEntitlement } from '../governance/owners.ts';
import {
  type AppEntitlementRef,
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
} from '../governance/owners.ts';
import type { AdminCommand, AdminContext, CommandArgument, Given } from './command.ts';
import { appTitle, entitlementTitle } from './read-only-command.ts';
import { shownRecord, type Table } from './record.ts';

/** The entitlement whose holders own. */
const ownerSource: Table<AppOwnerEntitlement> = {
  names: ['appEntitlement.displayName', 'appEntitlement.alias'],
  id: 'appEntitlement.id',
  fields: [
    ['roleSlug', 'Role of its holders'],
    ['createdAt', 'Since'],
  ],
};

interface OwnerSourceCommand extends Pick<AdminCommand, 'name' | 'about' | 'endpoints' | 'args'> {
  /** What gets owners. */
  readonly owned: (given: Given, context: AdminContext) => string;
  readonly add: (
    context: AdminContext,
    given: Given,
    request: { readonly roleSlug: string; readonly source: AppEntitlementRef },
  ) => Promise<Result<AppOwnerEntitlement, ServiceRefusal>>;
}

const sourceArguments: readonly CommandArgument[] = [
  { name: 'roleSlug', about: 'the role that the new owners get' },
  { name: 'refAppId', about: 'the app of the entitlement whose holders become owners' },
  { name: 'refEntitlementId', about: 'the entitlement whose holders become owners' },
];

function ownerSourceCommand({ owned, add, args, ...declared }: OwnerSourceCommand): AdminCommand {
  const sourceOf = (given: Given) => ({ appId: given.argument('refAppId'), id: given.argument('refEntitlementId') });
  return {
    ...declared,
    args: [...args, ...sourceArguments],
    flags: [],
    isList: false,
    question(given, context) {
      const { appId, id } = sourceOf(given);
      const source = entitlementTitle(appId, id, context);
      const role = given.argument('roleSlug');
      const sentence = `Everybody who holds ${source} becomes an owner (${role}) of ${owned(given, context)}.`;
      return { title: 'Add owners?', sentences: [sentence], verb: 'Add owners' };
    },
    async run(given, context) {
      const answer = await add(context, given, { roleSlug: given.argument('roleSlug'), source: sourceOf(given) });
      if (!answer.ok) return answer;
      return ok({
        title: `Owners added to ${owned(given, context)}`,
        records: [shownRecord(ownerSource, answer.value)],
      });
    },
  };
}

export const addEntitlementOwnerSource = ownerSourceCommand({
  name: 'add-owner-source entitlement',
  about: 'makes everybody who holds one entitlement an owner of another one',
  endpoints: [2],
  args: [
    { name: 'appId', about: 'the app of the entitlement that gets owners' },
    { name: 'entitlementId', about: 'the entitlement that gets owners' },
  ],
  owned: (given, context) => entitlementTitle(given.argument('appId'), given.argument('entitlementId'), context),
  add: ({ client }, given, request) =>
    createAppEntitlementOwnerEntitlement(client, {
      entitlement: { appId: given.argument('appId'), id: given.argument('entitlementId') },
      ...request,
    }),
});

export const addAppOwnerSource = ownerSourceCommand({
  name: 'add-owner-source app',
  about: 'makes everybody who holds an entitlement an owner of an app',
  endpoints: [3],
  args: [{ name: 'appId', about: 'the app that gets owners' }],
  owned: (given, context) => appTitle(given.argument('appId'), context),
  add: ({ client }, given, request) =>
    createAppOwnerEntitlement(client, { appId: given.argument('appId'), ...request }),
});
