import { type HeldAccess, isOnlyThrough, isSame } from '../../domain/access/held-access.ts';
import type { LeavingProfile } from '../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { AlsoTaken } from '../../slack/home/home.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import { leavingProfile } from '../../use-cases/access/holder-requests.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import { heldRows } from './held-tables.ts';
import { heldForHome } from './read-held.ts';
import { endsInDoubtFrom, grantedElsewhere } from './rules/granted-elsewhere.ts';
import {
  type GiveBackOffer,
  giveBackOffer,
  type HeldReturn,
  hasSeveralAccounts,
  isUnderWay,
} from './rules/held-return.ts';

/** What somebody has beside what they asked for through the bot. */
export interface HomeHeld {
  readonly shown: readonly HeldEntry[];
  /** How many there are beside those shown. */
  readonly left: number;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
  /** When it was read, where that is a while ago; else null. */
  readonly oldFrom: Date | null;
  /** What giving back one of the person's own requests may take away as well, by name. */
  readonly alsoTaken: readonly AlsoTaken[];
}

export interface HeldEntry extends EntitlementKey {
  readonly appName: string;
  readonly entitlementName: string;
  readonly accountId: string;
  /** The account that has it; null where the person has only one in the app. */
  readonly accountName: string | null;
  /** null: until it is revoked, or unreadable. */
  readonly endsAt: Date | null;
  readonly isEndUnreadable: boolean;
  /** Names of the entitlements that it comes with; none of a direct grant, or where it is not told. */
  readonly through: readonly string[];
  /** What may be given back; null where nothing is offered. */
  readonly giveBack: (GiveBackOffer & { readonly entitlementName: string }) | null;
  /** What giving back does where it is an access profile; null where it is none. */
  readonly leaving: LeavingProfile | null;
  /** What came of giving it back, or its source; null where nobody did lately. */
  readonly lastReturn: HeldReturn | null;
}

/** More of them never fit on a Home. */
const mostShown = 30;
const mostReturns = 100;
/** What came of giving back is said for so long. */
const saidForMs = 24 * 3_600_000;
/** An older reading is shown with its age. */
const freshForMs = 15 * 60_000;

/**
 * What somebody has beside what they asked for through the bot, by the last reading; null where
 * nothing was read. What the bot knows of its own grants is shown there, so each thing is there
 * once.
 */
export async function heldOnHome(deps: LocalDeps, slackUserId: string): Promise<HomeHeld | null> {
  const { reading, here, returns } = await deps.store.transaction(async (tx) => {
    const last = await heldForHome.onHome(tx, slackUserId);
    const rows = rowsOfExtra(tx, heldRows);
    return {
      reading: last,
      here: await rows.grantedHere(slackUserId, endsInDoubtFrom(last?.readAt ?? tx.at)),
      returns: await rows.returnsOf(slackUserId, mostReturns),
    };
  });
  if (reading === null || reading.held === null || reading.readAt === null) return null;
  const { held, readAt, triedAt, isCut } = reading;
  const elsewhere = grantedElsewhere(held, here).toSorted(inOrder);
  const nowMs = deps.world.now().getTime();
  const isOld = triedAt > readAt || nowMs - readAt.getTime() > freshForMs;
  return {
    shown: elsewhere.slice(0, mostShown).map((one) => entryOf(deps, one, { held, returns, nowMs })),
    left: Math.max(0, elsewhere.length - mostShown),
    isCut,
    oldFrom: isOld ? readAt : null,
    alsoTaken: here.flatMap((one) => alsoTakenWith(one, held, (key) => nameOf(deps, held, key))),
  };
}

/** Direct grants first, then what comes with them. */
function inOrder(one: HeldAccess, other: HeldAccess): number {
  const isInherited = ({ sources }: HeldAccess) => Number((sources ?? []).length > 0);
  return (
    isInherited(one) - isInherited(other) ||
    one.appId.localeCompare(other.appId) ||
    one.entitlementName.localeCompare(other.entitlementName)
  );
}

function entryOf(
  deps: LocalDeps,
  one: HeldAccess,
  {
    held,
    returns,
    nowMs,
  }: {
    readonly held: readonly HeldAccess[];
    readonly returns: readonly HeldReturn[];
    readonly nowMs: number;
  },
): HeldEntry {
  const { appId, entitlementId, entitlementName, account, endsAt, isEndUnreadable } = one;
  const mayGiveBack = deps.governance.mayRevoke();
  const offer = mayGiveBack ? giveBackOffer(one, held) : null;
  const last = offer === null ? null : lastReturn(offer, returns, nowMs);
  const isOffered = offer !== null && (last === null || !isUnderWay(last));
  return {
    appId,
    entitlementId,
    appName: deps.catalogue.appById(appId)?.name ?? appId,
    entitlementName,
    accountName: hasSeveralAccounts(appId, held) ? account.name : null,
    accountId: account.id,
    endsAt: endsAt === null ? null : new Date(endsAt),
    isEndUnreadable,
    through: (one.sources ?? []).map((key) => nameOf(deps, held, key)),
    giveBack: isOffered ? { ...offer, entitlementName: nameOf(deps, held, offer) } : null,
    leaving: offer === null ? null : leavingProfile(deps, offer, held),
    lastReturn: last,
  };
}

function nameOf(
  { catalogue }: LocalDeps,
  held: readonly HeldAccess[],
  key: EntitlementKey,
): string {
  return (
    held.find((other) => isSame(other, key))?.entitlementName ??
    catalogue.entitlement(key.appId, key.entitlementId)?.name ??
    key.entitlementId
  );
}

/**
 * What goes with access that was granted through the bot: the entitlements that give it too, because
 * a revocation may follow them (docs/spec/deployments.md#what-a-person-has), and what comes by it.
 */
function alsoTakenWith(
  key: EntitlementKey,
  held: readonly HeldAccess[],
  named: (key: EntitlementKey) => string,
): HomeHeld['alsoTaken'] {
  const sources = held.filter((one) => isSame(one, key)).flatMap((one) => one.sources ?? []);
  const through = held.filter((one) => isOnlyThrough(one, key));
  const names = [...new Set([...sources, ...through].map(named))];
  const { appId, entitlementId } = key;
  return names.length === 0 ? [] : [{ appId, entitlementId, names }];
}

function lastReturn(
  offer: GiveBackOffer,
  returns: readonly HeldReturn[],
  nowMs: number,
): HeldReturn | null {
  const last = returns.find(
    (one) => isSame(one, offer) && one.accountId === offer.accountId && one.state !== 'over',
  );
  if (last === undefined) return null;
  const isSaid = isUnderWay(last) || nowMs - last.at.getTime() < saidForMs;
  return isSaid ? last : null;
}
