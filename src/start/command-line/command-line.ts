/**
 * The operator's command line, put together, without Slack and without a queue. A tool gets its settings as arguments and never reads the environment itself. Long because
 * every command is put together here.
 */

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { readAdminSettings, readConfiguration } from '../../config/configuration.ts';
import { loadEnvironmentFile, processEnvironment, tenantNamed } from '../../config/environment.ts';
import { knownPeople } from '../../domain/people/known-person.ts';
import type { CommandDeps } from '../../extra.ts';
import { mountedExtras } from '../../extras/mounted.ts';
import { type ForgetDeps, forgetCommand } from '../../operator/admin/forget-command.ts';
import { type RestoredDeps, restoredCommand } from '../../operator/admin/restored-command.ts';
import { type AdminCommandDeps, adminCommand } from '../../operator/admin/table/admin-command.ts';
import { auditCommand } from '../../operator/audit/audit-command.ts';
import {
  type Command,
  type CommandExit,
  type CommandRun,
  joinCommands,
  type Out,
  operatorName,
  readAll,
  runTyped,
} from '../../operator/command.ts';
import { type Check, judge, type Tell } from '../../operator/doctor/check.ts';
import {
  configurationChecks,
  offlineChecks,
} from '../../operator/doctor/checks/configuration-checks.ts';
import { databaseChecks } from '../../operator/doctor/checks/database-checks.ts';
import { diagnose } from '../../operator/doctor/diagnose.ts';
import { checkLines, doctorCommand } from '../../operator/doctor/doctor-command.ts';
import { runningBotChecks } from '../../operator/doctor/running-bot.ts';
import { type SetupDeps, setupCommand } from '../../operator/setup/setup-command.ts';
import { startFailureWords } from '../../operator/start-refused.ts';
import { tenantOf } from '../../service/capabilities.ts';
import { createGovernanceClient } from '../../service/client/client.ts';
import { appendForgotten, readForgotten } from '../../store/people/forgotten-file.ts';
import type { Database } from '../../store/platform/database.ts';
import { type CommandDatabase, migrateCommand, openCommands } from './database-commands.ts';
import {
  askWorkspace,
  Misconfigured,
  now,
  readAccessSettings,
  readStorage,
  sandboxAccessPath,
  valid,
  world,
} from './surroundings.ts';

/** The `npm run` commands. */
function commandsOn(database: CommandDeps['database']): readonly Command[] {
  const deps = commandDeps(database);
  const ofExtras = mountedExtras.flatMap((one) => one.commands?.(deps) ?? []);
  const admin = adminCommand({
    about: adminAbout,
    open: openCommandLine,
    err: toError,
    ask: askHere,
  });
  const doctor = doctorCommand(lookAtAll);
  return [admin, auditCommand(now), doctor, setupCommand(setupDeps()), migrateCommand]
    .map((command) =>
      joinCommands([command, ...ofExtras.filter(({ name }) => name === command.name)]),
    )
    .concat(ofExtras.filter(({ flags }) => flags === undefined));
}

function commandDeps(database: CommandDeps['database']): CommandDeps {
  return {
    storage: readStorage,
    readSettings: readAccessSettings,
    database,
    tenant: () => tenantNamed(processEnvironment()),
    askWorkspace,
    world,
  };
}

function setupDeps(): SetupDeps {
  return {
    env: processEnvironment(),
    folder: process.cwd(),
    async openPrompts() {
      if (!process.stdin.isTTY) return null;
      const { clackPrompts } = await import('../../operator/setup/clack-prompts.ts');
      return clackPrompts({ input: process.stdin, output: process.stdout });
    },
    doctor(envFile, ...words) {
      loadEnvironmentFile(envFile);
      return doctorCommand(lookAtAll).run([], ...words);
    },
    now,
  };
}

/** Asks beside the output; null where nobody can answer. */
const askHere =
  process.stdin.isTTY && process.stderr.isTTY
    ? async (question: string): Promise<string> => {
        const lines = createInterface({ input: process.stdin, output: process.stderr });
        try {
          return await lines.question(question);
        } finally {
          lines.close();
        }
      }
    : null;

function forgetDeps(database: CommandDeps['database']): ForgetDeps {
  return {
    database,
    sign: () => readStorage().sign,
    now,
    operator: operatorName(),
    ask: askHere,
    keep: (people) => appendForgotten(readStorage().headFolder, people),
  };
}

function restoredDeps(database: CommandDeps['database']): RestoredDeps {
  return {
    database,
    sign: () => readStorage().sign,
    now,
    operator: operatorName(),
    forgotten: () => readForgotten(readStorage().headFolder),
  };
}

/** What `npm run admin` does in the database alone. */
function adminOfDatabase(database: CommandDeps['database']): readonly Command[] {
  return [forgetCommand(forgetDeps(database)), restoredCommand(restoredDeps(database))];
}

/** The names of all commands, as the help lists them. */
export function commandNames(): readonly string[] {
  return commandsOn(openWhenNeeded().database).map(({ name }) => name);
}

/** Runs a command; null for an unknown name. Never throws an error that the operator can fix. */
export async function runCommand(
  name: string,
  words: readonly string[],
): Promise<CommandExit | null> {
  const here = openWhenNeeded();
  const [word = '', ...others] = words;
  const ofDatabase = adminOfDatabase(here.database).find(
    (one) => one.name === `${name} -- ${word}`,
  );
  const command = ofDatabase ?? commandsOn(here.database).find((one) => one.name === name);
  if (command === undefined) return null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of our output may have seen enough (`| head`).
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    return await runKept(command, ofDatabase === undefined ? words : others, here);
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    await toError(`${sentence}\n`);
    return error instanceof Misconfigured ? 2 : 1;
  }
}

async function runKept(
  command: Command,
  words: readonly string[],
  { run: ask, close }: CommandDatabase,
): Promise<CommandExit> {
  try {
    return await runTyped(command, words, { out: onTerminal, err: toError, ask });
  } finally {
    await close();
  }
}

/** Mistakes in the flags are reported before the settings of a database are read. */
function openWhenNeeded(): CommandDatabase {
  let opened: CommandDatabase | undefined;
  const here = () => {
    opened ??= openHere();
    return opened;
  };
  return {
    database: async () => here().database(),
    run: async (...words) => here().run(...words),
    close: async () => opened?.close(),
  };
}

function openHere(): CommandDatabase {
  const { settings, headFolder: _, ...opening } = readStorage();
  return openCommands(settings, {
    ...opening,
    world,
    readSettings: readAccessSettings,
    checks: checksHere,
  });
}

const onTerminal: Out = async (text) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

const toError: Out = async (text) => void process.stderr.write(text);

const adminAbout = `Which service: the tenant that GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET name, with access.yaml
(ACCESS_CONFIG) where there is one. Without them, the sandbox that runs in DATA_DIR (.data): start it with npm start; it leaves
its address there in sandbox.json, which only its user may read.
“forget <person>” erases what the bot keeps of somebody (npm run admin -- forget --help); “restored” says that the database was put back
from a copy (npm run admin -- restored --help).
Every command is kept in the audit trail: in the database of DATABASE_URL, else of DATA_DIR, whether the bot
runs or not.

Ends with 0 when it is done, 1 when the service refused, did not answer or gave a list in part, 2 when the command or the settings are wrong.`;

async function openCommandLine(): ReturnType<AdminCommandDeps['open']> {
  const { governance, access } = valid(readAdminSettings(processEnvironment(), sandboxAccessPath));
  const trail = openHere();
  // Nothing is done that could not be kept.
  await trail.run(['ready'], onTerminal);
  const client = createGovernanceClient({
    ...governance,
    queryCase: access?.governance.queryCase ?? 'both',
    now,
  });
  return {
    operator: operatorName(),
    deps: {
      client,
      capabilities: tenantOf(access?.governance ?? { operations: [] }),
      apps: access?.apps ?? [],
      entitlements: () => [],
      async tookAway({ by: _nobodyInSlack, ...of }, { taskView, expanded }) {
        const message = JSON.stringify({ of, answer: { taskView, expanded } });
        await trail.run(['taken-away', message], onTerminal).catch(async (error: unknown) => {
          const sentence = startFailureWords(error);
          if (sentence === null) throw error;
          // The service has accepted the order already, so reporting a refusal would be untrue.
          await toError(`The holder was not told: ${sentence}\n`);
        });
      },
      knownPeople: async (typed) => knownPeople.parse(await readAll(trail.run, ['people', typed])),
      async audit(entry) {
        await trail.run(['append', JSON.stringify(entry)], onTerminal);
      },
      world,
    },
    async close() {
      await client.close();
      await trail.close();
    },
  };
}

/** Checks everything with this process's settings; offline only these settings. */
async function lookAtAll(ask: CommandRun, isOffline: boolean, tell: Tell): Promise<void> {
  const env = processEnvironment();
  const tellEach = async (checks: readonly Check[]) => {
    for (const one of checks) await tell(one);
  };
  if (isOffline) return tellEach(offlineChecks(env, now()));
  const configuration = readConfiguration(env);
  await tellEach(configurationChecks(configuration, env));
  if (!configuration.ok || configuration.value.mode === 'sandbox')
    return tellEach(await askKept(ask));
  const { environment, access: settings } = configuration.value;
  await Promise.all([
    diagnose({ environment, settings, world, extras: mountedExtras }, tell),
    runningBotChecks(environment.ops).then(tellEach),
    askKept(ask).then(tellEach),
  ]);
}

/** The checks of the database. */
async function askKept(ask: CommandRun): Promise<readonly Check[]> {
  try {
    return checkLines.parse(await readAll(ask, ['checks']));
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    return [{ what: 'database', state: 'error', says: sentence }];
  }
}

async function checksHere(database: Database): Promise<readonly Check[]> {
  const configuration = readConfiguration(processEnvironment());
  // Where the settings are wrong, that has a line of its own.
  const isRight = configuration.ok && configuration.value.mode !== 'sandbox';
  const environment = isRight ? configuration.value.environment : null;
  const deps = { ...commandDeps(async () => database), environment };
  const ofExtras = mountedExtras.map(async ({ checkRows }) =>
    checkRows === undefined ? [] : judge(await checkRows(database, deps)),
  );
  return [...(await databaseChecks(database, now)), ...(await Promise.all(ofExtras)).flat()];
}
