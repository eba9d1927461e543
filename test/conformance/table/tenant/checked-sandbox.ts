import { checkTenant } from '../../../../conformance/tenant/check-tenant.ts';
import { reportOf } from '../../../../conformance/tenant/tenant-report.ts';
import type { KnownIds, TenantSettings } from '../../../../conformance/tenant/tenant-settings.ts';

/** How the sandbox is reached as a tenant. */
export function settingsFor(url: string, changes: Partial<TenantSettings> = {}): TenantSettings {
  return {
    baseUrl: new URL(url),
    clientId: 'sandbox-bot',
    clientSecret: 'sandbox-secret',
    tokenUrl: new URL('/auth/v1/token', url),
    queryCase: 'camel',
    ids: {},
    timeoutMs: 60_000,
    ...changes,
  };
}

/** One id of each kind that the sandbox has. */
export const known: KnownIds = {
  appId: 'app-github',
  resourceTypeId: 'team',
  resourceId: 'platform',
  entitlementId: 'ent-platform-admin',
  roleSlug: 'owner',
  userId: 'user-ana',
  catalogId: 'mcp-code-forge',
  ruleId: 'rule/ghost ferry #1',
};

/** `6 ok`, `9 skipped`, ... and the report. */
export async function checked(settings: TenantSettings) {
  const all = await checkTenant(settings);
  const report = reportOf(all);
  return {
    outcomes: all.map(({ endpoint, outcome }) => `${endpoint.number} ${outcome.kind}`),
    of: (number: number) => all.find((one) => one.endpoint.number === number)?.outcome,
    text: report.lines.join('\n'),
    exitCode: report.exitCode,
  };
}
