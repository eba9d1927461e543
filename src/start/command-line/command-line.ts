/**
 * The operator's command line, put together, without Slack and without running jobs. A tool gets its
 * settings as arguments and never reads the environment itself.
 */

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { readAdminSettings, readConfiguration } from '../../config/configuration.ts';
import {
  loadEnvironmentFile,
  processEnvironment,
  type SlackEnvironment,
  tenantNamed,
} from '../../config/environment.ts';
import type { CommandDeps } from '../../extra.ts';
import { mountedExtras } from '../../extras/mounted.ts';
import { type ForgetDeps, forgetCommand } from '../../operator/admin/forget-command.ts';
import { type RestoredDeps, restoredCommand } from '../../operator/admin/restored-command.ts';
import { type AdminCommandDeps, adminCommand } from '../../operator/admin/table/admin-command.ts';
import { auditCommand } from '../../operator/audit/audit-command.ts';
import {
  type Command,
  type CommandExit,
  joinCommands,
  type Out,
  operatorName,
  runTyped,
} from '../../operator/command.ts';
import { type Check, judge, type Tell } from '../../operator/doctor/check.ts';
import {
  configurationChecks,
  offlineChecks,
} from '../../operator/doctor/checks/configuration-checks.ts';
import { databaseChecks } from '../../operator/doctor/checks/database-checks.ts';
import { diagnose } from '../../operator/doctor/diagnose.ts';
import { doctorCommand } from '../../operator/doctor/doctor-command.ts';
import { runningBotChecks } from '../../operator/doctor/running-bot.ts';
import { type SetupDeps, setupCommand } from '../../operator/setup/setup-command.ts';
import { startFailureWords } from '../../operator/start-refused.ts';
import { tenantOf } from '../../service/capabilities.ts';
import { createGovernanceClient } from '../../service/client/client.ts';
import { taskSnapshot } from '../../service/read/task/read-task-snapshot.ts';
import { appendForgotten, readForgotten } from '../../store/people/forgotten-file.ts';
import type { Database } from '../../store/platform/database.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { followTakenAway } from '../../use-cases/access/end-grants.ts';
import { record } from '../../use-cases/record/record.ts';
import {
  askWorkspace,
  type CommandDatabase,
  commandDatabase,
  Misconfigured,
  migrateCommand,
  now,
  readAccessSettings,
  readStorage,
  sandboxAccessPath,
  valid,
  world,
} from './surroundings.ts';

/** The `npm run` commands. */
function commandsOn(opener: CommandDatabase): readonly Command[] {
  const deps = commandDeps(opener);
  const ofExtras = mountedExtras.flatMap((one) => one.commands?.(deps) ?? []);
  const admin = adminCommand({
    about: adminAbout,
    open: () => openCommandLine(opener),
    err: toError,
    ask: askHere,
  });
  const audit = auditCommand({ trail: async () => trailOf(await opener.open()), now });
  return [admin, audit, doctorOn(opener), setupCommand(setupDeps(opener)), migrateCommand(opener)]
    .map((command) =>
      joinCommands([command, ...ofExtras.filter(({ name }) => name === command.name)]),
    )
    .concat(ofExtras.filter(({ flags }) => flags === undefined));
}

const trailOf = ({ database }: { readonly database: Database }) =>
  createAuditTrail(database.background);

const doctorOn = (opener: CommandDatabase) =>
  doctorCommand((isOffline, tell) => lookAtAll(opener, isOffline, tell));

function commandDeps({ open }: Pick<CommandDatabase, 'open'>): CommandDeps {
  return {
    storage: readStorage,
    readSettings: readAccessSettings,
    database: async () => (await open()).database,
    tenant: () => tenantNamed(processEnvironment()),
    askWorkspace,
    world,
  };
}

function setupDeps(opener: CommandDatabase): SetupDeps {
  return {
    env: processEnvironment(),
    folder: process.cwd(),
    async openPrompts() {
      if (!process.stdin.isTTY) return null;
      const { clackPrompts } = await import('../../operator/setup/clack-prompts.ts');
      return clackPrompts({ input: process.stdin, output: process.stdout });
    },
    doctor(envFile, out) {
      loadEnvironmentFile(envFile);
      return doctorOn(opener).run([], out);
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
function adminOfDatabase(opener: CommandDatabase): readonly Command[] {
  const { database } = commandDeps(opener);
  return [forgetCommand(forgetDeps(database)), restoredCommand(restoredDeps(database))];
}

/** The names of all commands, as the help lists them. */
export function commandNames(): readonly string[] {
  return commandsOn(commandDatabase(readStorage, world)).map(({ name }) => name);
}

/** Runs a command; null for an unknown name. Never throws an error that the operator can fix. */
export async function runCommand(
  name: string,
  words: readonly string[],
): Promise<CommandExit | null> {
  const opener = commandDatabase(readStorage, world);
  const [word = '', ...others] = words;
  const ofDatabase = adminOfDatabase(opener).find((one) => one.name === `${name} -- ${word}`);
  const command = ofDatabase ?? commandsOn(opener).find((one) => one.name === name);
  if (command === undefined) return null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of our output may have seen enough (`| head`).
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const outs = { out: onTerminal, err: toError };
  try {
    return await runTyped(command, ofDatabase === undefined ? words : others, outs);
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    await toError(`${sentence}\n`);
    return error instanceof Misconfigured ? 2 : 1;
  } finally {
    await opener.close();
  }
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

async function openCommandLine(opener: CommandDatabase): ReturnType<AdminCommandDeps['open']> {
  const { governance, access } = valid(readAdminSettings(processEnvironment(), sandboxAccessPath));
  // Nothing is done that could not be kept.
  const { database, store, queue } = await opener.open();
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
      async tookAway(of, answer) {
        try {
          const settings = readAccessSettings();
          await queue.startAdding();
          const task = taskSnapshot(answer.taskView, answer.expanded);
          await followTakenAway({ store, settings, world }, of, task);
        } catch (error) {
          const sentence = startFailureWords(error);
          if (sentence === null) throw error;
          // The service has accepted the order already, so reporting a refusal would be untrue.
          await toError(`The holder was not told: ${sentence}\n`);
        }
      },
      knownPeople: (typed) => trailOf({ database }).people(typed),
      async audit(command) {
        await store.transaction((tx) => record(tx, { kind: 'admin-command', ...command }));
      },
      world,
    },
    close: () => client.close(),
  };
}

/** Checks everything with this process's settings; offline only these settings. */
async function lookAtAll(opener: CommandDatabase, isOffline: boolean, tell: Tell): Promise<void> {
  const env = processEnvironment();
  const tellEach = async (checks: readonly Check[]) => {
    for (const one of checks) await tell(one);
  };
  if (isOffline) return tellEach(offlineChecks(env, now()));
  const configuration = readConfiguration(env);
  await tellEach(configurationChecks(configuration, env));
  // Where the settings are wrong, that has a line of its own.
  if (!configuration.ok || configuration.value.mode === 'sandbox')
    return tellEach(await rowChecks(opener, null));
  const { environment, access: settings } = configuration.value;
  await Promise.all([
    diagnose({ environment, settings, world, extras: mountedExtras }, tell),
    runningBotChecks(environment.ops).then(tellEach),
    rowChecks(opener, environment).then(tellEach),
  ]);
}

/** The checks of the database. */
async function rowChecks(
  opener: CommandDatabase,
  environment: SlackEnvironment | null,
): Promise<readonly Check[]> {
  try {
    const { database } = await opener.open();
    const deps = { ...commandDeps(opener), environment };
    const ofExtras = mountedExtras.map(async ({ checkRows }) =>
      checkRows === undefined ? [] : judge(await checkRows(database, deps)),
    );
    return [...(await databaseChecks(database, now)), ...(await Promise.all(ofExtras)).flat()];
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    return [{ what: 'database', state: 'error', says: sentence }];
  }
}
