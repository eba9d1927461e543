/** The environment of the command line: its settings, its storage, its clock. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readAccessFileAt } from '../../config/configuration.ts';
import {
  accessConfigPath,
  isProduction,
  processEnvironment,
  readEnvironment,
  readVariables,
  setVariables,
  storageSettings,
} from '../../config/environment.ts';
import { type Checked, printMistakes } from '../../config/mistakes.ts';
import { isSetOrFile } from '../../config/secret-files.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { CommandStorage } from '../../extra.ts';
import { mountedExtras } from '../../extras/mounted.ts';
import { StartRefused } from '../../operator/start-refused.ts';
import { createOwnTeamId } from '../../slack/people/directory.ts';
import { backgroundClient } from '../../slack/platform/web-clients.ts';
import { slackLogger } from '../../slack/receiving/bolt-app.ts';
import { headSigner } from '../../use-cases/trail/audit-chain.ts';
import { ownServerOf } from '../app-context.ts';

/** The sandbox's own `access.yaml`; missing in an image without the sandbox. */
export const sandboxAccessPath = fileURLToPath(
  new URL('../../../sandbox/access.yaml', import.meta.url),
);

/** The environment, or access.yaml, is wrong. */
export class Misconfigured extends StartRefused {}

export function valid<T>(reading: Checked<T>): T {
  if (reading.ok) return reading.value;
  throw new Misconfigured(printMistakes(reading.refusal));
}

export function readStorage(): CommandStorage {
  const env = processEnvironment();
  const storage = valid(readVariables(storageSettings(env), env));
  const { database: settings, headFolder, auditSigningKey: key } = storage;
  return {
    settings,
    ownServer: ownServerOf(mountedExtras),
    headFolder,
    sign: key === undefined ? null : headSigner(key),
  };
}

/**
 * The workspace of SLACK_BOT_TOKEN; null if the environment names none, or Slack does not answer.
 */
export async function askWorkspace(): Promise<string | null> {
  const environment = readEnvironment(processEnvironment());
  if (!environment.ok || environment.value.mode !== 'slack') return null;
  const ask = createOwnTeamId(
    backgroundClient({ ...environment.value.slack, logger: slackLogger(log) }),
  );
  return unlessFailing(ask(), () => null);
}

/** The configured `access.yaml`, else the sandbox's. */
export function readAccessSettings(): AccessSettings {
  const env = processEnvironment();
  const path = accessConfigPath(env);
  const namesOther =
    isProduction(env) || existsSync(path) || isSetOrFile(setVariables(env), 'DATABASE_URL');
  return valid(
    readAccessFileAt(!namesOther && existsSync(sandboxAccessPath) ? sandboxAccessPath : path),
  );
}

export const now = (): Date => new Date();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const world = { now, newId: randomUUID, log };
