/** Long because what is due, whom it calls and the transaction that notes it stand together. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import {
  type CallMade,
  called,
  keptCalls,
  type NextCall,
  type StepCalls,
} from '../../domain/due/calls.ts';
import {
  type Clock,
  nextStepLookMs,
  type StepFacts,
  type StepWatch,
  stepBeganMs,
  stepDue,
  wallClock,
  workingClock,
} from '../../domain/due/step-watch.ts';
import type { StepSeen } from '../../domain/message/kinds/undecided-messages.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import { ifFailing, ifRefused, unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { waitingSettings } from '../../domain/settings/access-settings.ts';
import type { EscalationTier } from '../../domain/settings/reminders.ts';
import { slackAccountsOf } from '../card/card-model.ts';
import { mayPostIn, type WaitingSubject, waitingSubject } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { SlackPerson } from '../ports/chat-ports.ts';
import { answerOrNull } from '../ports/remember-answers.ts';
import type { DueRow } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tell } from '../record/tell.ts';
import { readAgain } from '../task/refresh-tasks.ts';

/** Requests looked at in one round; the next round comes by itself. */
const requestsPerRound = 200;
/** A reading as old as this is as good as the service's truth. */
const freshMs = 30_000;
/** After this, what could not be found out is tried again. */
const postponedMs = 30_000;
/** Where tasks cannot be read, in case they can be again. */
const untoldMs = 3_600_000;
/** A person who is away without an end is looked at again after this much of their working time. */
const awaySeconds = 3_600;

/** Somebody who hears that nobody decides; `group`: mentioned. */
interface TierCall {
  readonly target: NoticeTarget;
  readonly group: string | null;
  readonly step: StepSeen;
}

/** What is said about a request that waits, and when it is looked at again. */
interface Plan {
  readonly dueAt: Date | null;
  readonly watch?: StepWatch;
  /** Slack ids of reviewers whose list comes anew, by the occasion of the reminder. */
  readonly reminders?: ReadonlyMap<string, string>;
  readonly overdue?: readonly TierCall[];
  /** Whether the requester's message has to change: somebody was called, or an emergency began to wait. */
  readonly isNews?: boolean;
}

/**
 * Takes up missed looks, reminds reviewers and escalates, as far as it is due by the bot's clock, after a look at the
 * service's truth. Each act is noted in the transaction that makes its message, so that it happens
 * once, whichever process does it and whenever one stops.
 */
export async function actOnDue(deps: UseCaseDeps): Promise<void> {
  await lookAtMissed(deps);
  const nowMs = deps.world.now().getTime();
  const due = await deps.store.transaction((tx) =>
    tx.dueTimes.due(new Date(nowMs), requestsPerRound),
  );
  if (due.length === 0) return;
  const plans = await plansOf(deps, due, nowMs);
  await deps.store.transaction((tx) => carryOut(tx, plans));
}

async function plansOf(
  deps: UseCaseDeps,
  rows: readonly DueRow[],
  nowMs: number,
): Promise<Map<DueRow, Plan>> {
  const stale = rows
    .filter((row) => nowMs - (row.readAt?.getTime() ?? 0) > freshMs)
    .map((row) => row.taskId);
  // People are reminded of steps that the service handed to the bot, too.
  const readings = await readAgain(deps, stale, { by: 'tasksToActOn' });
  const plans = new Map<DueRow, Plan>();
  for (const row of rows) {
    const isKnown = readings.has(row.taskId) || !stale.includes(row.taskId);
    plans.set(row, await planOf(deps, row, { isKnown, nowMs }));
  }
  return plans;
}

/** A look is missed this long after its time: its own job should have made it. */
const missedMs = 5_000;
const missedBy = (now: Date): Date => new Date(now.getTime() - missedMs);

/** Adds a job for each asking whose look was missed. */
async function lookAtMissed({ store }: Pick<UseCaseDeps, 'store'>): Promise<void> {
  await store.transaction(async (tx) => {
    for (const askingId of await tx.marks.takeMissed(missedBy(tx.at), requestsPerRound))
      await tx.enqueue({ kind: 'show-asking', askingId });
  });
}

/** Whether there is something for `actOnDue` to do. */
export function isAnythingDue({ store }: Pick<UseCaseDeps, 'store'>): Promise<boolean> {
  return store.transaction(
    async (tx) =>
      (await tx.dueTimes.due(tx.at, 1)).length > 0 || tx.marks.isAnyMissed(missedBy(tx.at)),
  );
}

async function planOf(
  deps: UseCaseDeps,
  row: DueRow,
  { isKnown, nowMs }: { readonly isKnown: boolean; readonly nowMs: number },
): Promise<Plan> {
  const lookAgain = (afterMs: number): Plan => ({ dueAt: new Date(nowMs + afterMs) });
  const waiting = await deps.store.transaction((tx) => waitingSubject(tx, row.requestId));
  const isFollowed = waiting?.isFollowed === true;
  // The service may be down for a moment, or have no way to tell how the request stands.
  if (!isKnown) return lookAgain(waiting === null || isFollowed ? postponedMs : untoldMs);
  if (waiting === null || !isFollowed) return { dueAt: null };
  if (waiting.isDecided) return lookAgain(postponedMs);
  const { requestId } = row;
  const planned = planOfStep(deps, waiting, row, nowMs);
  const plan = await answerOrNull(deps.world, planned, 'people not looked up for a reminder', {
    requestId,
  });
  return plan ?? lookAgain(postponedMs);
}

async function planOfStep(
  deps: UseCaseDeps,
  { request, task }: WaitingSubject,
  row: DueRow,
  nowMs: number,
): Promise<Plan> {
  const { settings } = deps;
  const emergency = task.emergency || request.emergency;
  const rules = waitingSettings(settings, { appId: request.appId, isEmergency: emergency });
  const { reminders, escalation, hasOwnTiers } = rules;
  const clockIn = (timeZone: string): Clock =>
    emergency ? wallClock : workingClock(timeZone, settings.workingHours);
  const reviewers = await slackAccountsOf(deps.directory, namedReviewers(task, request));
  const {
    watch,
    remind,
    tiers: dueTiers,
    nextTierMs,
    nextTier,
  } = stepDue(row.watch, {
    task,
    emergency,
    beganMs: stepBeganMs(task, request.createdAt, row.dueAt),
    nowMs,
    // A reading with news makes the row due at once.
    readMs: row.dueAt.getTime(),
    readFirst: readFirst(row, reviewers),
    reviewers: clocksOf([...reviewers.values()], nowMs, clockIn),
    pace: emergency ? reminders.emergency : reminders,
    tiers: escalation,
    hasOwnTiers,
    tierClock: clockIn(settings.timeZone),
  });
  const tiers = await reachable(deps, dueTiers, request);
  const ids = await recipientsOf(deps, tiers, request, emergency);
  // A reviewer who is also in a tier gets the reminder only.
  const tell = ids.filter((id) => !remind.includes(id));
  const newCalls = callsMade(emergency ? remind : [], tiers, ids, nowMs);
  // A tier may come to nobody, after the requester read that it is next.
  const isAnnounced = emergency && newCalls.length > 0;
  const next =
    isAnnounced && nextTier !== null && nextTierMs !== null
      ? await unlessFailing(announced(deps, nextTier, request, nextTierMs), () => null)
      : null;
  const lookMs = nextStepLookMs(watch, nextTierMs);
  const before = row.watch?.beganMs === watch.beganMs ? row.watch.calls : undefined;
  const offersEmergency = !emergency && tiers.some((tier) => tier.offersEmergency);
  const calls: StepCalls = {
    made: keptOf([...(before?.made ?? []), ...newCalls]),
    next: isAnnounced ? next : (before?.next ?? null),
    offersEmergency: offersEmergency || before?.offersEmergency === true,
  };
  return {
    dueAt: lookMs === null ? null : new Date(lookMs),
    watch: { ...watch, calls },
    reminders: new Map(remind.map((id) => [id, reminderOf(watch, id)])),
    overdue: overdueCalls(request.id, watch, tell, tiers),
    // An emergency that begins to wait: its requester is told after an hour.
    isNews: newCalls.length > 0 || (emergency && before === undefined),
  };
}

/** Those of the reviewers who were read first, where nobody looked at the step since. */
function readFirst(
  { watch }: DueRow,
  reviewers: ReadonlyMap<string, SlackPerson>,
): ReadonlySet<string> {
  return new Set((watch?.readFirst ?? []).flatMap((id) => reviewers.get(id)?.userId ?? []));
}

/** The last reminder says enough, and must not take the place of a tier. */
function keptOf(calls: readonly CallMade[]): readonly CallMade[] {
  const last = calls.findLast(({ kind }) => kind === 'reminded');
  return calls.filter((one) => one.kind === 'told' || one === last).slice(-keptCalls);
}

function callsMade(
  remind: readonly string[],
  tiers: readonly EscalationTier[],
  ids: readonly string[],
  atMs: number,
): readonly CallMade[] {
  const toldNow = { kind: 'told', atMs, ...called(ids, channelsOf(tiers)) } as const;
  return [
    ...(remind.length > 0 ? [{ kind: 'reminded' as const, atMs, ...called(remind, []) }] : []),
    // A tier that reaches nobody is news, too.
    ...(tiers.length > 0 ? [toldNow] : []),
  ];
}

/** Names a reminder: each is told once. */
function reminderOf({ stepId, beganMs, reviewers }: StepWatch, slackUserId: string): string {
  return `reminder:${stepId}:${beganMs}:${reviewers[slackUserId]?.sent ?? 0}`;
}

function overdueCalls(
  requestId: string,
  { stepId }: StepWatch,
  tell: readonly string[],
  tiers: readonly EscalationTier[],
): readonly TierCall[] {
  const step = { requestId, stepId };
  const inChannels = tiers.flatMap(({ channel, group }) =>
    channel === null ? [] : [{ target: { kind: 'channel', channel } as const, group, step }],
  );
  return [
    ...tell.map((slackUserId) => ({
      target: { kind: 'direct', slackUserId } as const,
      group: null,
      step,
    })),
    ...inChannels,
  ];
}

function clocksOf(
  accounts: readonly SlackPerson[],
  nowMs: number,
  clockIn: (timeZone: string) => Clock,
): StepFacts['reviewers'] {
  return new Map(
    accounts.map((one) => [one.userId, pausedBy(one.away, nowMs, clockIn(one.timeZone))]),
  );
}

/** What falls due while a person is away comes when they are back. */
function pausedBy(away: SlackPerson['away'], nowMs: number, clock: Clock): Clock {
  if (away === null) return clock;
  const backMs = away.until === null ? clock(nowMs, awaySeconds) : clock(away.until.getTime(), 0);
  return (fromMs, seconds) => Math.max(backMs, clock(fromMs, seconds));
}

/** Several that are due for one person or channel at once are one message. */
async function carryOut(tx: StoreTransaction, plans: ReadonlyMap<DueRow, Plan>): Promise<void> {
  const groups = new Map<string, TierCall[]>();
  for (const [{ requestId, dueAt }, plan] of plans) {
    const row = await tx.dueTimes.lock(requestId);
    // It was decided or read meanwhile: the next round looks at it.
    if (row?.dueAt?.getTime() !== dueAt.getTime()) continue;
    await tx.dueTimes.set(requestId, plan.dueAt, plan.watch);
    if (plan.isNews === true) tx.marks.mark(requestId);
    for (const [slackUserId, occasion] of plan.reminders ?? [])
      await tx.lists.call([slackUserId], { requestId, occasion, at: tx.at });
    for (const call of plan.overdue ?? []) {
      const key = JSON.stringify([call.target, call.group]);
      groups.set(key, [...(groups.get(key) ?? []), call]);
    }
  }
  for (const calls of groups.values()) {
    const [first] = calls;
    if (first === undefined) continue;
    const { target, group, step } = first;
    const about = calls.map((one) => one.step);
    await tell(tx, target, {
      key: `due:${tx.newId()}`,
      requestId: step.requestId,
      body: { kind: 'overdue', about, group, at: tx.at.toISOString() },
    });
  }
}

/** A channel would learn of a dismissal before the person does. */
function isPrivate({ elsewhere }: Subject): boolean {
  return elsewhere?.kind === 'revoke';
}

/**
 * The tiers without channels that may not hear of the request, or that may be shared with another
 * company: nothing is posted there, so the requester must not read that they were told.
 */
async function reachable(
  deps: UseCaseDeps,
  tiers: readonly EscalationTier[],
  request: Subject,
): Promise<readonly EscalationTier[]> {
  if (isPrivate(request)) return tiers.map((tier) => ({ ...tier, channel: null }));
  const all: EscalationTier[] = [];
  for (const tier of tiers) {
    const isOpen = tier.channel === null || (await mayPostIn(deps, tier.channel));
    if (!isOpen)
      deps.world.log.warn({ channel: tier.channel }, 'tier not told in a shared channel');
    all.push(isOpen ? tier : { ...tier, channel: null });
  }
  return all;
}

/**
 * Slack ids of the people whom these tiers name, without the requester and the target; administrators
 * stand in for owners whom nobody tells. An emergency waits for no lookup: then whoever is named is
 * called, though they may have left.
 */
async function recipientsOf(
  { directory, governance, catalogue, settings }: UseCaseDeps,
  tiers: readonly EscalationTier[],
  request: Subject,
  isEmergency: boolean,
): Promise<readonly string[]> {
  const wantsOwners = tiers.some((tier) => tier.owners);
  const untold = isEmergency ? ifFailing(() => null) : ifRefused(() => null);
  const resource = wantsOwners ? catalogue.entitlement(request.appId, request.entitlementId) : null;
  const owners = resource && (await governance.listResourceOwners(resource).catch(untold));
  const all = tiers.flatMap((tier) => tier.people);
  if (wantsOwners && owners === null) all.push(...settings.admins);
  const ids = new Set<string>();
  for (const id of all) {
    const look = directory.person(id, 'in-turn');
    const account = await (isEmergency ? unlessFailing(look, () => 'unknown' as const) : look);
    if (account === 'unknown' || account?.isDeactivated === false) ids.add(id);
  }
  for (const { userId } of (await slackAccountsOf(directory, owners ?? [])).values())
    ids.add(userId);
  return [...ids].filter((id) => id !== request.requester?.userId && id !== request.targetSlackId);
}

/** Whom the next tier of an emergency would call now, for words that announce it. */
async function announced(
  deps: UseCaseDeps,
  tier: EscalationTier,
  request: Subject,
  atMs: number,
): Promise<NextCall> {
  const tiers = await reachable(deps, [tier], request);
  const ids = await recipientsOf(deps, tiers, request, true);
  return { atMs, ...called(ids, channelsOf(tiers)) };
}

function channelsOf(tiers: readonly EscalationTier[]): readonly string[] {
  return tiers.flatMap(({ channel }) => (channel === null ? [] : [channel]));
}
