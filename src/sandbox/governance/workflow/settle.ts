import type { StoredTask } from '../entities/stored-task.ts';
import type { World } from '../world.ts';
import { give, takeBack } from './grants.ts';

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
  if (provisioning === 'fails-once' && task.provisioning?.attempt === 1 && task.kind === 'grant') {
    return { ...task, outcome: 'ERROR', outcomeTime: at, events: [...task.events, event('errored')], updatedAt: at };
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
 * Brings the state up to now: grants and revocations whose time has come have happened, at that time. There are no
 * timers; this runs before anything is read.
 */
export function settleDue(world: World): void {
  const due = world.state.tasks.filter((task) => isDue(world, task));
  if (due.length === 0) return;
  world.state.change(() => {
    for (const task of due) {
      const at = task.provisioning?.dueAt ?? '';
      const after = settled(world, task, at);
      world.state.putTask(after);
      if (after.outcome === 'GRANTED') give(world, after, at);
      if (after.outcome === 'REVOKED') takeBack(world, after, at);
    }
  });
}
