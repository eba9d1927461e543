import { isEndUnreadable } from '../../domain/access/grant.ts';
import { hasRunOut } from '../../domain/access/look.ts';
import { lastToEnd } from '../../domain/access/wanted-end.ts';
import { isHolder } from '../../domain/action/holder-action.ts';
import type { AppAccount, CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import { maybeSameAccount } from '../../domain/request/granted-by-task.ts';
import { isConfidential, taskLink } from '../../domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { whatHolderMay } from '../access/holder-requests.ts';
import { postedCard } from '../card/card-model.ts';
import type {
  ReadRiskNames,
  RequestDeciders,
  ResourceOwners,
  WhoDecides,
} from '../catalogue/who-decides.ts';
import type { LocalDeps } from '../deps.ts';
import type { AccessGovernance, AccessOfPerson, Holding } from '../ports/ports.ts';
import { answerOrNull } from '../ports/remember-answers.ts';
import type { HolderRow } from '../ports/rows/subject-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { isRequestOfBot } from '../task/keep-elsewhere.ts';

/** What somebody who is about to ask for an entitlement would like to know of it. */
export interface EntitlementHelp {
  /** Asked for already, and not known to be over; null where it is not. */
  readonly open: OpenRequest | null;
  /** What they have of it; null where that is nothing, as far as is known. */
  readonly held: Held | null;
  /** The tenant's word; null where it tells none. */
  readonly riskName: string | null;
  /** Names of the owners of its resource. */
  readonly owners: readonly string[];
  readonly openElsewhere: OpenTaskElsewhere | null;
  /** Who decides by the policy; null where that is not known. */
  readonly deciders: RequestDeciders | null;
}

/**
 * A request that stands at `open`, or at `sent`: then nobody tells us what became of it, so that it
 * says nothing about asking again.
 */
export interface OpenRequest extends Pick<HolderRow, 'request' | 'task' | 'standing'> {
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
}

export interface EntitlementHelpDeps extends LocalDeps {
  readonly governance: LocalDeps['governance'] &
    Pick<AccessGovernance, 'holding' | 'openGrantTask'>;
  readonly owners: ResourceOwners;
  readonly whoDecides: WhoDecides;
}

/** The access that the holder already has. */
export interface Held {
  /** null = until revoked, or not readable. */
  readonly until: Date | null;
  /** The service tells an end that the bot cannot read. */
  readonly isEndUnreadable: boolean;
  /** Link to its task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
  /** The request that the asking person can extend; null if they cannot. */
  readonly extendableId: string | null;
}

interface HelpFor {
  readonly holderId: string;
  /** The person who is about to ask for the holder. */
  readonly askerId: string;
  /** The request that is being corrected. */
  readonly exceptId?: string | null;
  /** Whether to ask the service for requests made elsewhere. */
  readonly asksElsewhere?: boolean;
}

/** As many of the newest requests of a person for one thing are looked at. */
const lookedAt = 10;

/**
 * Gathers what is known of an entitlement for a person. The store answers always; everybody else is
 * waited for only until `patience` is over.
 */
export async function entitlementHelp(
  deps: EntitlementHelpDeps,
  { holderId, askerId, exceptId = null, asksElsewhere = false }: HelpFor,
  entitlement: CatalogueEntitlement,
  patience: Promise<unknown>,
): Promise<EntitlementHelp> {
  const { appId, id: entitlementId, resourceTypeId, resourceId } = entitlement;
  const key = { appId, entitlementId };
  // Who has a confidential app is not told to everybody who could ask for them.
  const isHidden = askerId !== holderId && isConfidential(deps.settings, appId);
  const { identityUserId, ...history } = await deps.store.transaction(async (tx) => {
    const all = await tx.requests.forEntitlement(
      { slackUserId: holderId, isPassedOn: false },
      key,
      lookedAt,
    );
    const rows = all.filter(({ request }) => !isHidden || isHolder(request, askerId));
    const leaving = await beingWithdrawnOf(tx, rows);
    const others = rows.filter(({ request: { id } }) => id !== exceptId && !leaving.has(id));
    return {
      identityUserId: (await tx.identities.find(holderId))?.person.id,
      open: firstOpen(deps, others),
      held: longestHeld(deps, askerId, rows, tx.at),
    };
  });
  const inTime = <Answer>(asked: Promise<Answer>) =>
    Promise.race([asked, patience.then(() => null)]);
  const of = identityUserId === undefined || isHidden ? null : { ...key, identityUserId };
  const { governance, world } = deps;
  const isElsewhereAsked = asksElsewhere && history.open === null;
  const [riskName, owners, holding, openElsewhere, deciders] = await Promise.all([
    inTime(riskNameOf(deps.riskNames, entitlement)),
    deps.owners({ appId, resourceTypeId, resourceId }, patience),
    of === null || history.held !== null
      ? null
      : inTime(answerOrNull(world, governance.holding(of), 'holding not read', of)),
    of === null || !isElsewhereAsked ? null : inTime(elsewhereOf(deps, of)),
    inTime(deps.whoDecides({ entitlement, identityUserId })),
  ]);
  const heldAccess = history.held ?? heldElsewhere(holding);
  return { ...history, riskName, owners, held: heldAccess, openElsewhere, deciders };
}

/** An open request that was made without the bot. */
export interface OpenTaskElsewhere {
  readonly task: TaskSnapshot;
  readonly consoleUrl: string | null;
}

async function elsewhereOf(
  { governance, world, store, settings }: EntitlementHelpDeps,
  of: AccessOfPerson,
): Promise<OpenTaskElsewhere | null> {
  const openTask = governance.openGrantTask(of);
  const task = await answerOrNull(world, openTask, 'open requests not read', { ...of });
  if (task === null) return null;
  // For a request made through the bot, its own rows know more, for example that it is being
  // withdrawn.
  const isOurs = await store.transaction((tx) => isRequestOfBot(tx, task));
  const consoleUrl = taskLink(settings.governance, task);
  return isOurs ? null : { task, consoleUrl };
}

/** Access that the service tells of, and that was not given through the bot. */
function heldElsewhere(holding: Holding | null): Held | null {
  if (holding?.isHeld !== true) return null;
  const { endsAt: until, hasUnreadableEnd = false } = holding;
  return {
    until,
    isEndUnreadable: until === null && hasUnreadableEnd,
    consoleUrl: null,
    extendableId: null,
  };
}

async function riskNameOf(
  read: ReadRiskNames,
  { riskLevel }: CatalogueEntitlement,
): Promise<string | null> {
  const names = await read();
  return names === 'unreadable' ? null : (names.get(riskLevel) ?? null);
}

/** The first that is asked for, and not known to be over. */
function firstOpen(
  { settings }: Pick<LocalDeps, 'settings'>,
  rows: readonly HolderRow[],
): OpenRequest | null {
  const open = rows.find(({ standing }) => standing === 'open' || standing === 'sent');
  if (open === undefined) return null;
  return { ...open, consoleUrl: taskLink(settings.governance, open.task) };
}

/** The access that lasts longest among these requests; null if there is none. */
function longestHeld(
  deps: LocalDeps,
  askerId: string,
  rows: readonly HolderRow[],
  now: Date,
): Held | null {
  const running = rows.flatMap((row) => {
    const { grant } = row;
    const isThere = grant !== null && grant.endedAt === null && !hasRunOut(grant, now);
    return isThere ? [{ endsAt: grant.endsAt, row }] : [];
  });
  const longest = lastToEnd(running);
  if (longest === null) return null;
  const { row, endsAt } = longest;
  const mayExtend = whatHolderMay(deps, askerId, row).extend;
  return {
    until: endsAt,
    isEndUnreadable: isEndUnreadable({ endsAt }, row.task),
    consoleUrl: taskLink(deps.settings.governance, row.task),
    extendableId: mayExtend ? row.request.id : null,
  };
}

export interface KnownDuplicate {
  readonly open: OpenRequest;
  /** A link to its card, else to the console; null if there is neither yet. */
  readonly url: string | null;
}

interface AskedAgain {
  readonly holderId: string;
  readonly extendsRequestId: string | null;
  readonly correctsRequestId: string | null;
  readonly account: AppAccount | null;
}

/** What prevents a new request. */
export interface KnownOpen {
  /** An open request by or for this person that may still be granted; null if there is none. */
  readonly duplicate: KnownDuplicate | null;
  /**
   * The id of a request that is being withdrawn and that the new one has to wait for; null if there
   * is none.
   */
  readonly beingWithdrawn: string | null;
}

/**
 * The first of these entitlements that this person, or somebody for them, has already requested.
 */
export async function knownOpen(
  deps: Pick<LocalDeps, 'governance' | 'settings'>,
  tx: StoreTransaction,
  entitlements: readonly CatalogueEntitlement[],
  { holderId, account, ...except }: AskedAgain,
): Promise<KnownOpen> {
  let beingWithdrawn: string | null = null;
  for (const { appId, id: entitlementId } of entitlements) {
    const entitlement = { appId, entitlementId };
    const rows = await tx.requests.forEntitlement(
      { slackUserId: holderId, isPassedOn: false },
      entitlement,
      lookedAt,
    );
    const { extendsRequestId, correctsRequestId } = except;
    const others = rows.filter(
      ({ request }) =>
        request.id !== extendsRequestId &&
        request.id !== correctsRequestId &&
        maybeSameAccount(request, { account }),
    );
    const leaving = await beingWithdrawnOf(tx, others);
    beingWithdrawn ??= others.find(({ request }) => leaving.has(request.id))?.request.id ?? null;
    const open = firstOpen(
      deps,
      others.filter(({ request }) => !leaving.has(request.id)),
    );
    if (open === null || open.standing !== 'open' || open.request.state === 'uncertain') continue;
    const card = postedCard(await tx.cards.ofRequest(open.request.id));
    const url = card?.permalink ?? open.consoleUrl;
    return { duplicate: { open, url }, beingWithdrawn };
  }
  return { duplicate: null, beingWithdrawn };
}

/** The ids among these of requests whose withdrawal is on its way to the service. */
async function beingWithdrawnOf(
  tx: StoreTransaction,
  rows: readonly HolderRow[],
): Promise<ReadonlySet<string>> {
  const underWay = rows.filter(({ standing }) => standing === 'open' || standing === 'sent');
  if (underWay.length === 0) return new Set();
  const ended = await tx.actions.beingEnded(underWay.map(({ request }) => request.id));
  return new Set([...ended].flatMap(([id, verb]) => (verb === 'withdraw' ? [id] : [])));
}
