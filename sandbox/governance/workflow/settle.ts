import type { StoredGrant, StoredTask } from '../entities/stored-task.ts';
import { timestamp, type World } from '../world.ts';
import { type AccessKey, endOrphans, give, isActive, sameAccess, takeBack } from './grants.ts';
import { noSource, openTask } from './open-task.ts';
import { currentPolicyStep } from './steps.ts';
import { completeStep, escalateStep } from './transitions.ts';

function isDue(world: World, task: StoredTask): boolean {
  return (
    task.state === 'open' &&
    task.outcome !== 'ERROR' &&
    task.provisioning !== null &&
    Date.parse(task.provisioning.dueAt) <= world.now().getTime()
  );
}

function settled(world: World, task: StoredTask, at: string): StoredTask {
  const step = task.currentStep;
  const event = (what: string) => ({ id: world.newId('event'), what, userId: '', at, comment: '' });
  const { provisioning } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  if (provisioning === 'fails-once' && task.provisioning?.attempt === 1) {
    return {
      ...task,
      outcome: 'ERROR',
      outcomeTime: at,
      events: [...task.events, event('errored')],
      updatedAt: at,
    };
  }
  const outcome = task.kind === 'grant' ? 'GRANTED' : 'REVOKED';
  const ending = { how: 'provisioned' as const, userId: '', at, comment: '' };
  return {
    ...task,
    state: 'closed',
    outcome,
    outcomeTime: at,
    currentStep: null,
    pastSteps: step === null ? task.pastSteps : [...task.pastSteps, { ...step, ending }],
    provisioning: null,
    events: [...task.events, event(outcome.toLowerCase())],
    updatedAt: at,
  };
}

/**
 * The revocation that the service itself records when a grant has expired, dated at that moment and
 * without approval.
 */
function recordExpiry(world: World, grant: StoredGrant, at: string): void {
  const granted = world.state.task(grant.taskId);
  const task = openTask(
    world,
    {
      kind: 'revoke',
      origin: 'TASK_ORIGIN_TIME_REVOKE',
      appId: grant.appId,
      appEntitlementId: grant.appEntitlementId,
      identityUserId: grant.identityUserId,
      appUserId: grant.appUserId,
      description: `The time of #${granted?.numericId ?? ''} is over.`,
      grantDuration: null,
      emergencyAccess: false,
      requestData: null,
      source: noSource,
    },
    '',
  );
  const events = task.events.map((event) => ({ ...event, at }));
  world.state.putTask(settled(world, { ...task, events, createdAt: at }, at));
}

/** After an enrolment each item of the profile that its member does not have is asked for. */
function openProfileTasks(world: World, enrolled: StoredTask): void {
  const profile = profileOf(world, enrolled);
  if (profile === undefined) return;
  const nowMs = world.now().getTime();
  for (const { entitlement } of world.catalog.entitlementsIn(profile)) {
    const access = {
      appId: entitlement.appId,
      appEntitlementId: entitlement.id,
      identityUserId: enrolled.identityUserId,
      appUserId: '',
    };
    const isHeld = world.state.grants.some(
      (grant) => sameAccess(grant, access) && isActive(grant, nowMs),
    );
    if (isHeld) continue;
    const description = `Part of the profile ${profile.name}.`;
    const terms = { grantDuration: null, emergencyAccess: false, requestData: null };
    const origin = 'TASK_ORIGIN_PROFILE_MEMBERSHIP';
    const asked = { kind: 'grant' as const, origin, ...access, description, ...terms };
    openTask(world, { ...asked, source: noSource }, '');
  }
}

function profileOf(world: World, { appId, appEntitlementId }: AccessKey) {
  return world.catalog.requestCatalogs.find(
    ({ enrolment }) => enrolment?.appId === appId && enrolment.id === appEntitlementId,
  );
}

/** After somebody left a profile that takes its items away, each that its member has goes. */
function leaveProfile(world: World, left: AccessKey, at: string): void {
  const profile = profileOf(world, left);
  if (profile === undefined || profile.unenrolment === 'LEAVE_ACCESS_AS_IS') return;
  const has = (access: AccessKey) =>
    world.state.grants.some(
      (grant) => sameAccess(grant, access) && isActive(grant, Date.parse(at)),
    );
  const others = world.catalog.requestCatalogs.filter((other) => {
    const key = other.enrolment;
    return (
      other !== profile &&
      key !== null &&
      has({ ...left, appId: key.appId, appEntitlementId: key.id })
    );
  });
  const kept = new Set(
    profile.unenrolment === 'REVOKE_ALL'
      ? []
      : others.flatMap((other) => world.catalog.entitlementsIn(other)),
  );
  for (const item of world.catalog.entitlementsIn(profile)) {
    const { appId, id: appEntitlementId } = item.entitlement;
    const access = { ...left, appId, appEntitlementId, appUserId: '' };
    if (!kept.has(item) && has(access)) takeBack(world, access, at);
  }
}

/** Tasks whose wait is over enter their next step. */
function endWaits(world: World): void {
  const over = world.state.tasks.filter(({ state, currentStep }) => {
    const dueAt = currentStep?.kind === 'wait' ? currentStep.dueAt : null;
    return state === 'open' && dueAt !== null && Date.parse(dueAt) <= world.now().getTime();
  });
  if (over.length === 0) return;
  const nobody = { userId: '', comment: '' };
  world.state.change(() => {
    for (const task of over) world.state.putTask(completeStep(world, task, nobody, 'waited'));
  });
}

/** Approvals that nobody decided in time escalate, each once. */
function escalateLate(world: World): void {
  const late = world.state.tasks.flatMap((task) => {
    const { state, currentStep } = task;
    const escalation = currentPolicyStep(world, task)?.escalation ?? null;
    const dueAt = currentStep?.isEscalated === false ? currentStep.dueAt : null;
    const isLate = dueAt !== null && Date.parse(dueAt) <= world.now().getTime();
    return state === 'open' && isLate && escalation !== null ? [{ task, escalation }] : [];
  });
  if (late.length === 0) return;
  world.state.change(() => {
    for (const { task, escalation } of late)
      world.state.putTask(escalateStep(world, task, escalation));
  });
}

/**
 * Brings the state up to date: carries out grants and revocations that are due, dated when they
 * were due, and ends grants that have expired. There are no timers; this runs before anything is
 * read.
 */
export function settleDue(world: World): void {
  endWaits(world);
  escalateLate(world);
  const due = world.state.tasks.filter((task) => isDue(world, task));
  if (due.length > 0) {
    world.state.change(() => {
      for (const task of due) {
        const at = task.provisioning?.dueAt ?? '';
        const after = settled(world, task, at);
        world.state.putTask(after);
        if (after.outcome === 'GRANTED') {
          give(world, after, at);
          openProfileTasks(world, after);
        }
        if (after.outcome !== 'REVOKED') continue;
        for (const target of [{}, ...after.revocationTargets])
          takeBack(world, { ...after, ...target }, at);
        leaveProfile(world, after, at);
      }
    });
  }
  const nowMs = world.now().getTime();
  const over = world.state.grants.filter(
    (grant) => grant.endedAt === null && !isActive(grant, nowMs),
  );
  if (over.length > 0) {
    world.state.change(() => {
      world.state.putGrants(
        world.state.grants.map((grant) =>
          over.includes(grant) ? { ...grant, endedAt: grant.expiresAt } : grant,
        ),
      );
      endOrphans(world, timestamp(world));
      for (const grant of over.filter(({ isInherited }) => !isInherited))
        recordExpiry(world, grant, grant.expiresAt ?? '');
    });
  }
}
