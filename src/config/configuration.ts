import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ok, refuse } from '../domain/result.ts';
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import { directoryName, readAccessFile, readDirectoryFile } from './access-file.ts';
import {
  accessConfigPath,
  governanceSettings,
  isProduction,
  namesSandbox,
  proxySettings,
  readBotEnvironment,
  readSandboxEnvironment,
  readVariables,
  type SandboxEnvironment,
  type SlackEnvironment,
  setVariables,
  storageSettings,
  type Variables,
} from './environment.ts';
import { type Checked, fileProblem } from './mistakes.ts';
import { isSetOrFile } from './secret-files.ts';

/** All settings of a bot. */
interface BotConfiguration {
  readonly mode: 'slack';
  readonly environment: SlackEnvironment;
  readonly access: AccessSettings;
  /** The current directory file, or every mistake in it; null if there is none. */
  readonly readPeople: (() => Checked<AccessSettings['directory']>) | null;
}

/**
 * All settings of the operator. The sandbox has its own access settings, so no file is read for it.
 */
export type Configuration =
  | { readonly mode: 'sandbox'; readonly environment: SandboxEnvironment }
  | BotConfiguration;

/**
 * Environment and `access.yaml` together, or every mistake in both at once. Reads files; throws
 * nothing that the operator could correct.
 */
export function readConfiguration(env: Variables): Checked<Configuration> {
  if (!namesSandbox(env)) return readBotConfiguration(env);
  const sandbox = readSandboxEnvironment(env);
  return sandbox.ok ? ok({ mode: 'sandbox', environment: sandbox.value }) : sandbox;
}

/** As `readConfiguration`, but never for the sandbox: an absent Slack token is a mistake. */
export function readBotConfiguration(env: Variables): Checked<BotConfiguration> {
  const path = accessConfigPath(env);
  const parts = together(readBotEnvironment(env), readAccessFileAt(path));
  if (!parts.ok) return parts;
  const [environment, access] = parts.value;
  const people = directoryName(readFileSync(path, 'utf8'));
  const readPeople = people === null ? null : () => readDirectoryFile(people, besides(path));
  return ok({ mode: 'slack', environment, access, readPeople });
}

/** Both, or the mistakes of both. */
function together<A, B>(one: Checked<A>, other: Checked<B>): Checked<readonly [A, B]> {
  if (one.ok && other.ok) return ok([one.value, other.value]);
  return refuse([...(one.ok ? [] : one.refusal), ...(other.ok ? [] : other.refusal)]);
}

/** `readAccessFile` with a file from the disk; files that it names are read from its folder. */
export function readAccessFileAt(path: string): Checked<AccessSettings> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `${fileProblem(error)}; write one with npm run setup, or set ACCESS_CONFIG to where it is.`;
    return refuse([{ place: path, message }]);
  }
  return readAccessFile(text, path, besides(path));
}

/** Reads files by their names in the file at `path`. */
function besides(path: string) {
  return (relativePath: string) => readFileSync(resolve(dirname(path), relativePath), 'utf8');
}

export interface AdminSettings extends Pick<SlackEnvironment, 'governance'> {
  /** null if there is no `access.yaml` and none was named. */
  readonly access: AccessSettings | null;
}

/**
 * The settings of the operator's command line, without the database and Slack: the tenant that the
 * environment names, else the sandbox that runs in the data folder; or every mistake at once.
 */
export function readAdminSettings(
  env: Variables,
  sandboxAccessPath: string,
): Checked<AdminSettings> {
  const set = setVariables(env);
  const namesTenant = [
    'GOVERNANCE_BASE_URL',
    'GOVERNANCE_CLIENT_ID',
    'GOVERNANCE_CLIENT_SECRET',
    'SLACK_BOT_TOKEN',
  ];
  const isSandbox = !isProduction(env) && !namesTenant.some((name) => isSetOrFile(set, name));
  const path = isSandbox ? sandboxAccessPath : accessConfigPath(env);
  const hasFile = existsSync(path) || (!isSandbox && set.ACCESS_CONFIG !== undefined);
  const access: Checked<AccessSettings | null> = hasFile ? readAccessFileAt(path) : ok(null);
  const tenant = governanceSettings(isProduction(env)).and(storageSettings(env)).and(proxySettings);
  const parts = together(
    isSandbox ? runningSandbox(set.DATA_DIR) : readVariables(tenant, env),
    access,
  );
  return parts.ok ? ok({ governance: parts.value[0].governance, access: parts.value[1] }) : parts;
}

/** The address and the credentials of a running sandbox's governance service. */
const sandboxService = z.object({
  baseUrl: z.url(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});

/** After a crash the file may name a sandbox that is gone. */
function runningSandbox(dataDir = '.data'): Checked<Pick<SlackEnvironment, 'governance'>> {
  try {
    const service = sandboxService.parse(
      JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')),
    );
    return ok({ governance: { ...service, tokenUrl: undefined } });
  } catch {
    const message = `no tenant is named and no sandbox runs in ${dataDir}: set GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, or start the sandbox with npm start.`;
    return refuse([{ place: 'environment', message }]);
  }
}
