import type { RiskNames } from '../../domain/action/authorization.ts';
import type { AppAccount } from '../../domain/catalogue/app-account.ts';
import type { ResourceKey } from '../../domain/catalogue/entitlement.ts';
import { ifRefused, unlessFailing } from '../../domain/outward/outward-failure.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import { answerOrNull } from '../ports/answer-or-null.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
import { rememberAnswers } from '../ports/remember-answers.ts';

interface Asking<Asked extends keyof AccessGovernance> {
  readonly governance: Pick<AccessGovernance, Asked>;
  readonly world: World;
}

/** Names of a resource's owners; empty where they are not known before `patience` is over. */
export type ResourceOwners = (
  resource: ResourceKey,
  patience: Promise<unknown>,
) => Promise<readonly string[]>;

/**
 * Owners of resources (docs/spec/interface.md#endpoint-12), remembered for some minutes: every pick
 * in the form asks for them.
 */
export function createResourceOwners({
  governance,
  world,
}: Asking<'listResourceOwners'>): ResourceOwners {
  const ownersOf = rememberAnswers(
    // A refusal is remembered, too.
    (resource: ResourceKey) => governance.listResourceOwners(resource).catch(ifRefused(() => [])),
    {
      forMs: 10 * 60_000,
      now: world.now,
    },
  );
  return async (resource, patience) => {
    const owners = answerOrNull(world, ownersOf(resource), 'owners not read', { resource });
    const answer = await Promise.race([owners, patience.then(() => null)]);
    return namesOf(answer ?? []);
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

/** Remembered for a minute: every pick in the form asks. */
function createAccounts({ governance, world }: Asking<'accountsIn'>): ReadAccounts {
  const accountsOf = rememberAnswers(
    async ({
      appId,
      identityUserId,
    }: {
      readonly appId: string;
      readonly identityUserId: string;
    }) => {
      return (await governance.accountsIn(appId)?.(identityUserId)) ?? null;
    },
    { forMs: 60_000, now: world.now },
  );
  return (appId) => {
    if (governance.accountsIn(appId) === null) return null;
    return async (identityUserId) => {
      const of = { appId, identityUserId };
      return (await answerOrNull(world, accountsOf(of), 'accounts not read', of)) ?? [];
    };
  };
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
    forMs: 10 * 60_000,
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
