/** The operator's command line, put together: the same desk as in chat, without Slack and without a queue. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AuditRecord } from './admin/command.ts';
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
import type { CommandExit } from './ops/command.ts';
import { entryLine } from './ops/questions.ts';
import { runReport } from './ops/report-command.ts';
import { sandboxAccessPath } from './sandbox-app.ts';
import { StartRefused, startFailureWords } from './start-refused.ts';
import { type AskedDatabase, openQuestions } from './trail-keeping.ts';

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
  const trail = await openQuestions(settings.database, readAccess);
  const now = () => new Date();
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
    async auditEntries(filter, page) {
      const entries: AuditRecord[] = [];
      for await (const line of trail.ask({ kind: 'newest', filter, ...page })) entries.push(entryLine.parse(line));
      return entries;
    },
    async audit(entry) {
      for await (const _ of trail.ask({ kind: 'append', entry: { ...entry, at: entry.at.toISOString() } }));
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

/** Commands about what the bot keeps: they need the database and nothing of the service. */
export const keptCommands = { audit: runAudit, report: runReport } as const;

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

/** One of `keptCommands`. Never throws what the operator could mend. */
export async function runKeptCommand(name: keyof typeof keptCommands, words: readonly string[]): Promise<CommandExit> {
  let opened: AskedDatabase | undefined;
  const err = (text: string) => void process.stderr.write(text);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may have seen enough (`| head`).
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const read = readVariables({ ...databaseVariables(false), ...auditVariables }, processEnvironment());
  if (!read.ok) {
    err(`${printMistakes(read.refusal)}\n`);
    return 2;
  }
  try {
    return await keptCommands[name](words, {
      signingKey: read.value.AUDIT_SIGNING_KEY ?? null,
      async out(text) {
        if (!process.stdout.write(text)) await once(process.stdout, 'drain');
      },
      err,
      async *ask(question) {
        opened ??= await openQuestions(databaseSettings(read.value), readAccess);
        yield* opened.ask(question);
      },
    });
  } catch (error) {
    const sentence = startFailureWords(error);
    if (sentence === null) throw error;
    err(`${sentence}\n`);
    return 1;
  } finally {
    await opened?.close();
  }
}
