import type { AdminCommand, CommandFlag } from './command.ts';
import { addAppOwnerSource, addEntitlementOwnerSource } from './commands/add-owner-source.ts';
import { credentialPolicies } from './commands/credential-policies.ts';
import { entitlementOwner } from './commands/entitlement-owner.ts';
import { entitlements } from './commands/entitlements.ts';
import { executions } from './commands/executions.ts';
import { federationProviders } from './commands/federation-providers.ts';
import { mcpCatalog } from './commands/mcp-catalog.ts';
import { mcpServers } from './commands/mcp-servers.ts';
import { owners } from './commands/owners.ts';
import { recoveryPolicies } from './commands/recovery-policies.ts';
import { roleSuggestions } from './commands/role-suggestions.ts';
import { routingRule } from './commands/routing-rule.ts';
import { updateConnector } from './commands/update-connector.ts';

/** Every command: together they reach endpoints 2 to 16. */
export const adminCommands: readonly AdminCommand[] = [
  entitlements,
  owners,
  entitlementOwner,
  addEntitlementOwnerSource,
  addAppOwnerSource,
  credentialPolicies,
  recoveryPolicies,
  updateConnector,
  mcpCatalog,
  mcpServers,
  routingRule,
  executions,
  roleSuggestions,
  federationProviders,
];

const pageFlags: readonly CommandFlag[] = [
  { name: 'page-token', value: 'token', about: 'the page that an earlier answer named' },
  { name: 'page-size', value: 'n', about: 'how many a page, 10 to 100; the service has the last word' },
  { name: 'all', about: 'every page, one after the other', onlyCommandLine: true },
];

const outputFlags: readonly CommandFlag[] = [{ name: 'json', about: 'the answer as JSON', onlyCommandLine: true }];

/** All flags that a command takes, besides `--help`. */
export function flagsOf(command: AdminCommand): readonly CommandFlag[] {
  return [...command.flags, ...(command.isList ? pageFlags : []), ...outputFlags];
}

/** `owners <appId> <resourceTypeId> <resourceId> [--users] [--role slug]`, without the flags that every command has. */
export function usageOf(command: AdminCommand): string {
  const args = command.args.map((one) => (one.isRest === true ? `[${one.name}]` : `<${one.name}>`));
  const flags = command.flags.map((one) => {
    const flag = `--${one.name}${one.value === undefined ? '' : ` ${one.value}`}`;
    return one.repeats === true ? `${flag} ...` : `[${flag}]`;
  });
  return [command.name, ...args, ...flags].join(' ');
}
