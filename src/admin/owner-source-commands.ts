import { ok, type Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import {
  type AppEntitlementRef,
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  type Ownership,
} from '../governance/owners.ts';
import type { AdminCommand, AdminContext, Given } from './command.ts';
import { appTitle, entitlementTitle } from './read-only-command.ts';
import { shownRecord, type Table } from './record.ts';

/** The entitlement whose holders own. */
const ownerSource: Table = {
  names: ['appEntitlement.displayName', 'appEntitlement.alias'],
  id: 'appEntitlement.id',
  fields: [
    ['roleSlug', 'Role of its holders'],
    ['createdAt', 'Since'],
  ],
};

interface OwnerSourceCommand extends Pick<AdminCommand, 'name' | 'usage' | 'about' | 'endpoints'> {
  /** What gets owners. */
  readonly owned: (given: Given, context: AdminContext) => string;
  readonly add: (
    context: AdminContext,
    given: Given,
    request: { readonly roleSlug: string; readonly source: AppEntitlementRef },
  ) => Promise<Result<Ownership, ServiceRefusal>>;
}

function ownerSourceCommand({ owned, add, ...declared }: OwnerSourceCommand): AdminCommand {
  const sourceOf = (given: Given) => ({ appId: given.argument('refAppId'), id: given.argument('refEntitlementId') });
  return {
    ...declared,
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
  usage: '<appId> <entitlementId> <roleSlug> <refAppId> <refEntitlementId>',
  about: 'makes everybody who holds one entitlement (the last two ids) an owner of another one',
  endpoints: [2],
  owned: (given, context) => entitlementTitle(given.argument('appId'), given.argument('entitlementId'), context),
  add: ({ client }, given, request) =>
    createAppEntitlementOwnerEntitlement(client, {
      entitlement: { appId: given.argument('appId'), id: given.argument('entitlementId') },
      ...request,
    }),
});

export const addAppOwnerSource = ownerSourceCommand({
  name: 'add-owner-source app',
  usage: '<appId> <roleSlug> <refAppId> <refEntitlementId>',
  about: 'makes everybody who holds an entitlement (the last two ids) an owner of an app',
  endpoints: [3],
  owned: (given, context) => appTitle(given.argument('appId'), context),
  add: ({ client }, given, request) =>
    createAppOwnerEntitlement(client, { appId: given.argument('appId'), ...request }),
});
