import type { AccessRequest } from '../domain/access-request.ts';
import { type AccessSettings, tasksAreRead, waitingSettings } from '../domain/access-settings.ts';
import { namedReviewers } from '../domain/authorization.ts';
import type { Notice } from '../domain/notice.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import {
  type Clock,
  dueActs,
  nextLookMs,
  pausedUntil,
  type StepWatch,
  wallClock,
  workingClock,
} from '../domain/step-watch.ts';
import { assignedMs, awaitsDecision, type TaskSnapshot } from '../domain/task-snapshot.ts';
import type { EscalationTier } from '../domain/waiting-settings.ts';
import { accountsOf } from './card-model.ts';
import type { Catalogue } from './catalogue.ts';
import type { ChatDirectory, SlackPerson } from './chat-ports.ts';
import type { DueRow } from './due-time-rows.ts';
import { notify } from './notices.ts';
import { currentStep } from './record-reading.ts';
import { type RefreshDeps, readAgain } from './refresh-tasks.ts';
import type { StoreTransaction } from './store-ports.ts';

export interface ActOnDueDeps extends RefreshDeps {
  readonly directory: ChatDirectory;
  readonly catalogue: Pick<Catalogue, 'entitlement'>;
  readonly settings: RefreshDeps['settings'] &
    Pick<AccessSettings, 'apps' | 'timeZone' | 'workingHours' | 'reminders' | 'escalation'>;
}

/** Requests looked at in one round; the next round comes by itself. */
const requestsPerRound = 200;
/** A reading as old as this is as good as the service's truth. */
const freshMs = 30_000;
/** After this, what could not be found out is tried again. */
const postponedMs = 30_000;
/** Whoever is away without an end is looked at again after this much of their working time. */
const awaySeconds = 3_600;

/** What is done about a request that waits, and when it is looked at again. */
interface Plan {
  readonly dueAt: Date | null;
  readonly watch?: StepWatch;
  readonly acts?: {
    readonly request: AccessRequest;
    readonly remind: readonly string[];
    /** Of the tiers that are due, and of those that waited for the person's morning. */
    readonly tell: ReadonlySet<string>;
    readonly tiers: readonly EscalationTier[];
    /** Everybody whom these tiers name. */
    readonly named: ReadonlySet<string>;
  };
}

/**
 * Reminds reviewers and escalates, as far as it is due by the bot's clock, after a look at the service's truth. Each act is noted in the
 * transaction that makes its message, so that it happens once, whichever process does it and whenever one stops.
 */
export async function actOnDue(deps: ActOnDueDeps): Promise<void> {
  const nowMs = deps.world.now().getTime();
  const due = await deps.store.transaction((tx) => tx.dueTimes.due(new Date(nowMs), requestsPerRound));
  const stale = due.filter((row) => nowMs - row.readAt.getTime() > freshMs).map((row) => row.taskId);
  const read = await readAgain(deps, stale);
  const plans = new Map<DueRow, Plan>();
  for (const row of due) {
    const isKnown = read.has(row.taskId) || !stale.includes(row.taskId);
    plans.set(row, isKnown ? await planOf(deps, row, nowMs) : postponed(nowMs));
  }
  if (due.length > 0) await deps.store.transaction((tx) => carryOut(tx, deps, plans));
}

/** Whether there is something for `actOnDue` to do. */
export async function isAnythingDue({ store, world }: Pick<ActOnDueDeps, 'store' | 'world'>): Promise<boolean> {
  return (await store.transaction((tx) => tx.dueTimes.due(world.now(), 1))).length > 0;
}

const postponed = (nowMs: number): Plan => ({ dueAt: new Date(nowMs + postponedMs) });

async function planOf(deps: ActOnDueDeps, row: DueRow, nowMs: number): Promise<Plan> {
  const { request, task, isDecided } = await deps.store.transaction(async (tx) => {
    const found = (await tx.tasks.find(row.taskId))?.snapshot;
    const step = currentStep(found);
    const decision = step === null ? null : await tx.reviews.winner(step);
    return { request: await tx.requests.find(row.requestId), task: found, isDecided: decision !== null };
  });
  if (request === null || task === undefined || !awaitsDecision(task) || !tasksAreRead(deps.governance.operations)) {
    return { dueAt: null };
  }
  // Readings lag behind decisions.
  if (isDecided) return postponed(nowMs);
  try {
    return await planOfStep(deps, { request, task, row, nowMs });
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error, requestId: request.id }, 'people not looked up for a reminder');
    return postponed(nowMs);
  }
}

interface WaitingStep {
  readonly request: AccessRequest;
  readonly task: TaskSnapshot;
  readonly row: DueRow;
  readonly nowMs: number;
}

async function planOfStep(deps: ActOnDueDeps, { request, task, row, nowMs }: WaitingStep): Promise<Plan> {
  const { settings } = deps;
  const { reminders, escalation } = waitingSettings(settings, request.appId);
  const emergency = task.emergency || request.emergency;
  const clockOf = ({ timeZone, away }: SlackPerson): Clock => {
    const clock = emergency ? wallClock : workingClock(timeZone, settings.workingHours);
    return away === null ? clock : pausedUntil(away.until?.getTime() ?? clock(nowMs, awaySeconds), clock);
  };
  const accounts = [...(await accountsOf(deps.directory, namedReviewers(task, request))).values()];
  const { watch, remind, tiers, nextTierMs } = dueActs(row.watch, {
    task,
    emergency,
    beganMs: beganMs(task, request, row),
    nowMs,
    // A reading with news makes the row due at once.
    readMs: row.dueAt.getTime(),
    reviewers: new Map(accounts.map((account) => [account.userId, clockOf(account)])),
    pace: emergency ? reminders.emergency : reminders,
    tiers: escalation,
    tierClock: emergency ? wallClock : workingClock(settings.timeZone, settings.workingHours),
  });
  const told = new Map(Object.entries(watch.tellLater));
  const named = new Set<string>();
  for (const tier of tiers) {
    for (const account of await recipientsOf(deps, tier, request)) {
      told.set(account.userId, emergency ? nowMs : workingClock(account.timeZone, settings.workingHours)(nowMs, 0));
      named.add(account.userId);
    }
  }
  const tellLater = Object.fromEntries([...told].filter(([, dueMs]) => dueMs > nowMs));
  const tell = new Set([...told.keys()].filter((id) => !(id in tellLater)));
  const lookMs = nextLookMs({ ...watch, tellLater }, nextTierMs);
  const dueAt = lookMs === null ? null : new Date(lookMs);
  return { dueAt, watch: { ...watch, tellLater }, acts: { request, remind, tell, tiers, named } };
}

/** As the service tells it, where that can be; else when it was read first. */
function beganMs({ stepOccurrence = '' }: TaskSnapshot, { createdAt }: AccessRequest, { dueAt }: DueRow): number {
  const ms = assignedMs(stepOccurrence);
  return ms >= createdAt.getTime() && ms <= dueAt.getTime() ? ms : dueAt.getTime();
}

/** Whom a tier names, but for those whom the request is of. */
async function recipientsOf(
  { directory, governance, catalogue }: ActOnDueDeps,
  tier: EscalationTier,
  request: AccessRequest,
): Promise<readonly SlackPerson[]> {
  const people: SlackPerson[] = [];
  for (const id of tier.people) {
    const account = await directory.person(id);
    if (account !== null && !account.isDeactivated) people.push(account);
  }
  const resource = tier.owners ? catalogue.entitlement(request.appId, request.entitlementId) : null;
  const owners = resource === null ? null : await governance.listResourceOwners(resource);
  if (owners?.ok === true) people.push(...(await accountsOf(directory, owners.value)).values());
  return people.filter(({ userId }) => userId !== request.requester.userId && userId !== request.targetSlackId);
}

/** Several that are due for one person or channel at once are one message. */
async function carryOut(
  tx: StoreTransaction,
  { world }: ActOnDueDeps,
  plans: ReadonlyMap<DueRow, Plan>,
): Promise<void> {
  const messages = new Map<string, Omit<Notice, 'id' | 'key'>[]>();
  for (const [{ requestId, dueAt }, plan] of plans) {
    const row = await tx.dueTimes.lock(requestId);
    // It was decided, read or snoozed meanwhile: the next round looks at it.
    if (row?.dueAt?.getTime() !== dueAt.getTime()) continue;
    await tx.dueTimes.set(requestId, plan.dueAt, plan.watch);
    for (const message of messagesOf(requestId, plan)) {
      const { kind } = message.body;
      const key = kind === 'overdue-told' ? requestId : JSON.stringify([kind, message.target]);
      messages.set(key, [...(messages.get(key) ?? []), message]);
    }
  }
  for (const [first, ...others] of messages.values()) {
    if (first === undefined) continue;
    const about = [first, ...others].flatMap(({ body }) => ('about' in body ? body.about : []));
    const body = 'about' in first.body ? { ...first.body, about } : first.body;
    await notify(tx, world, { ...first, body, key: `due:${world.newId()}` });
  }
}

function messagesOf(requestId: string, { watch, acts }: Plan): readonly Omit<Notice, 'id' | 'key'>[] {
  if (watch === undefined || acts === undefined) return [];
  const about = [{ requestId, stepId: watch.stepId }];
  const direct = (slackUserId: string) => ({ requestId, target: { kind: 'direct', slackUserId } }) as const;
  const body = { kind: 'overdue', about, group: null } as const;
  const { remind, tell, tiers, named, request } = acts;
  const inChannels = tiers.flatMap(({ channel, group }) => (channel === null ? [] : [{ channel, group }]));
  const told: Notice['body'] = {
    kind: 'overdue-told',
    about,
    people: [...named],
    channels: inChannels.map(({ channel }) => channel),
    offersEmergency: !watch.emergency && tiers.some((tier) => tier.offersEmergency),
  };
  return [
    ...remind.map((id) => ({ ...direct(id), body: { ...body, kind: 'reminder' } as const })),
    ...[...tell].map((id) => ({ ...direct(id), body })),
    ...inChannels.map(({ channel, group }) => ({
      requestId,
      target: { kind: 'channel', channel } as const,
      body: { ...body, group },
    })),
    ...(tiers.length === 0 ? [] : [{ ...direct(request.requester.userId), body: told }]),
  ];
}
