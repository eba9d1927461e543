import type { AccessRequest } from '../domain/access-request.ts';
import { tasksAreRead, waitingSettings } from '../domain/access-settings.ts';
import { namedReviewers } from '../domain/authorization.ts';
import type { Notice, WaitingBody } from '../domain/notice.ts';
import type { EscalationTier } from '../domain/reminders.ts';
import { type Clock, dueActs, nextLookMs, type StepWatch, wallClock, workingClock } from '../domain/step-watch.ts';
import { assignedMs, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { answerOrNull } from './answer-or-null.ts';
import { accountsOf } from './card-model.ts';
import type { SlackPerson } from './chat-ports.ts';
import type { DueRow } from './due-rows.ts';
import { notify } from './notices.ts';
import type { UseCaseDeps } from './ports.ts';
import { readAgain } from './refresh-tasks.ts';
import { mayPostIn, type WaitingSubject, waitingSubject } from './request-cards.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Requests looked at in one round; the next round comes by itself. */
const requestsPerRound = 200;
/** A reading as old as this is as good as the service's truth. */
const freshMs = 30_000;
/** After this, what could not be found out is tried again. */
const postponedMs = 30_000;
/** Whoever is away without an end is looked at again after this much of their working time. */
const awaySeconds = 3_600;

type Message = Pick<Notice, 'requestId' | 'target'> & { readonly body: WaitingBody };

/** What is said about a request that waits, and when it is looked at again. */
interface Plan {
  readonly dueAt: Date | null;
  readonly watch?: StepWatch;
  readonly messages: readonly Message[];
}

/**
 * Reminds reviewers and escalates, as far as it is due by the bot's clock, after a look at the service's truth. Each act is noted in the
 * transaction that makes its message, so that it happens once, whichever process does it and whenever one stops.
 */
export async function actOnDue(deps: UseCaseDeps): Promise<void> {
  const nowMs = deps.world.now().getTime();
  const due = await deps.store.transaction((tx) => tx.dueTimes.due(new Date(nowMs), requestsPerRound));
  const stale = due.filter((row) => nowMs - (row.readAt?.getTime() ?? 0) > freshMs).map((row) => row.taskId);
  const read = await readAgain(deps, stale);
  const plans = new Map<DueRow, Plan>();
  for (const row of due) {
    const isKnown = read.has(row.taskId) || !stale.includes(row.taskId);
    plans.set(row, isKnown ? await planOf(deps, row, nowMs) : postponed(nowMs));
  }
  if (due.length > 0) await deps.store.transaction((tx) => carryOut(tx, plans));
}

/** Whether there is something for `actOnDue` to do. */
export async function isAnythingDue({ store }: Pick<UseCaseDeps, 'store'>): Promise<boolean> {
  return (await store.transaction((tx) => tx.dueTimes.due(tx.at, 1))).length > 0;
}

const postponed = (nowMs: number): Plan => ({ dueAt: new Date(nowMs + postponedMs), messages: [] });

async function planOf(deps: UseCaseDeps, row: DueRow, nowMs: number): Promise<Plan> {
  const waiting = await deps.store.transaction((tx) => waitingSubject(tx, row.requestId));
  if (waiting === null || !tasksAreRead(deps.governance.operations)) return { dueAt: null, messages: [] };
  if (waiting.isDecided) return postponed(nowMs);
  const { requestId } = row;
  const planned = planOfStep(deps, waiting, row, nowMs);
  const plan = await answerOrNull(deps.world, planned, 'people not looked up for a reminder', { requestId });
  return plan ?? postponed(nowMs);
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
  const clockIn = (timeZone: string): Clock => (emergency ? wallClock : workingClock(timeZone, settings.workingHours));
  const accounts = [...(await accountsOf(deps.directory, namedReviewers(task, request))).values()];
  const {
    watch,
    remind,
    tiers: dueTiers,
    nextTierMs,
  } = dueActs(row.watch, {
    task,
    emergency,
    beganMs: beganMs(task, request, row),
    nowMs,
    // A reading with news makes the row due at once.
    readMs: row.dueAt.getTime(),
    reviewers: new Map(
      accounts.map(({ userId, timeZone, away }) => [userId, pausedBy(away, nowMs, clockIn(timeZone))]),
    ),
    pace: emergency ? reminders.emergency : reminders,
    tiers: escalation,
    hasOwnTiers,
    tierClock: clockIn(settings.timeZone),
  });
  const tiers = await reachable(deps, dueTiers);
  const people = await recipientsOf(deps, tiers, request);
  const told = new Map(Object.entries(watch.tellLater));
  for (const { userId, timeZone } of people) told.set(userId, clockIn(timeZone)(nowMs, 0));
  const tellLater = Object.fromEntries([...told].filter(([, dueMs]) => dueMs > nowMs));
  const lookMs = nextLookMs({ ...watch, tellLater }, nextTierMs);
  const tell = [...told.keys()].filter((id) => !(id in tellLater));
  return {
    dueAt: lookMs === null ? null : new Date(lookMs),
    watch: { ...watch, tellLater },
    messages: messagesOf(request, watch, { remind, tell, tiers, people }),
  };
}

interface DueMessages {
  readonly remind: readonly string[];
  readonly tiers: readonly EscalationTier[];
  readonly tell: readonly string[];
  /** Whom the tiers name. */
  readonly people: readonly SlackPerson[];
}

function messagesOf(
  { id: requestId, requester }: AccessRequest,
  { stepId, emergency }: StepWatch,
  { remind, tell, tiers, people }: DueMessages,
): readonly Message[] {
  const about = [{ requestId, stepId }];
  const direct = (slackUserId: string) => ({ kind: 'direct', slackUserId }) as const;
  const overdue = { kind: 'overdue', about, group: null } as const;
  const inChannels = tiers.flatMap(({ channel, group }) => (channel === null ? [] : [{ channel, group }]));
  const answer: Message['body'] = {
    kind: 'overdue-told',
    about,
    people: [...new Set(people.map(({ userId }) => userId))],
    channels: inChannels.map(({ channel }) => channel),
    offersEmergency: !emergency && tiers.some((tier) => tier.offersEmergency),
  };
  const messages: Omit<Message, 'requestId'>[] = [
    ...remind.map((id) => ({ target: direct(id), body: { ...overdue, kind: 'reminder' } as const })),
    ...tell.map((id) => ({ target: direct(id), body: overdue })),
    ...inChannels.map(({ channel, group }) => ({
      target: { kind: 'channel', channel } as const,
      body: { ...overdue, group },
    })),
    ...(tiers.length === 0 ? [] : [{ target: direct(requester.userId), body: answer }]),
  ];
  return messages.map((message) => ({ requestId, ...message }));
}

/** The clock of whoever is away stands until they are back. */
function pausedBy(away: SlackPerson['away'], nowMs: number, clock: Clock): Clock {
  if (away === null) return clock;
  const backMs = away.until?.getTime() ?? clock(nowMs, awaySeconds);
  return (fromMs, seconds) => clock(Math.max(fromMs, backMs), seconds);
}

/** As the service tells it, where that can be; else when it was read first. */
function beganMs({ stepOccurrence = '' }: TaskSnapshot, { createdAt }: AccessRequest, { dueAt }: DueRow): number {
  const ms = assignedMs(stepOccurrence);
  return ms >= createdAt.getTime() && ms <= dueAt.getTime() ? ms : dueAt.getTime();
}

/**
 * The tiers without channels that may be shared with another company: nothing is posted there, so
 * the requester must not read that they were told.
 */
async function reachable(deps: UseCaseDeps, tiers: readonly EscalationTier[]): Promise<readonly EscalationTier[]> {
  const all: EscalationTier[] = [];
  for (const tier of tiers) {
    const isOpen = tier.channel === null || (await mayPostIn(deps, tier.channel));
    if (!isOpen) deps.world.log.warn({ channel: tier.channel }, 'tier not told in a shared channel');
    all.push(isOpen ? tier : { ...tier, channel: null });
  }
  return all;
}

/** Whom these tiers name, but for those whom the request is of. */
async function recipientsOf(
  { directory, governance, catalogue }: UseCaseDeps,
  tiers: readonly EscalationTier[],
  request: AccessRequest,
): Promise<readonly SlackPerson[]> {
  const people: SlackPerson[] = [];
  for (const id of tiers.flatMap((tier) => tier.people)) {
    const account = await directory.person(id, 'in-turn');
    if (account !== null && !account.isDeactivated) people.push(account);
  }
  const wantsOwners = tiers.some((tier) => tier.owners);
  const resource = wantsOwners ? catalogue.entitlement(request.appId, request.entitlementId) : null;
  const owners = resource === null ? null : await governance.listResourceOwners(resource);
  if (owners?.ok === true) people.push(...(await accountsOf(directory, owners.value)).values());
  return people.filter(({ userId }) => userId !== request.requester.userId && userId !== request.targetSlackId);
}

/** Several that are due for one person or channel at once are one message. */
async function carryOut(tx: StoreTransaction, plans: ReadonlyMap<DueRow, Plan>): Promise<void> {
  const groups = new Map<string, Message[]>();
  for (const [{ requestId, dueAt }, plan] of plans) {
    const row = await tx.dueTimes.lock(requestId);
    // It was decided, read or snoozed meanwhile: the next round looks at it.
    if (row?.dueAt?.getTime() !== dueAt.getTime()) continue;
    await tx.dueTimes.set(requestId, plan.dueAt, plan.watch);
    for (const message of plan.messages) {
      const { kind } = message.body;
      const key = kind === 'overdue-told' ? requestId : JSON.stringify([kind, message.target]);
      groups.set(key, [...(groups.get(key) ?? []), message]);
    }
  }
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const about = [first, ...others].flatMap(({ body }) => body.about);
    await notify(tx, { ...first, body: { ...first.body, about }, key: `due:${tx.newId()}` });
  }
}
