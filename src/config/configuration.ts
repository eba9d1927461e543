import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AccessSettings } from '../domain/access-settings.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { directoryName, readAccessFile, readDirectoryFile } from './access-file.ts';
import {
  accessConfigPath,
  readEnvironment,
  type SandboxEnvironment,
  type SlackEnvironment,
  type Variables,
} from './environment.ts';
import { type ConfigMistake, fileProblem } from './mistakes.ts';

/** All settings of the operator. The sandbox has its own access settings, so no file is read for it. */
export type Configuration =
  | { readonly mode: 'sandbox'; readonly environment: SandboxEnvironment }
  | {
      readonly mode: 'slack';
      readonly environment: SlackEnvironment;
      readonly access: AccessSettings;
      /** The directory file as it is now, or every mistake in it; null where there is none. */
      readonly readPeople: (() => Result<AccessSettings['directory'], readonly ConfigMistake[]>) | null;
    };

/** Environment and `access.yaml` together, or every mistake in both at once. Reads files; throws nothing that the operator could correct. */
export function readConfiguration(env: Variables): Result<Configuration, readonly ConfigMistake[]> {
  const environment = readEnvironment(env);
  if (environment.ok && environment.value.mode === 'sandbox') {
    return ok({ mode: 'sandbox', environment: environment.value });
  }
  const path = accessConfigPath(env);
  const access = readAccessFileAt(path);
  if (environment.ok && environment.value.mode === 'slack' && access.ok) {
    return ok({ mode: 'slack', environment: environment.value, access: access.value, readPeople: peopleReader(path) });
  }
  return refuse([...(environment.ok ? [] : environment.refusal), ...(access.ok ? [] : access.refusal)]);
}

/** `readAccessFile` with a file from the disk; files that it names are read from its folder. */
export function readAccessFileAt(path: string): Result<AccessSettings, readonly ConfigMistake[]> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `${fileProblem(error)}; write one as the README shows, or set ACCESS_CONFIG to where it is.`;
    return refuse([{ place: path, message }]);
  }
  return readAccessFile(text, path, besides(path));
}

/** Reads files by their names in the file at `path`. */
function besides(path: string) {
  return (relativePath: string) => readFileSync(resolve(dirname(path), relativePath), 'utf8');
}

function peopleReader(accessPath: string) {
  const name = directoryName(readFileSync(accessPath, 'utf8'));
  return name === null ? null : () => readDirectoryFile(name, besides(accessPath));
}
