/** The operator's command line, put together: the same desk as in chat, without Slack and without a queue. */
import { randomUUID } from 'node:crypto';
import { type AdminExit, type OpenedDesk, runCommandLine } from './admin/command-line.ts';
import { createAdminDesk } from './admin/desk.ts';
import { operatorName, processTerminal } from './admin/process-terminal.ts';
import { readAdminSettings } from './config/admin-settings.ts';
import { readAccessFileAt } from './config/configuration.ts';
import { processEnvironment, type SlackEnvironment } from './config/environment.ts';
import { printMistakes } from './config/mistakes.ts';
import { createGovernanceClient } from './governance/client.ts';
import { sandboxAccessPath } from './sandbox-app.ts';
import { startFailureWords } from './start-refused.ts';
import { auditInbox } from './store/audit-inbox.ts';
import { openDatabase } from './store/database.ts';
import { createStore } from './store/store.ts';
import type { AuditEntry } from './use-cases/store-ports.ts';

const adminAbout = `Which service: the tenant that GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET name, with access.yaml
(ACCESS_CONFIG) where there is one. Without them, the sandbox that runs in DATA_DIR (.data): start it with npm start; it leaves
its address there in sandbox.json, which only its user may read.
Every command is kept in the audit trail: in the database of DATABASE_URL, else in DATA_DIR, where the bot takes it up.

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
  const trail = await openTrail(settings);
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
    audit: trail.audit,
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

/** The audit trail for a process beside the bot, which has the embedded database for itself. */
async function openTrail(where: {
  readonly database: SlackEnvironment['database'];
}): Promise<{ readonly audit: (entry: AuditEntry) => Promise<void>; close(): Promise<void> }> {
  if (where.database.kind === 'embedded') {
    const inbox = auditInbox(where.database.dataDir);
    return { audit: (entry) => inbox.append(entry), close: async () => undefined };
  }
  const database = await openDatabase(where.database);
  const store = createStore(database.kysely, () => Promise.reject(new Error('the command line has no queue')));
  return {
    audit: (entry) => store.transaction((tx) => tx.audit.append(entry)),
    close: () => database.close(),
  };
}
