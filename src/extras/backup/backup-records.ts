/** Why a file is not restored, as a sentence. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

/** What a copy of the database says of itself. */
export interface BackupHeader {
  /** The newest change of the schema that the rows know. */
  readonly migration: string;
  /** ISO 8601. */
  readonly at: string;
  /** How far the audit trail was sealed. */
  readonly position: number;
  /** The copied tables, including empty ones. */
  readonly tables: readonly string[];
  /** The address of the tenant, or `sandbox`; null if the settings named none. */
  readonly tenant: string | null;
  /** The Slack id of the workspace; null if it was unknown. */
  readonly workspace: string | null;
}

/** The name of a table, and one row of it as JSON. */
export type BackupRow = readonly [table: string, row: Readonly<Record<string, unknown>>];

/** The tenant and the workspace of a copy, or of the settings. */
export type Installation = Pick<BackupHeader, 'tenant' | 'workspace'>;

/** The name of the sandbox's tenant. */
const sandboxTenant = 'sandbox';

/** The value of a flag for a copy that does not name its tenant or workspace. */
const unknown = 'unknown';

/**
 * Why a copy is not restored with these settings; null if nothing prevents it. In another tenant
 * the bot would send its open requests again, and in another workspace its Slack ids belong to
 * other people.
 *
 * @param insisted the tenant and workspace that the operator names in the flags
 */
export function installationMistake(
  copy: Installation,
  here: Installation,
  insisted: { readonly tenant?: string | undefined; readonly workspace?: string | undefined },
): string | null {
  if (copy.tenant === sandboxTenant && here.tenant === sandboxTenant) return null;
  const isTenantMeant = insisted.tenant === (copy.tenant ?? unknown);
  if (!isTenantMeant && (copy.tenant === null || copy.tenant !== here.tenant))
    return tenantWords(copy, here);
  if (copy.workspace !== null && here.workspace !== null) {
    if (copy.workspace === here.workspace) return null;
    return `It is a backup of the workspace ${copy.workspace}, and SLACK_BOT_TOKEN is of ${here.workspace}, where its ids belong to other people. Restore it with the token of ${copy.workspace}.`;
  }
  if (insisted.workspace === (copy.workspace ?? unknown)) return null;
  if (copy.workspace === null)
    return `It does not say of which workspace it is. If you know that it is of this one, add --from-workspace ${unknown}.`;
  return `It is a backup of the workspace ${copy.workspace}, and Slack does not tell of which one these settings are. Set SLACK_BOT_TOKEN and look whether this machine reaches Slack, or add --from-workspace ${copy.workspace} if you know that it is this one.`;
}

function tenantWords(copy: Installation, here: Installation): string {
  if (copy.tenant === null)
    return `It does not say of which tenant it is. If you know that it is of this one, add --from-tenant ${unknown}.`;
  const settings =
    here.tenant === null
      ? 'these settings name no tenant'
      : `these settings are of the tenant ${here.tenant}`;
  return `It is a backup of the tenant ${copy.tenant}, and ${settings}. Set GOVERNANCE_BASE_URL to the tenant that it is of. If that has only changed its address, add --from-tenant ${copy.tenant}.`;
}
