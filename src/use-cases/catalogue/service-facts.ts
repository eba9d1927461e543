import type { RiskNames } from '../../domain/action/authorization.ts';
import type { AppAccount } from '../../domain/catalogue/app-account.ts';
import type { ResourceKey } from '../../domain/catalogue/entitlement.ts';
import { ifRefused, unlessFailing } from '../../domain/outward/outward-failure.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
import { answerOrNull, rememberAnswers } from '../ports/remember-answers.ts';

interface Asking<Asked extends keyof AccessGovernance> {
  readonly governance: Pick<AccessGovernance, Asked>;
  readonly world: World;
}

const someMinutesMs = 10 * 60_000;

/** Asks once in a while: every pick in the form asks again. null where nobody answers. */
export function rememberedOrNull<Question extends string | object, Answer>(
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
