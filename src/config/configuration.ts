import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { readAccessFile } from './access-file.ts';
import {
  accessConfigPath,
  readEnvironment,
  type SandboxEnvironment,
  type SlackEnvironment,
  type Variables,
} from './environment.ts';
import { type ConfigMistake, fileProblem } from './mistakes.ts';

/** Everything the operator set. The sandbox brings its own access settings, so no file is read for it. */
export type Configuration =
  | { readonly mode: 'sandbox'; readonly environment: SandboxEnvironment }
  | { readonly mode: 'slack'; readonly environment: SlackEnvironment; readonly access: AccessSettings };

/** Environment and `access.yaml` together, or every mistake in both at once. Reads files; throws nothing the operator could mend. */
export function readConfiguration(env: Variables): Result<Configuration, readonly ConfigMistake[]> {
  const environment = readEnvironment(env);
  if (environment.ok && environment.value.mode === 'sandbox') {
    return ok({ mode: 'sandbox', environment: environment.value });
  }
  const access = readAccessFileAt(accessConfigPath(env));
  if (environment.ok && environment.value.mode === 'slack' && access.ok) {
    return ok({ mode: 'slack', environment: environment.value, access: access.value });
  }
  return refuse([...(environment.ok ? [] : environment.refusal), ...(access.ok ? [] : access.refusal)]);
}

/** As `readAccessFile`, from the disk; files that it names are looked for in its folder. */
export function readAccessFileAt(path: string): Result<AccessSettings, readonly ConfigMistake[]> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `${fileProblem(error)}; write one as the README shows, or set ACCESS_CONFIG to where it is.`;
    return refuse([{ place: path, message }]);
  }
  return readAccessFile(text, path, (relativePath) => readFileSync(resolve(dirname(path), relativePath), 'utf8'));
}
