import type { IdentityRefusal } from '../domain/access-request.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { Result } from '../domain/result.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import type { AccessGovernance } from './ports.ts';
import { rememberAnswers } from './remember-answers.ts';
import type { World } from './world.ts';

/**
 * Open tasks that grant this person something, as the service has them, whoever asked and wherever; empty where they are not
 * known before `patience` is over, or cannot be.
 */
export type ServiceRequests = (slackUserId: string, patience: Promise<unknown>) => Promise<readonly TaskSnapshot[]>;

/**
 * What is asked for without the bot, by `taskSearch` where the tenant has it; remembered for a moment, because several are
 * picked one after the other and each pick renders the form again.
 */
export function createServiceRequests(deps: {
  readonly governance: Pick<AccessGovernance, 'operations' | 'openGrantsFor'>;
  readonly identify: (slackUserId: string) => Promise<Result<IdentityPerson, IdentityRefusal>>;
  readonly world: World;
}): ServiceRequests {
  const { governance, identify, world } = deps;
  const openFor = rememberAnswers<string, readonly TaskSnapshot[]>(
    async (slackUserId) => {
      const identity = await identify(slackUserId);
      return identity.ok ? governance.openGrantsFor(identity.value.id) : [];
    },
    { forMs: 30_000, now: world.now },
  );
  return async (slackUserId, patience) => {
    if (!governance.operations.has('taskSearch')) return [];
    const open = openFor(slackUserId).catch((err: unknown): readonly TaskSnapshot[] => {
      if (!(err instanceof OutwardFailure)) throw err;
      world.log.warn({ slackUserId, err }, 'open tasks of a person not read');
      return [];
    });
    return Promise.race([open, patience.then(() => [])]);
  };
}
