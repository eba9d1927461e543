/** The tools of agents over a desk, with a catalogue and a Slack that a test wrote. */
import type { CatalogueEntitlement } from '../../src/domain/catalogue/entitlement.ts';
import { ok } from '../../src/domain/result.ts';
import type { RequestableApp } from '../../src/domain/settings/access-settings.ts';
import { openTools, type ToolPorts } from '../../src/extras/agents/tools/open-tools.ts';
import type { Caller, ToolAnswer } from '../../src/extras/agents/tools/tool.ts';
import { createEntitlementIndex } from '../../src/store/catalogue/entitlement-index.ts';
import { createPersonLimits } from '../../src/use-cases/people/limiter.ts';
import { everythingShown, type IsHidden } from '../../src/use-cases/ports/visibility-ports.ts';
import { everybodyReads } from './languages.ts';
import { actor, person } from './samples.ts';
import { defaultLimits } from './test-settings.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

const notAsked = async (): Promise<never> => {
  throw new Error('no tool asks for this');
};

/** Somebody was found to be this person. */
export async function identified(desk: UseCaseDesk, slackUserId: string, identityId: string) {
  const found = { slackUserId, person: person(identityId), checkedAt: desk.world.now() };
  await desk.store.transaction((tx) => tx.identities.saveResolved(found));
}

/** What a test can change between two calls. */
export interface OfferedToAgents {
  readonly apps: readonly RequestableApp[];
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly isHidden?: IsHidden;
  readonly accounts?: readonly { readonly id: string; readonly name: string }[];
  readonly limits?: typeof defaultLimits;
}

export async function portsOf(desk: UseCaseDesk, offered: OfferedToAgents): Promise<ToolPorts> {
  const index = createEntitlementIndex();
  const byApp = Map.groupBy(offered.entitlements, ({ appId }) => appId);
  const all = (appId: string) => byApp.get(appId) ?? [];
  for (const { id, name } of offered.apps) await index.replace(id, name, all(id));
  const catalogue: ToolPorts['catalogue'] = {
    apps: (typed) =>
      offered.apps.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())),
    appById: (appId) => offered.apps.find(({ id }) => id === appId) ?? null,
    entitlements: (...asked) => index.search(...asked),
    all,
    entitlement: (appId, id) => all(appId).find((one) => one.id === id) ?? null,
    policy: () => null,
    ages: () => new Map(offered.apps.map(({ id }) => [id, 0])),
    refresh: async () => undefined,
    refreshUnread: async () => undefined,
  };
  const { world } = desk;
  return {
    ...desk.deps,
    catalogue,
    visibility: { ...everythingShown, hiddenFrom: () => offered.isHidden ?? (() => false) },
    languages: everybodyReads('en'),
    limits: createPersonLimits(offered.limits ?? defaultLimits, world),
    identify: async (userId) => ok(person(identityOf(userId))),
    accounts: () => async () => offered.accounts ?? [],
    owners: async () => [],
    whoDecides: async () => ({ ordinary: null, emergency: null }),
    administer: notAsked,
    homeSections: [],
    helpLines: [],
    groupHandles: notAsked,
    submitted: () => undefined,
    // Jobs run while a tool waits.
    pause: () => desk.runJobs('show-draft'),
  };
}

const identityOf = (userId: string) => `user-${userId.slice(2).toLowerCase()}`;

export const callerOf = (userId = 'U0BEN', client: Partial<Caller['client']> = {}): Caller => ({
  person: actor(userId),
  identityId: identityOf(userId),
  client: { kind: 'slackbot', name: 'Slackbot', ...client },
});

export async function callTool(
  ports: ToolPorts,
  name: string,
  input: unknown,
  caller: Caller = callerOf(),
): Promise<ToolAnswer> {
  const tool = openTools(ports).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.call(caller, input);
}
