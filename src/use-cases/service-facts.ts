import type { IdentityRefusal } from '../domain/access-request.ts';
import type { RiskNames } from '../domain/authorization.ts';
import { unlessFailing } from '../domain/outward-failure.ts';
import type { Result } from '../domain/result.ts';
import type { IdentityPerson, TaskSnapshot } from '../domain/task-snapshot.ts';
import type { AccessGovernance, World } from './ports.ts';
import { rememberAnswers } from './remember-answers.ts';
import type { CatalogueKey } from './store-ports.ts';

/** What the service tells of something, remembered for a while; empty where it is not known before `patience` is over. */
type Remembered<Asked, Fact> = (asked: Asked, patience: Promise<unknown>) => Promise<readonly Fact[]>;

function remembered<Asked extends string | object, Fact>(
  world: World,
  { forMs, ifNot }: { readonly forMs: number; readonly ifNot: string },
  read: (asked: Asked) => Promise<readonly Fact[]>,
): Remembered<Asked, Fact> {
  const answer = rememberAnswers(read, { forMs, now: world.now });
  return (asked, patience) => {
    const facts = unlessFailing(answer(asked), (err): readonly Fact[] => {
      world.log.warn({ asked, err }, ifNot);
      return [];
    });
    return Promise.race([facts, patience.then(() => [])]);
  };
}

/** Names of a resource's owners. */
export type ResourceOwners = Remembered<CatalogueKey, string>;

/** Owners of resources (interface.md, endpoint 12), remembered for some minutes: every pick in the form asks for them. */
export function createResourceOwners(deps: {
  readonly governance: Pick<AccessGovernance, 'listResourceOwners'>;
  readonly world: World;
}): ResourceOwners {
  return remembered(deps.world, { forMs: 10 * 60_000, ifNot: 'owners not read' }, async (resource) => {
    const owners = await deps.governance.listResourceOwners(resource);
    return owners.ok ? owners.value.map((owner) => owner.name) : [];
  });
}

/** Open tasks that grant the person of this Slack account something, as the service has them, whoever asked and wherever. */
export type ServiceRequests = Remembered<string, TaskSnapshot>;

/**
 * What is asked for without the bot, by `taskSearch`, none where the tenant does not have it; remembered for a moment, because
 * several are picked one after the other and each pick renders the form again.
 */
export function createServiceRequests(deps: {
  readonly governance: Pick<AccessGovernance, 'operations' | 'openGrantsFor'>;
  readonly identify: (slackUserId: string) => Promise<Result<IdentityPerson, IdentityRefusal>>;
  readonly world: World;
}): ServiceRequests {
  const { governance, identify, world } = deps;
  if (!governance.operations.has('taskSearch')) return async () => [];
  return remembered(world, { forMs: 30_000, ifNot: 'open tasks of a person not read' }, async (slackUserId) => {
    const identity = await identify(slackUserId);
    return identity.ok ? governance.openGrantsFor(identity.value.id) : [];
  });
}

export interface RiskNamesSource {
  /** Asks the service, where the tenant has riskLevels. */
  read(): Promise<RiskNames>;
  /** What is known without asking; null where nothing is. */
  readonly remembered: () => RiskNames | null;
}

/** Words of the tenant's risk levels, remembered for some minutes: a decision asks for them whose risk `review.linkWhen` may list. */
export function createRiskNames({
  governance,
  world,
}: {
  readonly governance: Pick<AccessGovernance, 'operations' | 'riskLevels'>;
  readonly world: World;
}): RiskNamesSource {
  let last: RiskNames | null = null;
  const names = rememberAnswers(() => governance.riskLevels(), { forMs: 10 * 60_000, now: world.now });
  const read = async (): Promise<RiskNames> => {
    if (!governance.operations.has('riskLevels')) return new Map();
    const told = await unlessFailing(names(''), (err) => {
      world.log.warn({ err }, 'risk levels not read');
      return null;
    });
    return told?.ok === true ? new Map(told.value.map(({ id, name }) => [id, name])) : 'unreadable';
  };
  return {
    read: async () => {
      last = await read();
      return last;
    },
    remembered: () => last,
  };
}
