import type { KnownPerson } from '../../src/domain/people/known-person.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { adminCommand, type LineDeps } from '../../src/operator/admin/table/admin-command.ts';
import { runTyped } from '../../src/operator/command.ts';
import { TenantCapabilities } from '../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../src/service/client/client.ts';
import { FakeWorld } from './fakes.ts';

interface Typed {
  readonly operations?: readonly OptionalOperation[];
  readonly known?: readonly KnownPerson[];
  /** What somebody at the terminal answers; nobody is there where it is absent. */
  readonly answer?: string;
  readonly change?: Partial<LineDeps>;
  readonly onClose?: () => void;
}

/** What a command line prints and ends with, over a client; two apps are configured. */
export async function typeLine(
  words: readonly string[],
  client: GovernanceClient,
  {
    operations = ['entitlementHolders', 'taskRevoke'],
    known = [],
    answer,
    change,
    onClose,
  }: Typed = {},
) {
  const seen = { out: '', err: '', closed: 0 };
  const kept: Parameters<LineDeps['audit']>[0][] = [];
  const takenAway: Parameters<LineDeps['tookAway']>[0][] = [];
  const out = async (text: string) => {
    seen.out += text;
  };
  const err = async (text: string) => {
    seen.err += text;
  };
  const replying = async (question: string) => {
    seen.err += question;
    return answer ?? '';
  };
  const deps: LineDeps = {
    client,
    capabilities: new TenantCapabilities(new Set(operations)),
    apps: [
      {
        id: 'app-github',
        name: 'GitHub',
        resources: [{ resourceTypeId: 'team', resourceId: 'platform' }],
      },
    ],
    entitlements: () => [{ id: 'ent-1', name: 'Platform: admin', alias: '' }],
    knownPeople: async (typed) => known.filter((one) => Object.values(one).includes(typed)),
    tookAway: async (of) => void takenAway.push(of),
    audit: async (entry) => void kept.push(entry),
    world: new FakeWorld(),
    ...change,
  };
  const close = async () => {
    seen.closed += 1;
    onClose?.();
  };
  const open = async () => ({ deps, operator: 'hana', close });
  const ask = answer === undefined ? null : replying;
  const command = adminCommand({ about: 'About.', open, err, ask });
  const exit = await runTyped(command, words, { out, err });
  return { exit, ...seen, kept, takenAway };
}

/** A valid command line for each endpoint of the interface but the first, by its number. */
export const lineOf: Readonly<Record<number, readonly string[]>> = {
  2: ['add-entitlement-owners', 'app-github', 'ent-1', 'owner', 'id:app-2', 'id:ent-2', '--yes'],
  3: ['add-app-owners', 'app-github', 'owner', 'id:app-2', 'id:ent-2', '--yes'],
  4: ['credential-policies', 'query=night ferry'],
  5: ['update-connector', 'app-github', 'conn-github', 'displayName=GitHub', '--yes'],
  6: ['entitlements', 'app-github', 'team', 'platform'],
  7: ['mcp-catalog', 'mcp-code-forge'],
  8: ['mcp-servers', 'app-github'],
  9: ['routing-rule', 'rule-1'],
  10: ['user-owners', 'app-github', 'team', 'platform'],
  11: ['recovery-policies'],
  12: ['owners', 'app-github', 'team', 'platform'],
  13: ['entitlement-owner', 'app-github', 'ent-1', 'owner', 'user-ana'],
  14: ['executions'],
  15: ['role-suggestions'],
  16: ['federation-providers'],
};
