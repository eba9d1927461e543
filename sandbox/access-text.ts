/** The settings of the bot in the sandbox. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { readCompany } from './company.ts';

/**
 * Where the bot reads its settings: the file beside this one, or one made for the company. Throws
 * `CompanyFileError`.
 */
export function accessPathFor(seedFile: string | undefined, folder: string): string {
  if (seedFile === undefined) return fileURLToPath(new URL('./access.yaml', import.meta.url));
  const path = join(folder, 'access.yaml');
  writeFileSync(path, accessTextFor(readCompany(seedFile)));
  return path;
}

/** Every operation that the bot needs something of; the service has them all. */
const botOperations = [
  'taskRead',
  'taskSearch',
  'taskActions',
  'taskAudit',
  'taskRevoke',
  'grantsFeed',
  'userGrants',
  'grantSearch',
  'userAccounts',
  'userSearch',
  'appList',
  'entitlementSearch',
  'entitlementHolders',
  'entitlementOwnerIds',
  'appOwnerIds',
  'riskLevels',
  'requestSchemas',
  'requestSettings',
  'catalogs',
  'entitlementConfigurationRules',
  'accessRequestDefaults',
  'policyRead',
  'whoAmI',
];

/** Every app with its channel, and the company's administrators. */
export function accessTextFor({ apps, channels, people }: ReturnType<typeof readCompany>): string {
  return stringify({
    governance: { operations: botOperations },
    agents: { enabled: true },
    admins: people
      .filter((one) => one.isAdministrator)
      .map(({ handle }) => `U0${handle.toUpperCase()}`),
    apps: apps.map(({ id, name, channel }) => ({ id, name, channel: channel ?? channels[0]?.id })),
  });
}
