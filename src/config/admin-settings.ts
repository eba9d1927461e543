import { existsSync } from 'node:fs';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { readAccessFileAt } from './configuration.ts';
import { type DatabaseSettings, databaseSettings, databaseVariables } from './database-settings.ts';
import {
  accessConfigPath,
  governanceSettings,
  governanceVariables,
  isProduction,
  readVariables,
  type SlackEnvironment,
  setVariables,
  type Variables,
} from './environment.ts';
import type { ConfigMistake } from './mistakes.ts';
import { readSandboxFile } from './sandbox-file.ts';

/** What the operator's command line needs: the service and the place of the audit trail, nothing of Slack. */
export interface AdminSettings {
  readonly governance: SlackEnvironment['governance'];
  readonly database: DatabaseSettings;
  /** null for the sandbox, and if there is no `access.yaml` and none was named. */
  readonly access: AccessSettings | null;
  readonly isSandbox: boolean;
}

/**
 * The tenant that the environment names, else the sandbox that runs in the data folder; or every mistake at once. Reads files;
 * throws nothing that the operator could correct.
 */
export function readAdminSettings(env: Variables): Result<AdminSettings, readonly ConfigMistake[]> {
  const set = setVariables(env);
  const production = isProduction(env);
  const namesTenant = ['GOVERNANCE_BASE_URL', 'GOVERNANCE_CLIENT_ID', 'GOVERNANCE_CLIENT_SECRET', 'SLACK_BOT_TOKEN'];
  if (!production && namesTenant.every((name) => set[name] === undefined)) {
    const read = readVariables(databaseVariables(production), env);
    if (!read.ok) return read;
    const dataDir = read.value.DATA_DIR;
    const service = readSandboxFile(dataDir);
    if (service === null) {
      const message = `no tenant is named and no sandbox runs in ${dataDir}: set GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, or start the sandbox with npm start.`;
      return refuse([{ place: 'environment', message }]);
    }
    return ok({ governance: service, database: databaseSettings(read.value), access: null, isSandbox: true });
  }
  const read = readVariables({ ...governanceVariables(production), ...databaseVariables(production) }, env);
  const path = accessConfigPath(env);
  const hasFile = set.ACCESS_CONFIG !== undefined || existsSync(path);
  const access = hasFile ? readAccessFileAt(path) : ok(null);
  if (!read.ok || !access.ok) {
    return refuse([...(read.ok ? [] : read.refusal), ...(access.ok ? [] : access.refusal)]);
  }
  return ok({
    governance: governanceSettings(read.value),
    database: databaseSettings(read.value),
    access: access.value,
    isSandbox: false,
  });
}
