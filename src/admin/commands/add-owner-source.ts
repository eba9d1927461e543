import { ok } from '../../domain/result.ts';
import type { AdminConfirm } from '../../use-cases/admin-desk.ts';
import type { EntitlementRef } from '../../use-cases/administration-ports.ts';
import type { OwnerSourceRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand, CommandArgument, Given, KnownNames } from '../command.ts';
import { fieldsOf, moment, text } from '../fields.ts';
import { card, titleOf } from '../pages.ts';

const sourceArguments: readonly CommandArgument[] = [
  { name: 'roleSlug', about: 'the role that the new owners get' },
  { name: 'refAppId', about: 'the app of the entitlement whose holders become owners' },
  { name: 'refEntitlementId', about: 'the entitlement whose holders become owners' },
];

const yes = { name: 'yes', about: 'do not ask first', onlyCommandLine: true } as const;

export const addEntitlementOwnerSource: AdminCommand = {
  name: 'add-owner-source entitlement',
  endpoints: [2],
  about: 'makes everybody who holds one entitlement an owner of another one',
  args: [
    { name: 'appId', about: 'the app of the entitlement that gets owners' },
    { name: 'entitlementId', about: 'the entitlement that gets owners' },
    ...sourceArguments,
  ],
  flags: [yes],
  effect: 'change',
  isList: false,
  confirm: (given, names) =>
    confirmation(given, names, {
      title: 'Add owners to an entitlement?',
      label: 'Entitlement',
      owned: entitlementWords(ownedEntitlement(given), names),
    }),
  async run(given, administration) {
    const owned = ownedEntitlement(given);
    const answer = await administration.addEntitlementOwnerSource(owned, given.argument('roleSlug'), sourceOf(given));
    return answer.ok ? ok(added(answer.value, text('Entitlement', `${owned.id} of ${owned.appId}`), given)) : answer;
  },
};

export const addAppOwnerSource: AdminCommand = {
  name: 'add-owner-source app',
  endpoints: [3],
  about: 'makes everybody who holds an entitlement an owner of an app',
  args: [{ name: 'appId', about: 'the app that gets owners' }, ...sourceArguments],
  flags: [yes],
  effect: 'change',
  isList: false,
  confirm: (given, names) =>
    confirmation(given, names, {
      title: 'Add owners to an app?',
      label: 'App',
      owned: appWords(given.argument('appId'), names),
    }),
  async run(given, administration) {
    const appId = given.argument('appId');
    const answer = await administration.addAppOwnerSource(appId, given.argument('roleSlug'), sourceOf(given));
    return answer.ok ? ok(added(answer.value, text('App', appId), given)) : answer;
  },
};

function ownedEntitlement(given: Given): EntitlementRef {
  return { appId: given.argument('appId'), id: given.argument('entitlementId') };
}

function sourceOf(given: Given): EntitlementRef {
  return { appId: given.argument('refAppId'), id: given.argument('refEntitlementId') };
}

function appWords(appId: string, names: KnownNames): string {
  const name = names.app(appId);
  return name === null || name === appId ? appId : `${name} (${appId})`;
}

function entitlementWords(ref: EntitlementRef, names: KnownNames): string {
  const name = names.entitlement(ref);
  return `${name === null || name === ref.id ? ref.id : `${name} (${ref.id})`} of ${appWords(ref.appId, names)}`;
}

function confirmation(
  given: Given,
  names: KnownNames,
  target: { readonly title: string; readonly label: string; readonly owned: string },
): AdminConfirm {
  const source = entitlementWords(sourceOf(given), names);
  const role = given.argument('roleSlug');
  return {
    title: target.title,
    fields: fieldsOf([
      text(target.label, target.owned),
      text('Gets as owners', `everybody who holds ${source}`),
      text('In the role', role),
    ]),
    sentence: `Everybody who holds ${source} becomes an owner (${role}) of ${target.owned}.`,
    verb: 'Add owners',
  };
}

function added(record: OwnerSourceRecord, owned: ReturnType<typeof text>, given: Given) {
  const source = sourceOf(given);
  const held = record.appEntitlement;
  const name = held === null ? source.id : titleOf(held.displayName, held.alias, source.id);
  return card(
    {
      title: 'Ownership source added',
      fields: fieldsOf([
        owned,
        text(
          'New owners',
          `everybody who holds ${name === source.id ? `${source.id} of ${source.appId}` : `${name} (${source.id} of ${source.appId})`}`,
        ),
        text('Role', record.roleSlug || given.argument('roleSlug')),
        moment('Since', record.createdAt),
      ]),
    },
    record,
  );
}
