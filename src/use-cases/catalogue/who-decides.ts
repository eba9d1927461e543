import type { RiskNames } from '../../domain/action/authorization.ts';
import type {
  AppAccount,
  CatalogueEntitlement,
  ResourceKey,
} from '../../domain/catalogue/entitlement.ts';
import type {
  Decider,
  Deciders,
  PolicyStep,
  RequestPolicy,
} from '../../domain/catalogue/policy-steps.ts';
import { ifRefused, unlessFailing } from '../../domain/outward/outward-failure.ts';
import { inactiveStatus, namesOf } from '../../domain/people/identity-person.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
import { answerOrNull, rememberAnswers } from '../ports/remember-answers.ts';
import type { Catalogue } from './catalogue.ts';

interface Asking<Asked extends keyof AccessGovernance> {
  readonly governance: Pick<AccessGovernance, Asked>;
  readonly world: World;
}

const someMinutesMs = 10 * 60_000;

/** Asks once in a while: every pick in the form asks again. null where nobody answers. */
function rememberedOrNull<Question extends string | object, Answer>(
  world: World,
  what: string,
  ask: (question: Question) => Promise<Answer | null>,
  forMs: number = someMinutesMs,
): (question: Question) => Promise<Answer | null> {
  const answers = rememberAnswers(ask, { forMs, now: world.now });
  return (question) => answerOrNull(world, answers(question), what, { question });
}

/** Names of a resource's owners; empty where they are not known before `patience` is over. */
export type ResourceOwners = (
  resource: ResourceKey,
  patience: Promise<unknown>,
) => Promise<readonly string[]>;

/** Owners of resources (docs/spec/interface.md#endpoint-12). */
export function createResourceOwners({
  governance,
  world,
}: Asking<'listResourceOwners'>): ResourceOwners {
  const ownersOf = rememberedOrNull(world, 'owners not read', (resource: ResourceKey) =>
    // A refusal is remembered, too.
    governance.listResourceOwners(resource).catch(ifRefused(() => [])),
  );
  return async (resource, patience) => {
    return namesOf((await Promise.race([ownersOf(resource), patience.then(() => null)])) ?? []);
  };
}

/** What the form asks the service for while it is open. */
export function createFormFacts(asking: Asking<'accountsIn' | 'listResourceOwners'>): {
  readonly owners: ResourceOwners;
  readonly accounts: ReadAccounts;
} {
  return { owners: createResourceOwners(asking), accounts: createAccounts(asking) };
}

/**
 * What reads the accounts of people in an app, none where that fails; null before anybody is
 * looked up where nothing certainly tells them.
 */
export type ReadAccounts = (
  appId: string,
) => ((identityUserId: string) => Promise<readonly AppAccount[]>) | null;

interface AccountsAsked {
  readonly appId: string;
  readonly identityUserId: string;
}

function createAccounts({ governance, world }: Asking<'accountsIn'>): ReadAccounts {
  const accountsOf = rememberedOrNull(
    world,
    'accounts not read',
    async ({ appId, identityUserId }: AccountsAsked) =>
      (await governance.accountsIn(appId)?.(identityUserId)) ?? null,
    60_000,
  );
  return (appId) =>
    governance.accountsIn(appId) === null
      ? null
      : async (identityUserId) => (await accountsOf({ appId, identityUserId })) ?? [];
}

/** No names where the tenant has none. */
export type ReadRiskNames = () => Promise<RiskNames>;

/**
 * Words of the tenant's risk levels, remembered for some minutes: a decision asks for them whose
 * risk `review.linkWhen` may list.
 */
export function createRiskNames({ governance, world }: Asking<'riskLevels'>): ReadRiskNames {
  const refused = ifRefused(() => 'unreadable' as const);
  const names = rememberAnswers(() => governance.riskLevels().catch(refused), {
    forMs: someMinutesMs,
    now: world.now,
  });
  return async () => {
    const levels = await unlessFailing(names(''), (err) => {
      world.log.warn({ err }, 'risk levels not read');
      return 'unreadable' as const;
    });
    return levels === 'unreadable' ? levels : new Map(levels?.map(({ id, name }) => [id, name]));
  };
}

interface DecidersDeps {
  readonly governance: Pick<AccessGovernance, 'findPersonById' | 'managersOf'>;
  readonly world: World;
  readonly catalogue: Pick<Catalogue, 'entitlement' | 'policy'>;
}

/** A request that somebody is about to make. */
interface AboutToAsk {
  readonly entitlement: CatalogueEntitlement;
  /** The identity of the person that it is for; undefined where it is not known. */
  readonly identityUserId: string | undefined;
}

/** Who decides on a request, and on an emergency. */
export interface RequestDeciders {
  readonly ordinary: Deciders;
  readonly emergency: Deciders;
}

export type WhoDecides = (about: AboutToAsk) => Promise<RequestDeciders>;

/** The service fixes at most so many policies in a row. */
const longestChain = 5;
/** So many people of a step are looked up; the rest is counted. */
const mostNamed = 5;

/** Puts names to the people of steps. */
function createNaming({ governance, world }: Omit<DecidersDeps, 'catalogue'>) {
  const person = rememberedOrNull(world, 'person of a policy not read', (id: string) =>
    governance.findPersonById(id),
  );
  const managers = rememberedOrNull(world, 'managers not read', (id: string) =>
    governance.managersOf(id),
  );

  async function usersOf(
    step: Extract<PolicyStep, { kind: 'users' }>,
    selfId: string | undefined,
  ): Promise<Decider | null> {
    const others = step.allowSelfApproval
      ? step.userIds
      : step.userIds.filter((id) => id !== selfId);
    // Somebody else is asked then, whom the service finds.
    if (others.length === 0) return { kind: 'rule' };
    const first = others.slice(0, mostNamed);
    const people = await Promise.all(first.map(person));
    const active = people.flatMap((one) =>
      one === null || one === 'none' || inactiveStatus(one, 'allow') !== null ? [] : one,
    );
    const names = namesOf(active);
    if (names.length === 0) return null;
    return { kind: 'users', names, count: names.length + others.length - first.length };
  }

  async function managerOf(selfId: string | undefined): Promise<Decider> {
    const managersOfPerson = selfId === undefined ? null : await managers(selfId);
    return { kind: 'manager', names: namesOf(managersOfPerson ?? []) };
  }

  return { usersOf, managerOf };
}

/** Who decides by the policies that were read with the catalogue. */
export function createWhoDecides(deps: DecidersDeps): WhoDecides {
  const { catalogue } = deps;
  const { usersOf, managerOf } = createNaming(deps);

  async function deciderOf(
    step: PolicyStep,
    { identityUserId }: AboutToAsk,
  ): Promise<Decider | null> {
    if (step.kind === 'users') return usersOf(step, identityUserId);
    if (step.kind === 'manager') return managerOf(identityUserId);
    if (step.kind !== 'group') return step;
    return {
      kind: 'group',
      name: catalogue.entitlement(step.appId, step.entitlementId)?.name ?? null,
    };
  }

  async function decidersOf(policyId: string | undefined, about: AboutToAsk): Promise<Deciders> {
    const policy = decidingPolicy(catalogue, policyId);
    if (policy === null || policy === 'depends') return policy;
    const deciders = await Promise.all((policy.steps ?? []).map((step) => deciderOf(step, about)));
    const namedDeciders = deciders.filter((one) => one !== null);
    return namedDeciders.length < deciders.length || namedDeciders.length === 0
      ? null
      : namedDeciders;
  }

  return async (about) => {
    const { policyId, emergencyPolicyId, isPolicyOpen = false } = about.entitlement;
    const [ordinary, emergency] = await Promise.all([
      decidersOf(policyId, about),
      decidersOf(emergencyPolicyId, about),
    ]);
    return { ordinary: isPolicyOpen ? 'depends' : ordinary, emergency };
  };
}

/** The policy whose steps apply: one may lead on to another. */
function decidingPolicy(
  catalogue: DecidersDeps['catalogue'],
  policyId: string | undefined,
): RequestPolicy | 'depends' | null {
  let id = policyId ?? null;
  for (let links = 0; id !== null && links < longestChain; links += 1) {
    const policy = catalogue.policy(id);
    if (policy === null) return null;
    if (policy.hasRules) return 'depends';
    if (policy.baselineId === null) return policy;
    id = policy.baselineId;
  }
  return null;
}
