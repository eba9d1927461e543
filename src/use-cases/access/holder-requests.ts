import { type HeldAccess, isOnlyThrough, isSame } from '../../domain/access/held-access.ts';
import type { Action } from '../../domain/action/action.ts';
import { mayNobodyDecide } from '../../domain/action/authorization.ts';
import {
  type HolderButton,
  hasSameHolder,
  holderKey,
  holderOf,
  isAwaited,
  isHolder,
  mayEnd,
  mayEscalate,
  type Standing,
  standings,
} from '../../domain/action/holder-action.ts';
import type { LeavingProfile } from '../../domain/profiles/access-profile.ts';
import {
  type AccessRequest,
  type EntitlementKey,
  isPerhapsSent,
} from '../../domain/request/access-request.ts';
import { maybeSameAccount } from '../../domain/request/granted-by-task.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { isOpen } from '../../domain/task/task-snapshot.ts';
import { isAnswered, nudgeMs } from '../../domain/telling/open-post.ts';
import type { LocalDeps } from '../deps.ts';
import type { HomeRequest, HomeRequests } from '../ports/home-contents.ts';
import type { HolderRow, SubjectRow } from '../ports/rows/subject-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/**
 * As many requests as Home shows: with their buttons they fit Slack's 100 blocks. A message has
 * fewer blocks, and one for each.
 */
export const shownRequests = { home: 25, message: 40 } as const;

/**
 * What somebody asked for, or others asked for them, with what they may do about each: what is open
 * or there first, then the rest; newest first. `asked`: of which standings; `isOwn`: without those
 * for somebody else.
 */
export async function holderRequests(
  deps: LocalDeps,
  slackUserId: string,
  limit: number,
  asked: readonly Standing[] = standings,
  isOwn = false,
): Promise<HomeRequests> {
  const { rows, total, deeds, held, profiles, ended, undelivered } = await deps.store.transaction(
    async (tx) => {
      const page = await tx.requests.ofHolder(slackUserId, { standings: asked, limit, isOwn });
      const open = page.rows.filter(({ standing }) => standing === 'open');
      const isAnyProfile = page.rows.some(({ request }) => leavingProfile(deps, request, []));
      const holdings = isAnyProfile ? await deps.lastHoldings(tx, slackUserId) : [];
      return {
        ...page,
        held: holdings,
        profiles: await deps.profiles.progressOf(tx, slackUserId, page.rows),
        deeds: await tx.actions.doneOn(
          open.map(({ request }) => request.id),
          ['ask', 'answer', 'nudge'],
        ),
        ended: await tx.actions.beingEnded(
          page.rows.flatMap(({ standing, request }) => (standing === 'ended' ? [] : [request.id])),
        ),
        undelivered: await tx.notices.undelivered(page.rows.map(({ request }) => request.id)),
      };
    },
  );
  const remaining = { ...total };
  for (const { standing } of rows) remaining[standing] -= 1;
  const inOrder = standings.flatMap((standing) => rows.filter((row) => row.standing === standing));
  const requests: readonly HomeRequest[] = inOrder.map((row) =>
    holderRequest(deps, slackUserId, row, {
      ...openDeeds(deeds, row),
      held,
      progress: profiles.get(row.request.id) ?? null,
      isCorrected: rows.some(({ request }) => request.correctsRequestId === row.request.id),
      beingEnded: ended.get(row.request.id) ?? null,
      isUndelivered: undelivered.has(row.request.id),
      alsoWithdraws: rows.some(
        (other) =>
          isExtensionOf(other.request, row.request) &&
          whatHolderMay(deps, slackUserId, other).withdraw,
      ),
    }),
  );
  return {
    /** The moment at which it was so. */
    at: deps.world.now(),
    shown: requests,
    /** How many there are beside those shown. */
    left: remaining,
  };
}

/** One request and where it stands, for somebody who may see any; null where it is not there. */
export async function standingOfRequest(
  deps: LocalDeps,
  readerId: string,
  requestId: string,
): Promise<HomeRequests | null> {
  const row = await deps.store.transaction((tx) => tx.requests.standing(requestId));
  if (row === null) return null;
  const nothing = { question: null, nudgedAt: null, held: [], progress: null } as const;
  const isNot = {
    alsoWithdraws: false,
    isCorrected: false,
    isUndelivered: false,
    beingEnded: null,
  };
  return {
    at: deps.world.now(),
    shown: [holderRequest(deps, readerId, row, { ...nothing, ...isNot })],
    left: { open: 0, active: 0, sent: 0, ended: 0 },
  };
}

function holderRequest(
  deps: LocalDeps,
  slackUserId: string,
  row: HolderRow,
  background: Omit<HomeRequest, keyof HolderRow | 'consoleUrl' | 'can' | 'leaving'> & {
    readonly held: readonly HeldAccess[];
  },
): HomeRequest {
  const { held, ...rest } = background;
  const consoleUrl = taskLink(deps.settings.governance, row.task);
  const may = rest.beingEnded === null ? whatHolderMay(deps, slackUserId, row) : nothingMore;
  const isNudged =
    rest.nudgedAt !== null && deps.world.now().getTime() < rest.nudgedAt.getTime() + nudgeMs;
  const can = { ...may, nudge: may.nudge && !isNudged };
  // Only who has it gives it back, and what others have is nobody's business.
  const leaving = can['give-back']
    ? leavingProfile(deps, row.request, held, rest.progress !== null)
    : null;
  return { ...row, consoleUrl, can, leaving, ...rest };
}

/** A second click could only come too late. */
const nothingMore: Record<HolderButton, boolean> = {
  escalate: false,
  extend: false,
  withdraw: false,
  correct: false,
  nudge: false,
  again: false,
  'give-back': false,
};

/** What a request's reviewers asked and nobody answered, and when they were nudged. */
function openDeeds(
  deeds: readonly Action[],
  { request, standing }: HolderRow,
): Pick<HomeRequest, 'question' | 'nudgedAt'> {
  const isWaiting = standing === 'open' && request.state !== 'withdrawn';
  const own = isWaiting ? deeds.filter(({ requestId }) => requestId === request.id) : [];
  const question = own.findLast((one) => one.verb === 'ask' && !isAnswered({ deeds: own }, one));
  const nudge = own.findLast(({ verb }) => verb === 'nudge');
  return { question: question ?? null, nudgedAt: nudge?.at ?? null };
}

/** All that were asked for in one go with a request; none where it was alone. */
async function groupRows(tx: StoreTransaction, { groupId }: AccessRequest): Promise<HolderRow[]> {
  const all = groupId === null ? [] : await tx.requests.ofGroup(groupId);
  const rows = await Promise.all(all.map(({ id }) => tx.requests.standing(id)));
  return rows.filter((row) => row !== null);
}

/** As many of the newest requests of a person for one thing are looked at. */
const lookedAt = 10;

/**
 * What was asked for last of the same access for the same person, but for what was refused; null
 * where there is none.
 */
export async function lastAskedFor(
  tx: StoreTransaction,
  request: AccessRequest,
): Promise<HolderRow | null> {
  const rows = await tx.requests.forEntitlement(holderKey(request), request, lookedAt);
  return rows.find((row) => row.request.state !== 'refused') ?? null;
}

/** Whether a request asks for more time with what another one gave, and is still wanted. */
export function isMoreTimeAsked({ id }: Subject, { request, standing }: SubjectRow): boolean {
  const isWanted = standing === 'open' && request.state !== 'withdrawn';
  return request.extendsRequestId === id && isWanted;
}

/**
 * Ids of those asked for in one go with a request, itself included, about which a person may do
 * this.
 */
export async function groupFor(
  deps: LocalDeps,
  slackUserId: string,
  requestId: string,
  offer: HolderButton,
): Promise<string[]> {
  const rows = await deps.store.transaction(async (tx) => {
    const request = await tx.requests.find(requestId);
    return request === null ? [] : groupRows(tx, request);
  });
  return rows
    .filter((row) => whatHolderMay(deps, slackUserId, row)[offer])
    .map(({ request }) => request.id);
}

/**
 * Requests for more time with this access that the person may withdraw: granted after it was given
 * back, one would give it again.
 */
export async function openExtensions(
  tx: StoreTransaction,
  deps: LocalDeps,
  slackUserId: string,
  request: AccessRequest,
): Promise<readonly AccessRequest[]> {
  const rows = await tx.requests.forEntitlement(holderKey(request), request, lookedAt);
  return rows
    .filter((row) => isExtensionOf(row.request, request))
    .filter((row) => whatHolderMay(deps, slackUserId, row).withdraw)
    .map((row) => row.request);
}

function isExtensionOf(one: AccessRequest, other: AccessRequest): boolean {
  const isSame =
    hasSameHolder(one, other) &&
    one.appId === other.appId &&
    one.entitlementId === other.entitlementId &&
    maybeSameAccount(one, other);
  return one.extendsRequestId !== null && one.id !== other.id && isSame;
}

/** What a person may do about a request, by the last reading. */
export function whatHolderMay(
  { governance, world }: LocalDeps,
  slackUserId: string,
  { request, task, grant, standing }: HolderRow,
): Record<HolderButton, boolean> {
  const isTheirs = isHolder(request, slackUserId);
  const isWanted = request.state !== 'withdrawn';
  const isUnderWay = standing === 'open' || standing === 'sent';
  // One that was sent again after a lost answer may be there, so nobody can say that it is
  // withdrawn.
  const isUnsent =
    request.state === 'sending' || (request.state === 'submitted' && !isPerhapsSent(request));
  const isPending = task !== null && isUnderWay && isWanted;
  const isActive = standing === 'active' && grant?.revocationPending === null;
  const possible = task === null ? null : governance.actionsOn(task);
  const isRevocable = isActive && governance.mayRevoke();
  return {
    escalate: isTheirs && task !== null && isWanted && mayEscalate(task, possible),
    extend: isTheirs && isActive && grant.endsAt !== null && grant.endsAt > world.now(),
    withdraw: isTheirs && ((isPending && isOpen(task)) || isUnsent),
    // The service takes the corrected one only where it closed the first.
    correct: isTheirs && isPending && mayEnd(task, possible),
    nudge:
      isTheirs &&
      standing === 'open' &&
      isPending &&
      isAwaited(request, task) &&
      !mayNobodyDecide(task, request),
    'give-back': isTheirs && holderOf(request) === slackUserId && isRevocable,
    again: isTheirs && (standing === 'sent' || standing === 'ended'),
  };
}

/**
 * What leaving an access profile does; null for access that is none.
 *
 * @param held what the person was seen to hold
 * @param isProfile whether it was one when it was asked for: it may be gone from the catalogs
 */
export function leavingProfile(
  { catalogue, visibility }: Pick<LocalDeps, 'catalogue' | 'visibility'>,
  { appId, entitlementId }: EntitlementKey,
  held: readonly HeldAccess[],
  isProfile = false,
): LeavingProfile | null {
  const enrolment = catalogue.entitlement(appId, entitlementId);
  const profile = enrolment === null ? null : visibility.profileOf(enrolment);
  if (profile === null) return isProfile ? { unenrolment: 'unknown', held: [] } : null;
  const ofIt = held.filter((one) => profile.items?.some((item) => isSame(item, one)));
  const names = new Set(ofIt.map((one) => one.entitlementName));
  // What somebody has by the profile alone cannot simply stay, whatever the profile says.
  const isOnlyByIt = ofIt.some((one) => isOnlyThrough(one, { appId, entitlementId }));
  const isDoubtful = profile.unenrolment === 'stays' && isOnlyByIt;
  return { unenrolment: isDoubtful ? 'unknown' : profile.unenrolment, held: [...names] };
}
