import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { ok, refuse } from '../../domain/result.ts';
import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../service/access-governance.ts';
import { type CompleteGovernance, TenantCapabilities } from '../../service/capabilities.ts';
import { createGovernanceClient, type GovernanceClient } from '../../service/client/client.ts';
import { apiPathCheck, tenantCheck } from '../doctor/checks/governance-checks.ts';
import { type SeenOperations, seeOperations } from '../doctor/checks/operation-checks.ts';
import { mendOf } from '../doctor/outward-mends.ts';
import { askVariables, type VariableDeps } from './prompts.ts';

interface TenantDeps extends VariableDeps {
  readonly now: () => Date;
}

/** The tenant with the bot's credentials, and what it answers them. */
export interface TenantFindings {
  readonly client: GovernanceClient;
  readonly governance: CompleteGovernance;
  readonly seen: SeenOperations;
  readonly apps: readonly TenantAppFacts[];
}

export interface TenantAppFacts {
  readonly id: string;
  readonly name: string;
}

/** The tenant's address and the bot's credentials, checked as soon as they are typed. */
export async function askTenant(deps: TenantDeps): Promise<TenantFindings> {
  await askBaseUrl(deps);
  const client = await askCredentials(deps);
  const { prompts, now } = deps;
  await prompts.say('Looking at what the tenant has ...');
  const everything = createAccessGovernance(client, {
    tenant: new TenantCapabilities(new Set<OptionalOperation>(['appList'])),
  });
  const listed = await unlessFailing(everything.listApps(), () => []);
  const operations = await seeOperations({ client, appId: listed[0]?.id, now });
  await prompts.say(
    operations.answering.length === 0
      ? 'The tenant has the documented endpoints, and no optional operation answers.'
      : `Of the optional operations these answer: ${operations.answering.join(', ')}.`,
  );
  const governance = createAccessGovernance(client, {
    tenant: new TenantCapabilities(new Set(operations.answering)),
  });
  return { client, governance, seen: operations, apps: listed };
}

function askBaseUrl(deps: TenantDeps): Promise<void> {
  const what = 'Address of the governance tenant, like https://acme.example?';
  return askVariables(deps, [{ name: 'GOVERNANCE_BASE_URL', what, isShown: true }], async () => {
    const { baseUrl } = deps.env.settings().governance;
    const misplaced = apiPathCheck(baseUrl);
    if (misplaced !== null) return refuse(misplaced.says);
    const failure = await failureToReach(baseUrl);
    return failure === null ? ok(undefined) : refuse(failure);
  });
}

/** Any answer will do: what is behind the address is asked with the credentials. */
async function failureToReach(baseUrl: string): Promise<string | null> {
  try {
    await fetch(baseUrl, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    return null;
  } catch (error) {
    const usual = 'Look at the address, and whether this machine reaches it.';
    return `Nothing answers at ${baseUrl}. ${mendOf(error, usual)}`;
  }
}

/** Id and secret together: only both can be checked. */
function askCredentials(deps: TenantDeps): Promise<GovernanceClient> {
  const { prompts, env, now } = deps;
  const id = 'Client id of the bot’s credentials there?';
  const questions = [
    { name: 'GOVERNANCE_CLIENT_ID', what: id, isShown: true },
    { name: 'GOVERNANCE_CLIENT_SECRET', what: 'Client secret?' },
  ] as const;
  return askVariables<GovernanceClient>(deps, questions, async () => {
    const { governance } = env.settings();
    const client = createGovernanceClient({ ...governance, queryCase: 'both', now });
    const reached = await tenantCheck(client);
    if (reached.state !== 'error') {
      await prompts.say(`The tenant ${reached.says}`);
      return ok(client);
    }
    await client.close();
    const { baseUrl } = governance;
    return refuse(
      `The tenant: ${reached.says} If ${baseUrl} is not its address, press Ctrl+C, and correct GOVERNANCE_BASE_URL where it is set.`,
    );
  });
}
