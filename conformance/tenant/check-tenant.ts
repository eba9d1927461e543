import { type DeclaredEndpoint, endpointOf, endpoints, pathParameters } from '../interface.ts';
import type { EndpointOutcome } from './endpoint-outcome.ts';
import { Places } from './places.ts';
import { type Read, readEndpoint } from './read-pages.ts';
import { listenTo, type TenantListener } from './tenant-listener.ts';
import type { TenantSettings } from './tenant-settings.ts';

export interface CheckedEndpoint {
  readonly endpoint: DeclaredEndpoint;
  readonly outcome: EndpointOutcome;
}

/** Endpoints that need no ids come first: their answers may tell some. */
const order = [4, 11, 14, 15, 16, 6, 10, 12, 8, 7, 9, 13] as const;

/** What each path parameter is given by, for what is said where nothing gave it. */
const flags: Readonly<Record<string, string>> = {
  app_id: '--app-id',
  app_resource_type_id: '--resource-type-id',
  resource_type_id: '--resource-type-id',
  app_resource_id: '--resource-id',
  resource_id: '--resource-id',
  entitlement_id: '--entitlement-id',
  role_slug: '--role-slug',
  user_ref_id: '--user-id',
  catalog_id: '--catalog-id',
  id: '--rule-id',
};

/**
 * Reads what the tenant has of the interface and compares it with the declaration. Gives every
 * endpoint, in the document's order. Throws `TenantUnusable` where there is no connection or no
 * token.
 */
export async function checkTenant(settings: TenantSettings): Promise<readonly CheckedEndpoint[]> {
  const places = new Places(settings.ids);
  const outcomes = new Map<number, EndpointOutcome>();
  for (const number of order) {
    const one = endpointOf(number);
    // A client that learnt at another endpoint how the tenant spells parameters would hide an
    // endpoint at which the bot, started anew, does not get beyond the first page.
    await using tenant = listenTo(settings);
    if (number === 6) await places.discover(tenant);
    outcomes.set(number, await checkEndpoint(tenant, one, places));
  }
  return endpoints.map((endpoint) => ({
    endpoint,
    outcome: outcomes.get(endpoint.number) ?? { kind: 'skipped', why: 'it changes something' },
  }));
}

/**
 * The first candidate that the service has something for; with none that exists, the first one's
 * answer.
 */
async function checkEndpoint(
  tenant: TenantListener,
  one: DeclaredEndpoint,
  places: Places,
): Promise<EndpointOutcome> {
  const parameters = pathParameters(one.path);
  const candidates =
    parameters.length === 0 ? [{ isGuess: false, path: {} }] : places.candidates(one);
  if (candidates.length === 0) {
    const needed = parameters.map((name) => flags[name] ?? name).join(', ');
    return { kind: 'skipped', why: `no ids for it were given or found; it needs ${needed}` };
  }
  let best: EndpointOutcome = {
    kind: 'skipped',
    why: 'none of the ids that were found is one of its own',
  };
  for (const { isGuess, path } of candidates) {
    const read = await readEndpoint(tenant, one, path);
    if (isGuess && isNotFound(read)) continue;
    places.learn(one.number, path, read.bodies);
    if (read.outcome.kind === 'mismatch') return read.outcome;
    if (best.kind === 'skipped' || itemCount(read.outcome) > itemCount(best)) best = read.outcome;
    if (itemCount(best) > 0) break;
  }
  return best;
}

/** How much an outcome rests on: items of a list, or the one thing that was read. */
function itemCount(outcome: EndpointOutcome): number {
  return outcome.kind === 'ok' ? outcome.items : 0;
}

function isNotFound({ outcome }: Read): boolean {
  return (
    outcome.kind === 'mismatch' &&
    outcome.mismatches.some((one) => one.at === 'status' && /^404\b/.test(one.came))
  );
}
