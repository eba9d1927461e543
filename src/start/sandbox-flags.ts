import { parseArgs } from 'node:util';
import { ok, type Result, refuse } from '../domain/result.ts';

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
