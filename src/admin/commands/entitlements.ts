import { ok } from '../../domain/result.ts';
import type { AdminRow } from '../../use-cases/admin-desk.ts';
import type { EntitlementRecord, ListedEntitlement } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { choice, durationText, fieldsOf, moment, text, texts } from '../fields.ts';
import { listPage, marksOf, titleOf } from '../pages.ts';
import { resourceArguments, resourceOf, resourceWords } from '../resource-arguments.ts';

export const entitlements: AdminCommand = {
  name: 'entitlements',
  endpoints: [6],
  about: 'what can be asked for on a resource of an app',
  args: resourceArguments,
  flags: [],
  effect: 'read',
  isList: true,
  async run(given, administration, page) {
    const resource = resourceOf(given);
    const answer = await administration.listEntitlements(resource, page);
    if (!answer.ok) return answer;
    const about = {
      title: `Entitlements of ${resourceWords(resource)}`,
      empty: 'This resource has no entitlements.',
    };
    return ok(listPage(about, answer.value, rowOf));
  },
};

function rowOf(item: ListedEntitlement): AdminRow {
  const { entitlement: one, objectPermissions: may } = item;
  if (one === null) return { title: titleOf(), marks: [], fields: [] };
  const permitted = may === null ? [] : (['read', 'edit', 'delete'] as const).filter((right) => may[right]);
  return {
    title: titleOf(one.displayName, one.alias, one.slug, one.id),
    marks: marksOf([
      [one.emergencyGrantEnabled, 'emergency access'],
      [one.isManuallyManaged, 'managed by hand'],
      [one.systemBuiltin, 'built in'],
    ]),
    fields: fieldsOf([
      moment('Deleted', one.deletedAt),
      text('Id', one.id),
      text('Alias', one.alias),
      text('App', item.appName),
      text('Resource', [item.resourceTypeName, item.resourceName].filter((name) => name !== '').join(' ')),
      text('Description', one.description),
      text('Granted for', longest(one)),
      text('Risk', one.riskLevelValueId),
      choice('Purpose', 'APP_ENTITLEMENT_PURPOSE_VALUE', one.purpose),
      text('Grants', one.grantCount),
      text('Grant policy', one.grantPolicyId),
      texts('The bot may', permitted),
    ]),
  };
}

function longest(one: EntitlementRecord): string {
  if (one.durationGrant !== '') return `at most ${durationText(one.durationGrant)}`;
  return one.durationUnset ? 'until revoked' : '';
}
