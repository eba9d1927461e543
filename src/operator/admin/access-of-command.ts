/** Which app and which entitlement are meant by the names or the ids that somebody typed. */

import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { foldedText } from '../../domain/text/folded-text.ts';
import { isBlank, quotedName } from '../../domain/text/foreign-text.ts';
import { onlyWith } from '../../service/capabilities.ts';
import { listCatalogueEntitlements } from '../../service/client/endpoints.ts';
import { listApps, searchAppEntitlements } from '../../service/client/optional-operations.ts';
import { pagesOrFailure } from '../../service/client/wire/paging.ts';
import type { AccessIds, AdminContext, CommandInput } from './admin-command.ts';

type AccessContext = Pick<AdminContext, 'client' | 'capabilities' | 'apps' | 'entitlements'>;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly alias?: string;
}

/** What was read of a list to find a name, and what is known of the rest. */
interface Listing {
  readonly list: readonly Named[];
  readonly rest: 'none' | 'too long' | 'not told';
}

/** So many entitlements of an app are read to find a name. */
const mostRead = 5_000;
/** As many as a sentence lists. */
const mostListed = 8;

/** Before a word that is an id and no name, whatever has that name. */
const idMark = 'id:';

/**
 * The command with the ids of `<app>` and `<entitlement>` in place of what was typed; a sentence
 * where it may mean several. What nothing is called stays as it was typed: it may be an id. What is
 * an id is never taken for a name, because people can give names that are ids of others.
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
  return ok({
    ...input,
    argument: (name: string) => ids.get(name) ?? input.argument(name),
    // A question and a next page are read again: meanwhile somebody may have given such a name.
    words(name: string) {
      const id = ids.get(name);
      return id === undefined ? undefined : `${idMark}${id}`;
    },
  });
}

/** All that what was typed can mean among what the bot knows itself; nobody is asked. */
export function accessKnown(
  input: CommandInput,
  { apps, entitlements }: Pick<AccessContext, 'apps' | 'entitlements'>,
): readonly AccessIds[] {
  const idsOf = (typed: string, all: readonly Named[]): readonly string[] =>
    typed.startsWith(idMark)
      ? [typed.slice(idMark.length)]
      : calledSo(typed, all).map(({ id }) => id);
  const everyMeaning = idsOf(input.argument('app').trim(), apps).flatMap((appId) =>
    idsOf(input.argument('entitlement').trim(), entitlements(appId)).map((entitlementId) => ({
      appId,
      entitlementId,
    })),
  );
  return everyMeaning.slice(0, mostListed);
}

function appMeant(typed: string, context: AccessContext): Promise<Result<string, string>> {
  return idMeant('app', typed, context.apps, () => appsOfTenant(context));
}

function entitlementMeant(
  appId: string,
  typed: string,
  context: AccessContext,
): Promise<Result<string, string>> {
  return idMeant('entitlement', typed, context.entitlements(appId), () =>
    entitlementsOfApp(appId, typed, context),
  );
}

/**
 * An id that the bot knows is meant without a call. For anything else the service is asked: another
 * one may have the same name, or the name for its id.
 */
async function idMeant(
  what: 'app' | 'entitlement',
  typed: string,
  here: readonly Named[],
  read: () => Promise<Listing>,
): Promise<Result<string, string>> {
  const isMarked = typed.startsWith(idMark);
  const word = isMarked ? typed.slice(idMark.length).trim() : typed;
  if (isBlank(word)) return refuse(`<${what}> is missing.`);
  if (isMarked) return ok(word);
  const local = calledSo(word, here);
  if (local.some(({ id }) => id === word)) return onlyOne(word, local, what);
  const failed: Listing = { list: [], rest: 'not told' };
  const { list, rest } = await unlessFailing(read(), () => failed);
  // The catalogue's own names first: a sentence shows each once.
  const all = [...here, ...list.filter(({ id }) => here.every((one) => one.id !== id))];
  const matches = calledSo(word, [...here, ...list]);
  if (matches.length === 0) return orClose(word, all, what);
  const isId = matches.some(({ id }) => id === word);
  if (matches.length > 1 || isId || rest === 'none') return onlyOne(word, matches, what);
  const why =
    rest === 'too long' ? 'The list is too long to be read whole' : 'The service did not list all';
  return refuse(
    `${why}, so another ${what} may be called ${quotedName(word)}, too. So far: ${listed(matches)}. Type the id of the one you mean.`,
  );
}

/** All with this id or this name, each once. */
function calledSo(typed: string, all: readonly Named[]): readonly Named[] {
  const folded = foldedText(typed);
  const isName = (name = ''): boolean => name.trim() !== '' && foldedText(name.trim()) === folded;
  const matches = all.filter(
    ({ id, name, alias }) => id === typed || isName(name) || isName(alias),
  );
  return [...new Map(matches.map((one) => [one.id, one])).values()];
}

function onlyOne(
  typed: string,
  matches: readonly Named[],
  what: 'app' | 'entitlement',
): Result<string, string> {
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return ok(only.id);
  const isId = matches.some(({ id }) => id === typed);
  const relation = isId ? 'are called so or have the id' : 'are called';
  const next = isId ? ` For the one with this id, type ${idMark}${typed}.` : '';
  return refuse(
    `${matches.length} ${what}s ${relation} ${quotedName(typed)}: ${listed(matches)}. Type the id of the one you mean.${next}`,
  );
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

async function appsOfTenant({ client, capabilities }: AccessContext): Promise<Listing> {
  const list: Named[] = [];
  if (!capabilities.mayCall(listApps)) return { list, rest: 'none' };
  const tenant = onlyWith(capabilities, client);
  for await (const page of pagesOrFailure(tenant, listApps, { path: {} })) {
    if (list.length >= mostRead) return { list, rest: 'too long' };
    for (const { id, displayName: name, deletedAt } of page.list)
      if (id !== '' && deletedAt === null) list.push({ id, name });
  }
  return { list, rest: 'none' };
}

/**
 * Of the resources that access.yaml names, and what has the typed word for its id; of an app without
 * resources, as the search has them.
 */
async function entitlementsOfApp(
  appId: string,
  typed: string,
  { client, capabilities, apps }: AccessContext,
): Promise<Listing> {
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
  const canBeId = !/\s/.test(typed);
  if (capabilities.mayCall(searchAppEntitlements) && (readings.length === 0 || canBeId)) {
    const refs = readings.length === 0 ? {} : { refs: [{ appId, id: typed }] };
    const body = { appIds: [appId], ...refs };
    readings.push(pagesOrFailure(tenant, searchAppEntitlements, { path: {}, body }));
  }
  const list: Named[] = [];
  for (const pages of readings) {
    for await (const page of pages) {
      if (list.length >= mostRead) return { list, rest: 'too long' };
      for (const { appEntitlement: one } of page.list)
        if (one !== null && one.id !== '' && one.deletedAt === null)
          list.push({ id: one.id, name: one.displayName, alias: one.alias });
    }
  }
  return { list, rest: 'none' };
}
