/** Long because what is due, whom it calls and the transaction that notes it stand together. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import { type Called, type CallMade, called, type NextCall } from '../../domain/due/calls.ts';
import {
  type Clock,
  type DueOnStep,
  type StepWatch,
  stepBeganMs,
  stepDue,
  wallClock,
  workingClock,
} from '../../domain/due/step-watch.ts';
import type { StepSeen } from '../../domain/message/kinds/undecided-messages.ts';
import type { NoticeTarget } from '../../domain/message/place.ts';
import { ifFailing, unlessFailing } from '../../domain/outward/outward-failure.ts';
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
import { tell } from '../record/record.ts';
import { readAgain } from '../task/refresh-tasks.ts';

/** Requests looked at in one round; the next round comes by itself. */
const requestsPerRound = 200;
/** A reading as old as this is as good as the service's truth. */
const freshMs = 30_000;
/** After this, what could not be found out is tried again. */
const postponedMs = 30_000;
/** A person who is away without an end is looked at again after this much of their working time. */
const awaySeconds = 3_600;
/** The most calls of a step that are kept. */
const keptCalls = 10;

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
  /** Slack ids of reviewers whose list comes anew. */
  readonly remind?: readonly string[];
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
  const stale = due
    .filter((row) => nowMs - (row.readAt?.getTime() ?? 0) > freshMs)
    .map((row) => row.taskId);
  // People are reminded of steps that the service handed to the bot, too.
  const readings = await readAgain(deps, stale, { by: 'tasksToActOn' });
  const plans = new Map<DueRow, Plan>();
  for (const row of due) {
    const isRead = readings.has(row.taskId) || !stale.includes(row.taskId);
    plans.set(row, await planOf(deps, row, { isRead, nowMs }));
  }
  await deps.store.transaction((tx) => carryOut(tx, plans, nowMs));
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
  { isRead, nowMs }: { readonly isRead: boolean; readonly nowMs: number },
): Promise<Plan> {
  const later = { dueAt: new Date(nowMs + postponedMs) };
  const waiting = await deps.store.transaction((tx) => waitingSubject(tx, row.requestId));
  if (waiting === null || !waiting.isFollowed) return { dueAt: null };
  if (!isRead || waiting.isDecided) return later;
  const { requestId } = row;
  const planned = planOfStep(deps, waiting, row, nowMs);
  const plan = await answerOrNull(deps.world, planned, 'people not looked up for a reminder', {
    requestId,
  });
  return plan ?? later;
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
  const clockIn = (timeZone: string): Clock =>
    emergency ? wallClock : workingClock(timeZone, settings.workingHours);
  const accounts = await slackAccountsOf(deps.directory, namedReviewers(task, request));
  const clocks = [...accounts].map(
    ([id, { away, timeZone }]) => [id, pausedBy(away, nowMs, clockIn(timeZone))] as const,
  );
  const due = stepDue(row.watch, {
    task,
    emergency,
    beganMs: stepBeganMs(task, request.createdAt, row.dueAt),
    nowMs,
    // A reading with news makes the row due at once.
    readMs: row.dueAt.getTime(),
    reviewers: new Map(clocks),
    pace: emergency ? rules.reminders.emergency : rules.reminders,
    tiers: rules.escalation,
    tierClock: clockIn(settings.timeZone),
  });
  const { watch, next, lookMs } = due;
  const remind = [...new Set(due.remind.flatMap((id) => accounts.get(id)?.userId ?? []))];
  const { tiers } = due;
  const { people, channels, whom } = await reachedBy(deps, tiers, request);
  const newCalls: CallMade[] = [];
  if (emergency && remind.length > 0) {
    const times = Math.max(...due.remind.map((id) => watch.reviewers[id]?.sent ?? 1));
    newCalls.push({ kind: 'reminded', times, atMs: nowMs, ...called(remind, []) });
  }
  // A tier that reaches nobody is news, too.
  if (tiers.length > 0) newCalls.push({ kind: 'told', atMs: nowMs, ...whom });
  const isNextSaid = emergency && newCalls.length > 0;
  const before = watch.calls;
  return {
    dueAt: lookMs === null ? null : new Date(lookMs),
    watch: {
      ...watch,
      calls: {
        made: keptOf([...(before?.made ?? []), ...newCalls]),
        next: isNextSaid ? await nextCall(deps, next, request) : (before?.next ?? null),
        offersEmergency:
          before?.offersEmergency === true ||
          (!emergency && tiers.some((tier) => tier.offersEmergency)),
      },
    },
    remind,
    // A reviewer who is also in a tier gets the reminder only.
    overdue: overdueCalls(
      { requestId: request.id, stepId: watch.stepId },
      people.filter((id) => !remind.includes(id)),
      channels,
    ),
    // An emergency that begins to wait: its requester is told after an hour.
    isNews: newCalls.length > 0 || (emergency && before === undefined),
  };
}

/** The last reminder says enough, and must not take the place of a tier. */
function keptOf(calls: readonly CallMade[]): readonly CallMade[] {
  const last = calls.findLast(({ kind }) => kind === 'reminded');
  return calls.filter((one) => one.kind === 'told' || one === last).slice(-keptCalls);
}

function overdueCalls(
  step: StepSeen,
  people: readonly string[],
  channels: Reached['channels'],
): readonly TierCall[] {
  return [
    ...people.map((slackUserId) => ({
      target: { kind: 'direct', slackUserId } as const,
      group: null,
      step,
    })),
    ...channels.map(({ channel, group }) => ({
      target: { kind: 'channel', channel } as const,
      group,
      step,
    })),
  ];
}

/** What falls due while a person is away comes when they are back. */
function pausedBy(away: SlackPerson['away'], nowMs: number, clock: Clock): Clock {
  if (away === null) return clock;
  const backMs = away.until === null ? clock(nowMs, awaySeconds) : clock(away.until.getTime(), 0);
  return (fromMs, seconds) => Math.max(backMs, clock(fromMs, seconds));
}

/** Several that are due for one person or channel at once are one message. */
async function carryOut(
  tx: StoreTransaction,
  plans: ReadonlyMap<DueRow, Plan>,
  nowMs: number,
): Promise<void> {
  const calls: TierCall[] = [];
  for (const [{ requestId, dueAt }, plan] of plans) {
    const row = await tx.dueTimes.lock(requestId);
    // It was decided or read meanwhile: the next round looks at it.
    if (row?.dueAt?.getTime() !== dueAt.getTime()) continue;
    await tx.dueTimes.set(requestId, plan.dueAt, plan.watch);
    if (plan.isNews === true) tx.marks.mark(requestId);
    const occasion = `reminder:${plan.watch?.stepId ?? ''}:${nowMs}`;
    await tx.lists.call(plan.remind ?? [], { requestId, occasion, at: tx.at });
    calls.push(...(plan.overdue ?? []));
  }
  const groups = Map.groupBy(calls, ({ target, group }) => JSON.stringify([target, group]));
  for (const all of groups.values()) {
    const [first] = all;
    if (first === undefined) continue;
    const { target, group, step } = first;
    await tell(tx, target, {
      key: `due:${tx.newId()}`,
      requestId: step.requestId,
      body: {
        kind: 'overdue',
        about: all.map((one) => one.step),
        group,
        at: tx.at.toISOString(),
      },
    });
  }
}

/** Whom tiers reach. `channels`: with the group that is mentioned. */
interface Reached {
  readonly people: readonly string[];
  readonly channels: readonly { readonly channel: string; readonly group: string | null }[];
  readonly whom: Called;
}

/**
 * Not the requester and the target; administrators stand in for owners whom nobody tells. Nothing is
 * posted in a channel that may not hear of the request, or that may be shared with another company, so
 * the requester must not read that it was told. No call waits for a lookup: then whoever is named is
 * called, though they may have left.
 */
async function reachedBy(
  deps: UseCaseDeps,
  tiers: readonly EscalationTier[],
  request: Subject,
): Promise<Reached> {
  const { directory, governance, catalogue, settings, world } = deps;
  const wantsOwners = tiers.some((tier) => tier.owners);
  const resource = wantsOwners ? catalogue.entitlement(request.appId, request.entitlementId) : null;
  const owners =
    resource && (await governance.listResourceOwners(resource).catch(ifFailing(() => null)));
  const named = tiers.flatMap((tier) => tier.people);
  if (wantsOwners && owners === null) named.push(...settings.admins);
  const ids = new Set<string>();
  for (const id of named) {
    const account = await unlessFailing(directory.person(id, 'in-turn'), () => 'unknown' as const);
    if (account === 'unknown' || account?.isDeactivated === false) ids.add(id);
  }
  for (const { userId } of (await slackAccountsOf(directory, owners ?? [])).values())
    ids.add(userId);
  const channels: { channel: string; group: string | null }[] = [];
  for (const { channel, group } of tiers) {
    // A channel would learn of a dismissal before the person does.
    if (channel === null || request.elsewhere?.kind === 'revoke') continue;
    if (channels.some((one) => one.channel === channel && one.group === group)) continue;
    if (await mayPostIn(deps, channel)) channels.push({ channel, group });
    else world.log.warn({ channel }, 'tier not told in a shared channel');
  }
  const own = [request.requester?.userId, request.targetSlackId];
  const people = [...ids].filter((id) => !own.includes(id));
  const whom = called(people, [...new Set(channels.map(({ channel }) => channel))]);
  return { people, channels, whom };
}

/** Whom the next tier of an emergency would call, for words that announce it; null where nobody can say. */
async function nextCall(
  deps: UseCaseDeps,
  next: DueOnStep['next'],
  request: Subject,
): Promise<NextCall | null> {
  if (next === null) return null;
  const reached = await unlessFailing(reachedBy(deps, [next.tier], request), () => null);
  return reached && { atMs: next.atMs, ...reached.whom };
}
