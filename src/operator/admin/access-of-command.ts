/** Which app and which entitlement are meant by the names or the ids that somebody typed. */

import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { foldedText } from '../../domain/text/folded-text.ts';
import { quotedName } from '../../domain/text/foreign-text.ts';
import { onlyWith } from '../../service/capabilities.ts';
import { listCatalogueEntitlements } from '../../service/client/endpoints.ts';
import { listApps, searchAppEntitlements } from '../../service/client/optional-operations.ts';
import { pagesOrFailure } from '../../service/client/wire/paging.ts';
import type { AdminContext, CommandInput } from './admin-command.ts';

type AccessContext = Pick<AdminContext, 'client' | 'capabilities' | 'apps' | 'entitlements'>;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly alias?: string;
}

/** So many entitlements of an app are read to find a name. */
const mostRead = 5_000;
/** As many as a sentence lists. */
const mostListed = 8;

/**
 * The command with the ids of `<app>` and `<entitlement>` in place of what was typed; a sentence
 * where a name is that of several. What nothing is called stays as it was typed: it may be an id.
 */
export async function withAccess(
  input: CommandInput,
  context: AccessContext,
): Promise<Result<CommandInput, string>> {
  const app = await appMeant(input.argument('app').trim(), context);
  if (!app.ok) return app;
  const entitlement = await entitlementMeant(
    app.value,
    input.argument('entitlement').trim(),
    context,
  );
  if (!entitlement.ok) return entitlement;
  const ids: ReadonlyMap<string, string> = new Map([
    ['app', app.value],
    ['entitlement', entitlement.value],
  ]);
  return ok({ ...input, argument: (name: string) => ids.get(name) ?? input.argument(name) });
}

async function appMeant(typed: string, context: AccessContext): Promise<Result<string, string>> {
  const configured = calledSo(typed, context.apps);
  if (configured.length > 0) return onlyOne(typed, configured, 'apps');
  const apps = await unlessFailing(appsOfTenant(context), () => []);
  const matches = calledSo(typed, apps);
  return matches.length > 0 ? onlyOne(typed, matches, 'apps') : orClose(typed, apps, 'app');
}

async function entitlementMeant(
  appId: string,
  typed: string,
  context: AccessContext,
): Promise<Result<string, string>> {
  const catalogued = context.entitlements(appId);
  const here = calledSo(typed, catalogued);
  if (here.length > 0) return onlyOne(typed, here, 'entitlements');
  // Where there is a catalogue, an id that it does not have may be of something it leaves out.
  if (catalogued.length > 0) return ok(typed);
  const all = await unlessFailing(entitlementsOfApp(appId, context), () => []);
  const matches = calledSo(typed, all);
  return matches.length > 0
    ? onlyOne(typed, matches, 'entitlements')
    : orClose(typed, all, 'entitlement');
}

/** The one with this id, else all with this name, each once. */
function calledSo(typed: string, all: readonly Named[]): readonly Named[] {
  const theirs = all.find(({ id }) => id === typed);
  if (theirs !== undefined) return [theirs];
  const folded = foldedText(typed);
  const isName = (name = ''): boolean => name.trim() !== '' && foldedText(name.trim()) === folded;
  const matches = all.filter(({ name, alias }) => isName(name) || isName(alias));
  return [...new Map(matches.map((one) => [one.id, one])).values()];
}

function onlyOne(
  typed: string,
  matches: readonly Named[],
  what: 'apps' | 'entitlements',
): Result<string, string> {
  const [only, ...others] = matches;
  if (only === undefined || others.length > 0)
    return refuse(
      `${matches.length} ${what} are called ${quotedName(typed)}: ${listed(matches)}. Type the id of the one you mean.`,
    );
  return ok(only.id);
}

/** What was typed, unless it is a part of names: then nobody means it as an id. */
function orClose(
  typed: string,
  all: readonly Named[],
  what: 'app' | 'entitlement',
): Result<string, string> {
  const folded = foldedText(typed);
  const close = all.filter(({ name, alias = '' }) =>
    [name, alias].some((one) => foldedText(one).includes(folded)),
  );
  if (close.length === 0) return ok(typed);
  return refuse(
    `No ${what} is called ${quotedName(typed)}. Close: ${listed(close)}. Type the whole name or the id.`,
  );
}

function listed(all: readonly Named[]): string {
  const titles = all.slice(0, mostListed).map(({ id, name }) => `${quotedName(name)} (${id})`);
  const more = all.length - titles.length;
  return `${titles.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

async function appsOfTenant({ client, capabilities }: AccessContext): Promise<readonly Named[]> {
  if (!capabilities.mayCall(listApps)) return [];
  const apps: Named[] = [];
  const tenant = onlyWith(capabilities, client);
  for await (const { list } of pagesOrFailure(tenant, listApps, { path: {} })) {
    for (const { id, displayName: name, deletedAt } of list)
      if (id !== '' && deletedAt === null) apps.push({ id, name });
    if (apps.length >= mostRead) break;
  }
  return apps;
}

/** Of the resources that access.yaml names; of an app without any, as the search has them. */
async function entitlementsOfApp(
  appId: string,
  { client, capabilities, apps }: AccessContext,
): Promise<readonly Named[]> {
  const tenant = onlyWith(capabilities, client);
  const resources = apps.find(({ id }) => id === appId)?.resources ?? [];
  const readings = resources.map(({ resourceTypeId, resourceId }) => {
    const path = {
      app_id: appId,
      app_resource_type_id: resourceTypeId,
      app_resource_id: resourceId,
    };
    return pagesOrFailure(tenant, listCatalogueEntitlements, { path });
  });
  if (readings.length === 0 && capabilities.mayCall(searchAppEntitlements)) {
    const body = { appIds: [appId] };
    readings.push(pagesOrFailure(tenant, searchAppEntitlements, { path: {}, body }));
  }
  const all: Named[] = [];
  for (const pages of readings) {
    for await (const { list } of pages) {
      for (const { appEntitlement: one } of list)
        if (one !== null && one.id !== '' && one.deletedAt === null)
          all.push({ id: one.id, name: one.displayName, alias: one.alias });
      if (all.length >= mostRead) return all;
    }
  }
  return all;
}
