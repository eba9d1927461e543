import * as apps from './app-commands.ts';
import { auditCommand } from './audit-command.ts';
import type { AdminCommand } from './command.ts';
import { doctorCommand } from './doctor-command.ts';
import { takeAway, whoHas } from './holder-commands.ts';
import { addAppOwnerSource, addEntitlementOwnerSource } from './owner-source-commands.ts';
import * as tenant from './tenant-commands.ts';
import { updateConnector } from './update-connector.ts';

/** Every command: together they reach endpoints 2 to 16; the first one is the request itself. */
export const adminCommands: readonly AdminCommand[] = [
  apps.apps,
  auditCommand,
  doctorCommand,
  apps.entitlements,
  apps.owners,
  apps.entitlementOwner,
  whoHas,
  takeAway,
  addEntitlementOwnerSource,
  addAppOwnerSource,
  updateConnector,
  tenant.credentialPolicies,
  tenant.recoveryPolicies,
  tenant.mcpCatalog,
  tenant.mcpServers,
  tenant.routingRule,
  tenant.executions,
  tenant.roleSuggestions,
  tenant.federationProviders,
];
