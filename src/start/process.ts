/** Starts and stops the process, nothing else. */
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startApp } from '../app.ts';
import {
  processEnvironment,
  proxySettings,
  readVariables,
  type SandboxEnvironment,
  type Variables,
} from '../config/environment.ts';
import { mountedExtras } from '../extras/mounted.ts';
import { takeForUse } from '../operator/data-use.ts';
import { buildInfo } from '../operator/health/build-info.ts';
import { fail, StartRefused, settingsOrEnd, startFailureWords } from '../operator/start-refused.ts';
import { goThrough } from '../service/client/http/way-out.ts';
import { lockFolder } from '../store/platform/data-folder.ts';
import { readSandboxFlags, type SandboxFlags } from './sandbox-flags.ts';
import { stopSignals } from './stopping.ts';

const usage = (
  commandNames: readonly string[],
): string => `Usage: npm start [-- --dialect interface|deployed] [--seed FILE]

Without a Slack token in the environment (and NODE_ENV not "production") this starts the sandbox: a Slack workspace and an
access-governance service on this machine, to click in. With tokens it runs against Slack and your tenant.

--dialect    how the sandbox's governance service spells names and values: as its interface page does, or as deployments do
--seed       a company file: your own people, channels, apps, entitlements and policies in the sandbox (sandbox/README.md)

Slack        SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET; or SLACK_APP_TOKEN for Socket Mode; SLACK_API_URL
Governance   GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID, GOVERNANCE_CLIENT_SECRET, GOVERNANCE_TOKEN_URL
Network      HTTPS_PROXY, NO_PROXY
Process      PORT (3000), HOST, OPS_PORT (9464), OPS_HOST, DATABASE_URL or DATA_DIR (.data), ACCESS_CONFIG (access.yaml), LOG_LEVEL (info),
             STOP_SECONDS (20), AUDIT_SIGNING_KEY; PUBLIC_URL, WEBHOOK_KEY for webhooks; POSTGRES_BIN, POSTGRES_UID for the bot's own database
Secrets      each can come from a file instead: SLACK_BOT_TOKEN_FILE, GOVERNANCE_CLIENT_SECRET_FILE, DATABASE_URL_FILE, ...

--version    the version, and the commit that the image was built from

Also: npm run ${new Intl.ListFormat('en-GB').format(commandNames)}, each with -- --help.

Ends with 0 after SIGTERM or SIGINT, 1 when it cannot start, 2 when the settings are wrong.`;

const exit = { failed: 1, misconfigured: 2 } as const;

async function start(flags: SandboxFlags, signal: AbortSignal): Promise<{ stop(): Promise<void> }> {
  const variables = processEnvironment();
  const settings = settingsOrEnd(variables);
  try {
    const noteUse = takeForUse(settings.environment.database, settings.mode);
    const running =
      settings.mode === 'slack'
        ? await startApp({ ...settings, settings: settings.access, extras: mountedExtras, signal })
        : await startSandbox(settings.environment, variables, { flags, signal });
    noteUse();
    return running;
  } catch (error) {
    // Everything that was open is closed.
    if (signal.aborted) return { stop: async () => undefined };
    const words = startFailureWords(error);
    if (words === null) throw error;
    return fail(exit.failed, words);
  }
}

async function startSandbox(
  { http, dataDir }: SandboxEnvironment,
  variables: Variables,
  { flags, signal }: { readonly flags: SandboxFlags; readonly signal: AbortSignal },
) {
  const { startWithBot, sandboxFailure } = await sandboxModule();
  try {
    const sandbox = await startWithBot({
      ...http,
      ...flags,
      dataDir,
      variables,
      manifestPath: fileURLToPath(new URL('../../app-manifest.yml', import.meta.url)),
      lock: lockFolder,
      onBotEnded: (words) => fail(exit.failed, words),
    });
    process.stdout.write(`${sandboxWords({ ...sandbox, dataDir }, flags)}\n`);
    return sandbox;
  } catch (error) {
    // What ends the start may have reached the bot as well.
    const failure = signal.aborted ? null : sandboxFailure(error);
    if (failure === null) throw error;
    return fail(failure.exitCode, failure.words);
  }
}

/**
 * The stand-ins. Throws `StartRefused` if they or their dependencies are not installed, as in the
 * image or after `npm ci --omit=dev`.
 */
async function sandboxModule() {
  try {
    return await import('../../sandbox/sandbox.ts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'))
      throw error;
    throw new StartRefused(
      'The sandbox is not part of this installation: set SLACK_BOT_TOKEN and the other variables that npm start -- --help names, or install with npm ci to get it.',
      { cause: error },
    );
  }
}

type Started = Readonly<Record<'pageUrl' | 'logFile' | 'dataDir', string>>;

function sandboxWords({ pageUrl, logFile, dataDir }: Started, { seedFile }: SandboxFlags): string {
  const [asker, reviewer] =
    seedFile === undefined ? ['Ben', 'Ana in #access-reviews'] : ['somebody', 'a reviewer'];
  return `
  ${pageUrl}

  This is the sandbox: a Slack workspace to click in, with the bot and an access-governance service behind it.
  Try: type /request-access as ${asker}, fill in the form, then switch to ${reviewer} and approve.
  Data: ${dataDir} (delete it to begin anew)   Log: ${logFile}   Stop: Ctrl+C
`;
}

/** Loaded for a command alone: the bot needs nothing of it. */
const commandLine = () => import('./command-line/command-line.ts');

// Only this user can read what the process writes, including the log and the sandbox's state.
process.umask(0o077);
// A mistake in it is told with all others.
const outward = readVariables(proxySettings, processEnvironment());
if (outward.ok && outward.value.proxy !== undefined) goThrough(outward.value.proxy);
const [, , command = '', ...words] = process.argv;
const isFlag = command === '' || command.startsWith('-');
const exitCode = isFlag ? null : await (await commandLine()).runCommand(command, words);
if (exitCode !== null) {
  process.exitCode = exitCode;
} else if (process.argv.includes('--help') || process.argv.includes('-h')) {
  process.stdout.write(`${usage((await commandLine()).commandNames())}\n`);
} else if (process.argv.includes('--version')) {
  const { version, revision } = buildInfo();
  process.stdout.write(`${version} (${revision})\n`);
} else {
  // Before the start, which takes a moment: a signal then ends what was just started.
  const flags = readSandboxFlags(process.argv.slice(2));
  if (!flags.ok) fail(exit.misconfigured, flags.refusal);
  const starting = new AbortController();
  const running = start(flags.value, starting.signal);
  const stop = async () => {
    starting.abort();
    await (await running)
      .stop()
      .catch((error: unknown) =>
        fail(exit.failed, `The bot did not stop cleanly: ${String(error)}`),
      );
    process.exit(0);
  };
  const onSignal = stopSignals({
    nowMs: () => performance.now(),
    endAtOnce: () => process.exit(exit.failed),
    stop: () => void stop(),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  await running;
  // For the next start, and now: a process that is killed keeps nothing.
  flushCompileCache();
}
