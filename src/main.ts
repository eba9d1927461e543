/** Starts and stops the process, nothing else. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningApp, sandboxAccessPath, startApp, startFailureWords, startSandboxApp } from './app.ts';
import { readAccessFile } from './config/access-file.ts';
import { accessConfigPath, type Environment, processEnvironment, readEnvironment } from './config/environment.ts';
import { type ConfigMistake, printMistakes } from './config/mistakes.ts';
import type { AccessSettings } from './domain/access-settings.ts';

const usage = `Usage: npm start

Without a Slack token in the environment (and NODE_ENV not "production") this starts the sandbox: a Slack workspace and an
access-governance service on this machine, to click in. With tokens it runs against Slack and your tenant.

Slack        SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET; or SLACK_APP_TOKEN for Socket Mode; SLACK_API_URL
Governance   GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID, GOVERNANCE_CLIENT_SECRET, GOVERNANCE_TOKEN_URL
Process      PORT (3000), HOST, DATABASE_URL or DATA_DIR (.data), ACCESS_CONFIG (access.yaml), LOG_LEVEL (info)

Ends with 0 after SIGTERM or SIGINT, 1 when it cannot start, 2 when the settings are wrong.`;

const exit = { failed: 1, misconfigured: 2 } as const;

function fail(code: number, words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(code);
}

function settingsOrExit(): { environment: Environment; settings: AccessSettings } {
  const environment = readEnvironment(processEnvironment());
  const mistakes: ConfigMistake[] = environment.ok ? [] : [...environment.refusal];
  const path = environment.ok
    ? (environment.value.accessConfigPath ?? sandboxAccessPath)
    : accessConfigPath(processEnvironment());
  const settings = readSettings(path, mistakes);
  if (environment.ok && settings !== null && mistakes.length === 0) return { environment: environment.value, settings };
  return fail(exit.misconfigured, `The bot cannot start with these settings:\n${printMistakes(mistakes)}`);
}

function readSettings(path: string, mistakes: ConfigMistake[]): AccessSettings | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    mistakes.push({
      place: path,
      message: 'This file cannot be read. Create it (the README shows one), or set ACCESS_CONFIG to where it is.',
    });
    return null;
  }
  const read = readAccessFile(text, path, (relative) => readFileSync(resolve(dirname(path), relative), 'utf8'));
  if (read.ok) return read.value;
  mistakes.push(...read.refusal);
  return null;
}

async function start(): Promise<RunningApp> {
  const { environment, settings } = settingsOrExit();
  try {
    if (environment.mode === 'slack') return await startApp({ environment, settings });
    const manifestPath = fileURLToPath(new URL('../app-manifest.yml', import.meta.url));
    const sandbox = await startSandboxApp({ environment, settings, manifestPath });
    process.stdout.write(`${sandboxWords(sandbox, environment.dataDir)}\n`);
    return sandbox;
  } catch (error) {
    const words = startFailureWords(error);
    if (words === null) throw error;
    return fail(exit.failed, words);
  }
}

function sandboxWords(sandbox: { pageUrl: string; logFile: string }, dataDir: string): string {
  return `
  ${sandbox.pageUrl}

  This is the sandbox: a Slack workspace to click in, with the bot and an access-governance service behind it.
  Try: type /request-access as Ben, fill in the form, then switch to Ana in #access-reviews and approve.
  Data: ${dataDir} (delete it to begin anew)   Log: ${sandbox.logFile}   Stop: Ctrl+C
`;
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(`${usage}\n`);
} else {
  const running = await start();
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal means that somebody does not want to wait.
      if (stopping) process.exit(exit.failed);
      stopping = true;
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(exit.failed, `The bot did not stop cleanly: ${String(error)}`),
      );
    });
  }
}
