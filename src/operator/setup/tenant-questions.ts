import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { ok, refuse } from '../../domain/result.ts';
import type { OptionalOperation } from '../../domain/settings/access-settings.ts';
import { createAccessGovernance } from '../../service/access-governance.ts';
import { type CompleteGovernance, TenantCapabilities } from '../../service/capabilities.ts';
import { createGovernanceClient, type GovernanceClient } from '../../service/client/client.ts';
import { readUser } from '../../service/client/optional-operations.ts';
import { readAppOwnerIds } from '../../service/client/owner-operations.ts';
import { apiPathCheck, tenantCheck } from '../doctor/checks/governance-checks.ts';
import { type SeenOperations, seeOperations } from '../doctor/checks/operation-checks.ts';
import { mendOf } from '../doctor/outward-mends.ts';
import type { AnsweredEnvironment } from './answered-environment.ts';
import { type Prompts, untilRight } from './prompts.ts';
import { askSecret } from './slack-questions.ts';

interface TenantDeps {
  readonly prompts: Prompts;
  readonly env: AnsweredEnvironment;
  readonly keep: () => void;
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
  /** By name, else by id. */
  readonly owners: readonly string[];
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
  const list = await unlessFailing(everything.listApps(), refuse);
  const listed = list.ok ? list.value : [];
  const operations = await seeOperations({ client, appId: listed[0]?.id, now });
  await prompts.say(
    operations.answering.length === 0
      ? 'The tenant has the documented endpoints, and no optional operation answers.'
      : `Of the optional operations these answer: ${operations.answering.join(', ')}.`,
  );
  const governance = createAccessGovernance(client, {
    tenant: new TenantCapabilities(new Set(operations.answering)),
  });
  const apps = await withOwners(client, operations, listed);
  return { client, governance, seen: operations, apps };
}

function askBaseUrl({ prompts, env }: TenantDeps): Promise<void> {
  return untilRight<string, void>(prompts, {
    initial: env.get('GOVERNANCE_BASE_URL'),
    ask: (initial) =>
      prompts.text('Address of the governance tenant, like https://acme.example?', initial),
    async check(typed) {
      env.set('GOVERNANCE_BASE_URL', typed);
      if (typed.trim() === '') return refuse('The address of the tenant is missing.');
      const mistake = env.mistakeOf('GOVERNANCE_BASE_URL');
      if (mistake !== null) return refuse(mistake);
      const { baseUrl } = env.settings().governance;
      const misplaced = apiPathCheck(baseUrl);
      if (misplaced !== null) return refuse(misplaced.says);
      const failure = await failureToReach(baseUrl);
      return failure === null ? ok(undefined) : refuse(failure);
    },
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
async function askCredentials(deps: TenantDeps): Promise<GovernanceClient> {
  const { prompts, env, now } = deps;
  for (;;) {
    await untilRight<string, void>(prompts, {
      initial: env.get('GOVERNANCE_CLIENT_ID'),
      ask: (initial) => prompts.text('Client id of the bot’s credentials there?', initial),
      async check(typed) {
        env.set('GOVERNANCE_CLIENT_ID', typed);
        return typed.trim() === '' ? refuse('The client id is missing.') : ok(undefined);
      },
    });
    const client = await askSecret(deps, {
      name: 'GOVERNANCE_CLIENT_SECRET',
      what: 'Client secret?',
      check: async () =>
        ok(createGovernanceClient({ ...env.settings().governance, queryCase: 'both', now })),
    });
    const reached = await tenantCheck(client);
    if (reached.state !== 'error') {
      await prompts.say(`The tenant ${reached.says}`);
      return client;
    }
    await client.close();
    await prompts.wrong(`The tenant: ${reached.says}`);
  }
}

/** Some at a time: a tenant limits calls. */
const atOnce = 8;

async function withOwners(
  client: GovernanceClient,
  { answering }: SeenOperations,
  apps: readonly { readonly id: string; readonly name: string }[],
): Promise<readonly TenantAppFacts[]> {
  if (!answering.includes('appOwnerIds')) return apps.map((app) => ({ ...app, owners: [] }));
  const names = new Map<string, Promise<string>>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? personName(client, answering, id);
    names.set(id, name);
    return name;
  };
  const facts: TenantAppFacts[] = [];
  for (let start = 0; start < apps.length; start += atOnce) {
    const some = apps.slice(start, start + atOnce).map(async (app) => {
      const answer = await unlessFailing(
        client.call(readAppOwnerIds, { path: { app_id: app.id } }),
        refuse,
      );
      const ids = answer.ok ? answer.value.userIds : [];
      return { ...app, owners: await Promise.all(ids.map(nameOf)) };
    });
    facts.push(...(await Promise.all(some)));
  }
  return facts;
}

async function personName(
  client: GovernanceClient,
  answering: readonly OptionalOperation[],
  id: string,
): Promise<string> {
  if (!answering.includes('userRead')) return id;
  const answer = await unlessFailing(client.call(readUser, { path: { id } }), refuse);
  return (answer.ok && answer.value.displayName) || id;
}
