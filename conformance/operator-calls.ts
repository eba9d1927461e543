/** The calls of endpoints 2 to 16 as operators make them: by their commands. */

import type { AdminContext } from '../src/operator/admin/admin-command.ts';
import { readAdminCommand } from '../src/operator/admin/read-command.ts';
import { TenantCapabilities } from '../src/service/capabilities.ts';
import type { GovernanceClient } from '../src/service/client/client.ts';
import type { PageRequest } from '../src/service/client/wire/paging.ts';

/** The command that reads an endpoint; names with an underscore stand for ids of the path. */
const readingCommands: Readonly<Record<number, string>> = {
  4: 'credential-policies',
  6: 'entitlements app_id app_resource_type_id app_resource_id',
  7: 'mcp-catalog catalog_id',
  8: 'mcp-servers app_id',
  9: 'routing-rule _id',
  10: 'owners app_id resource_type_id resource_id --users',
  11: 'recovery-policies',
  12: 'owners app_id resource_type_id resource_id',
  13: 'entitlement-owner app_id entitlement_id role_slug user_ref_id',
  14: 'executions',
  15: 'role-suggestions',
  16: 'federation-providers',
};

/** What an operator's command does with these words, without asking first. */
export async function runOperatorCommand(
  client: GovernanceClient,
  words: readonly string[],
  page: PageRequest,
): Promise<unknown> {
  const read = readAdminCommand(words, 'command line');
  if (!read.ok || read.value.kind !== 'command')
    throw new Error(`not a command: ${words.join(' ')}`);
  const context: AdminContext = {
    client,
    apps: [],
    entitlements: () => [],
    checks: async () => [],
    operations: async () => [],
    capabilities: new TenantCapabilities(new Set()),
    world: { now: () => new Date() },
    tookAway: async () => undefined,
    knownPeople: async () => [],
    auditEntries: async () => ({ lines: [], names: { people: new Map(), numbers: new Map() } }),
  };
  const { command, input } = read.value;
  return command.run(input, context, page, { via: 'command line', name: 'hana' });
}

/** Reads a page of an endpoint, or its one record, with the ids of its path. */
export function readByCommand(
  client: GovernanceClient,
  endpoint: number,
  path: Readonly<Record<string, string>>,
  page: PageRequest,
): Promise<unknown> {
  const declared = readingCommands[endpoint];
  if (declared === undefined) throw new RangeError(`no command reads endpoint ${endpoint}`);
  const words = declared.split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const [name = '', ...parameters] = words.filter((word) => !word.startsWith('--'));
  const ids = parameters.map((parameter) => path[parameter.replace(/^_/, '')] ?? '');
  return runOperatorCommand(client, [name, ...flags, '--', ...ids], page);
}
