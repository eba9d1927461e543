/** The operator's command line, put together: the same desk as in chat, without Slack and without a queue. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AdminExit, type OpenedDesk, runCommandLine } from './admin/command-line.ts';
import { createAdminDesk } from './admin/desk.ts';
import { operatorName, processTerminal } from './admin/process-terminal.ts';
import { readAdminSettings } from './config/admin-settings.ts';
import { readAccessFileAt, readConfiguration } from './config/configuration.ts';
import { databaseSettings, databaseVariables } from './config/database-settings.ts';
import {
  accessConfigPath,
  auditVariables,
  isProduction,
  processEnvironment,
  readVariables,
  setVariables,
} from './config/environment.ts';
import { printMistakes } from './config/mistakes.ts';
import { askReached, diagnose } from './doctor.ts';
import type { AccessSettings } from './domain/access-settings.ts';
import type { Check } from './domain/check.ts';
import { createGovernanceClient } from './governance/client.ts';
import { runAudit } from './ops/audit-command.ts';
import type { CommandExit, CommandIo, CommandRun } from './ops/command.ts';
import { checkLines, runDoctor } from './ops/doctor-command.ts';
import { runReport } from './ops/report-command.ts';
import { sandboxAccessPath } from './sandbox-app.ts';
import { StartRefused, startFailureWords } from './start-refused.ts';
import type { Database } from './store/database.ts';
import { databaseChecks } from './store/database-checks.ts';
import { openCommands } from './trail-keeping.ts';
import { headSigner } from './use-cases/audit-chain.ts';
import type { Store } from './use-cases/store-ports.ts';

const adminAbout = `Which service: the tenant that GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET name, with access.yaml
(ACCESS_CONFIG) where there is one. Without them, the sandbox that runs in DATA_DIR (.data): start it with npm start; it leaves
its address there in sandbox.json, which only its user may read.
Every command is kept in the audit trail: in the database of DATABASE_URL, else in DATA_DIR, by the bot that
runs there.

Ends with 0 when it is done, 1 when the service refused or did not answer, 2 when the command or the settings are wrong.`;

/** The operator's command line: \`words\` are what follows \`admin\`. Never throws what the operator could mend. */
export async function runAdmin(words: readonly string[]): Promise<AdminExit> {
  const terminal = processTerminal();
  try {
    return await runCommandLine(words, terminal, { about: adminAbout, open: openCommandLine });
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    terminal.err(`${sentence}\n`);
    return 1;
  }
}

async function openCommandLine(): Promise<OpenedDesk> {
  const read = readAdminSettings(processEnvironment());
  if (!read.ok) return { ok: false, words: printMistakes(read.refusal) };
  const settings = read.value;
  const sandboxAccess = settings.isSandbox ? readAccessFileAt(sandboxAccessPath) : null;
  const access = sandboxAccess?.ok ? sandboxAccess.value : settings.access;
  const trail = await openCommands(settings.database, {
    sign: null,
    now,
    readSettings: readAccess,
    checks: checksWithoutBot,
  });
  const client = createGovernanceClient({
    ...settings.governance,
    queryCase: access?.governance.queryCase ?? 'both',
    now,
  });
  const administer = createAdminDesk({
    client,
    admins: [],
    apps: access?.apps ?? [],
    entitlementName: () => null,
    checks: () => Promise.reject(new StartRefused('On the command line it is npm run doctor.')),
    entitlementId: (_appId, typed) => typed,
    operations: new Set(access?.governance.operations ?? []),
    tookAway: async () => undefined,
    owns: async () => false,
    auditEntries: () => Promise.reject(new StartRefused('On the command line it is npm run audit -- --help.')),
    async audit(entry) {
      await trail.run({ command: 'append', words: [JSON.stringify(entry)], cwd: '' }, onTerminal, never);
    },
    world: { now, newId: randomUUID, log: silent },
  });
  return {
    ok: true,
    administer,
    caller: { via: 'command line', name: operatorName() },
    async close() {
      await client.close();
      await trail.close();
    },
  };
}

/** `access.yaml`, or the sandbox's where the environment names no other. */
function readAccess(): AccessSettings {
  const env = processEnvironment();
  const path = accessConfigPath(env);
  const namesOther = isProduction(env) || existsSync(path) || 'DATABASE_URL' in setVariables(env);
  const isSandboxs = !namesOther && existsSync(sandboxAccessPath);
  const read = readAccessFileAt(isSandboxs ? sandboxAccessPath : path);
  if (!read.ok) throw new StartRefused(printMistakes(read.refusal));
  return read.value;
}

const onTerminal: CommandIo = {
  async out(text) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  err: async (text) => void process.stderr.write(text),
};

/** What `npm run` knows beside `admin`. */
export const keptCommands = ['audit', 'report', 'doctor'] as const;

/** Commands about what the bot keeps and depends on. Never throws what the operator could mend. */
export async function runKeptCommand(
  command: (typeof keptCommands)[number],
  words: readonly string[],
): Promise<CommandExit> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may have seen enough (`| head`).
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  let opened: Awaited<ReturnType<typeof openCommands>> | undefined;
  // What is wrong with the flags is said before a database is opened.
  const run: CommandRun = async (...asked) => {
    opened ??= await openHere();
    return opened.run(...asked);
  };
  const request = { command, words: [...words], cwd: process.cwd() };
  try {
    if (command === 'audit') return await runAudit(request, onTerminal, run, never);
    if (command === 'doctor') return await runDoctor(words, onTerminal, () => lookAtAll(run));
    return await runReport(request, onTerminal, (month) => written(run, 'figures', month));
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    await onTerminal.err(`${sentence}\n`);
    return error instanceof Misconfigured ? 2 : 1;
  } finally {
    await opened?.close();
  }
}

/** Nobody but the process's end stops it. */
const never = new AbortController().signal;

/** The environment, or access.yaml, is wrong. */
class Misconfigured extends StartRefused {}

function openHere() {
  const read = readVariables({ ...databaseVariables(false), ...auditVariables }, processEnvironment());
  if (!read.ok) throw new Misconfigured(printMistakes(read.refusal));
  const { AUDIT_SIGNING_KEY: key } = read.value;
  const sign = key === undefined ? null : headSigner(key);
  return openCommands(databaseSettings(read.value), { sign, now, readSettings: readAccess, checks: checksWithoutBot });
}

async function written(run: CommandRun, command: string, ...words: string[]): Promise<string> {
  let text = '';
  const keep = {
    ...onTerminal,
    out: async (more: string) => {
      text += more;
    },
  };
  await run({ command, words, cwd: '' }, keep, never);
  return text;
}

async function lookAtAll(run: CommandRun): Promise<readonly Check[]> {
  const configuration = readConfiguration(processEnvironment());
  const config = configurationChecks(configuration);
  try {
    return [...config, ...checkLines.parse(JSON.parse(await written(run, 'checks')))];
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    return [...config, { what: 'database', state: 'error', says: sentence }];
  }
}

function configurationChecks(read: ReturnType<typeof readConfiguration>): readonly Check[] {
  if (!read.ok) return read.refusal.map(({ place, message }) => ({ what: place, state: 'error', says: message }));
  const isSandbox = read.value.mode === 'sandbox';
  const says = isSandbox
    ? 'names no Slack token: npm start starts the sandbox'
    : `is right, and so is access.yaml with ${read.value.access.apps.length} apps`;
  return [{ what: 'environment', state: 'ok', says }];
}

/** What this process can look at by itself; without the right settings the database alone. */
async function checksWithoutBot(database: Database, store: Store): Promise<readonly Check[]> {
  const read = readConfiguration(processEnvironment());
  if (!read.ok || read.value.mode === 'sandbox') return databaseChecks(database, now);
  const { environment, access: settings } = read.value;
  const world = { now, newId: randomUUID, log: silent };
  return diagnose({ environment, settings, database, store, world, reached: await askReached(environment.ops) });
}

const now = () => new Date();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
