/** The operator's command line, put together: the same desk as in chat, without Slack and without a queue. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AdminExit, type OpenedDesk, runCommandLine } from './admin/command-line.ts';
import { createAdminDesk } from './admin/desk.ts';
import { operatorName, processTerminal } from './admin/process-terminal.ts';
import { readAdminSettings } from './config/admin-settings.ts';
import { readAccessFileAt } from './config/configuration.ts';
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
import type { AccessSettings } from './domain/access-settings.ts';
import { createGovernanceClient } from './governance/client.ts';
import { runAudit } from './ops/audit-command.ts';
import type { CommandExit, CommandIo, CommandRun } from './ops/command.ts';
import { runReport } from './ops/report-command.ts';
import { sandboxAccessPath } from './sandbox-app.ts';
import { StartRefused, startFailureWords } from './start-refused.ts';
import { openCommands } from './trail-keeping.ts';
import { headSigner } from './use-cases/audit-chain.ts';

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
  const now = () => new Date();
  const trail = await openCommands(settings.database, { sign: null, now, readSettings: readAccess });
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
    auditEntries: () => Promise.reject(new StartRefused('On the command line it is npm run audit -- --help.')),
    async audit(entry) {
      await trail.run(
        { command: 'append', words: [JSON.stringify(entry)], cwd: '' },
        onTerminal,
        new AbortController().signal,
      );
    },
    world: { now, newId: randomUUID, log: { warn: () => undefined } },
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

/** `npm run audit` and `npm run report`: they need the database and nothing of the service. Never throws what the operator could mend. */
export async function runKeptCommand(command: 'audit' | 'report', words: readonly string[]): Promise<CommandExit> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may have seen enough (`| head`).
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const read = readVariables({ ...databaseVariables(false), ...auditVariables }, processEnvironment());
  if (!read.ok) {
    await onTerminal.err(`${printMistakes(read.refusal)}\n`);
    return 2;
  }
  const { AUDIT_SIGNING_KEY: key } = read.value;
  const sign = key === undefined ? null : headSigner(key);
  let opened: Awaited<ReturnType<typeof openCommands>> | undefined;
  const settings = { sign, now: () => new Date(), readSettings: readAccess };
  // What is wrong with the flags is said before a database is opened.
  const run: CommandRun = async (...asked) => {
    opened ??= await openCommands(databaseSettings(read.value), settings);
    return opened.run(...asked);
  };
  const gone = new AbortController().signal;
  const request = { command, words: [...words], cwd: process.cwd() };
  try {
    if (command === 'audit') return await runAudit(request, onTerminal, run, gone);
    return await runReport(request, onTerminal, async (month) => {
      let figures = '';
      const keep = {
        ...onTerminal,
        out: async (text: string) => {
          figures += text;
        },
      };
      await run({ ...request, command: 'figures', words: [month] }, keep, gone);
      return figures;
    });
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    await onTerminal.err(`${sentence}\n`);
    return 1;
  } finally {
    await opened?.close();
  }
}
