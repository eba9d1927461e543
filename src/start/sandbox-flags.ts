/** How the sandbox is started, and what its bot is told beside access.yaml. */
import { parseArgs } from 'node:util';
import type { SlackEnvironment } from '../config/environment.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { AccessSettings } from '../domain/settings/access-settings.ts';

/** The help of `npm start` about the sandbox. */
export interface SandboxFlags {
  /** A company file (sandbox/README.md); the company that comes along where absent. */
  readonly seedFile?: string | undefined;
  /** The spelling that the governance service uses; that of the interface by default. */
  readonly dialect?: 'interface' | 'deployed' | undefined;
}

/** The flags of `npm start`, or a sentence about what is wrong with them. */
export function readSandboxFlags(args: readonly string[]): Result<SandboxFlags, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { seed: { type: 'string' }, dialect: { type: 'string' } },
    });
    const { seed: seedFile, dialect } = values;
    if (dialect === undefined || dialect === 'interface' || dialect === 'deployed')
      return ok({ seedFile, dialect });
    return refuse(`--dialect takes interface or deployed, not “${dialect}”.`);
  } catch (error) {
    return refuse(
      `${error instanceof Error ? error.message : String(error)}. See npm start -- --help.`,
    );
  }
}

const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Links to tasks lead to the stand-in, and people's agents to the bot on this machine. */
export function settingsInSandbox(
  settings: AccessSettings,
  {
    governance: { baseUrl },
    http,
  }: Pick<SlackEnvironment, 'http'> & {
    readonly governance: Pick<SlackEnvironment['governance'], 'baseUrl'>;
  },
): AccessSettings {
  const host = everyAddress.has(http.host) ? '127.0.0.1' : http.host;
  // Port 0 is known too late: only tests start with it.
  const local =
    http.port === 0 ? null : `http://${host.includes(':') ? `[${host}]` : host}:${http.port}`;
  return {
    ...settings,
    governance: { ...settings.governance, taskUrl: `${baseUrl}/task/{numericId}` },
    agents: { ...settings.agents, url: settings.agents.url ?? local },
  };
}
