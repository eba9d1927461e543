import type { IdentityRefusal } from '../domain/access-request.ts';
import type { Result } from '../domain/result.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import type { AccessGovernance } from './ports.ts';
import type { World } from './world.ts';

export interface ServiceRequests {
  /**
   * Open tasks that grant this person something, as the service has them, whoever asked and wherever; empty where they are not
   * known before `patience` is over, or cannot be. Never throws.
   */
  open(slackUserId: string, patience: Promise<unknown>): Promise<readonly TaskSnapshot[]>;
}

/** Several are picked one after the other, and each pick renders the form again. */
const rememberedMs = 30_000;
const mostRemembered = 2_000;

/** What is asked for without the bot, by `taskSearch` where the tenant has it. */
export function createServiceRequests(deps: {
  readonly governance: Pick<AccessGovernance, 'operations' | 'openGrantsFor'>;
  readonly identify: (slackUserId: string) => Promise<Result<IdentityPerson, IdentityRefusal>>;
  readonly world: World;
}): ServiceRequests {
  const { governance, world } = deps;
  const remembered = new Map<string, { readonly tasks: Promise<readonly TaskSnapshot[]>; readonly atMs: number }>();

  async function read(slackUserId: string): Promise<readonly TaskSnapshot[]> {
    try {
      const identity = await deps.identify(slackUserId);
      return identity.ok ? await governance.openGrantsFor(identity.value.id) : [];
    } catch (err) {
      world.log.warn({ slackUserId, err }, 'open tasks of a person not read');
      remembered.delete(slackUserId);
      return [];
    }
  }

  return {
    async open(slackUserId, patience) {
      if (!governance.operations.has('taskSearch')) return [];
      const nowMs = world.now().getTime();
      let known = remembered.get(slackUserId);
      if (known === undefined || nowMs - known.atMs > rememberedMs) {
        if (remembered.size >= mostRemembered) remembered.clear();
        known = { tasks: read(slackUserId), atMs: nowMs };
        remembered.set(slackUserId, known);
      }
      return Promise.race([known.tasks, patience.then(() => [])]);
    },
  };
}
