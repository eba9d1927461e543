import { existsSync } from 'node:fs';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { readAccessFileAt } from './configuration.ts';
import {
  accessConfigPath,
  type DatabaseSettings,
  readDatabase,
  readGovernance,
  type SlackEnvironment,
} from './environment.ts';
import type { ConfigMistake } from './mistakes.ts';
import { readSandboxFile } from './sandbox-file.ts';
import { VariableReader, type Variables } from './variables.ts';

/** What the operator's command line needs: the service, and where the audit trail is. No Slack. */
export interface AdminSettings {
  readonly governance: SlackEnvironment['governance'];
  readonly database: DatabaseSettings;
  /** As written: may be relative. */
  readonly dataDir: string;
  /** null for the sandbox, and where there is no `access.yaml` and none was named. */
  readonly access: AccessSettings | null;
  readonly isSandbox: boolean;
}

/**
 * The tenant that the environment names, else the sandbox that runs in the data folder; or every mistake at once. Reads files;
 * throws nothing the operator could mend.
 */
export function readAdminSettings(env: Variables): Result<AdminSettings, readonly ConfigMistake[]> {
  const variables = new VariableReader(env);
  const dataDir = variables.optional('DATA_DIR') ?? '.data';
  const database = readDatabase(variables, dataDir);
  const production = variables.optional('NODE_ENV') === 'production';
  const namesTenant = ['GOVERNANCE_BASE_URL', 'GOVERNANCE_CLIENT_ID', 'GOVERNANCE_CLIENT_SECRET', 'SLACK_BOT_TOKEN'];
  if (!production && namesTenant.every((name) => variables.optional(name) === null)) {
    const service = readSandboxFile(dataDir);
    if (service === null) {
      variables.note(
        `no tenant is named and no sandbox runs in ${dataDir}: set GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, or start the sandbox with npm start.`,
      );
    }
    if (service === null || variables.mistakes.length > 0) return refuse(variables.mistakes);
    const governance = { ...service, tokenUrl: `${new URL(service.baseUrl).origin}/auth/v1/token` };
    return ok({ governance, database, dataDir, access: null, isSandbox: true });
  }
  const governance = readGovernance(variables, production);
  const path = accessConfigPath(env);
  const hasFile = variables.optional('ACCESS_CONFIG') !== null || existsSync(path);
  const access = hasFile ? readAccessFileAt(path) : ok(null);
  if (variables.mistakes.length > 0 || !access.ok) {
    return refuse([...variables.mistakes, ...(access.ok ? [] : access.refusal)]);
  }
  return ok({ governance, database, dataDir, access: access.value, isSandbox: false });
}
