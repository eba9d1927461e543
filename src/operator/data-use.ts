import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSettings } from '../config/environment.ts';
import { isOneOf } from '../domain/text/sentence.ts';
import { StartRefused } from './start-refused.ts';

/** What a folder has that was used so, and what to do beside setting another one. */
const uses = {
  sandbox: {
    has: 'the requests of a sandbox, which have no meaning in your workspace',
    instead: 'delete this one',
  },
  slack: {
    has: 'the requests of a bot in your workspace, which a sandbox would take for lost',
    instead:
      'set SLACK_BOT_TOKEN and the other variables that npm start -- --help names, to start that bot',
  },
} as const;

type Use = keyof typeof uses;

/**
 * A data folder is used by sandboxes alone or by a bot in Slack alone: each would follow, remind of
 * and end what the other one's people asked for. Call it before the database is opened; a database
 * with an address of its own is not looked at.
 *
 * @returns notes the use; call it once it began, because a start that failed leaves nothing there
 * @throws StartRefused where the other one used it
 */
export function takeForUse(database: DatabaseSettings, use: Use): () => void {
  if (database.kind !== 'embedded') return () => undefined;
  const { dataDir } = database;
  const earlier = usedBy(dataDir);
  if (earlier !== null && earlier !== use) throw new StartRefused(words(dataDir, earlier));
  return () => noteUse(dataDir, use);
}

function words(dataDir: string, earlier: Use): string {
  const { has, instead } = uses[earlier];
  return `The data folder ${dataDir} has ${has}. Set DATA_DIR to another folder, or ${instead}.`;
}

const noteIn = (dataDir: string) => join(dataDir, 'used-by');

/** null: nobody, as far as the folder tells. */
function usedBy(dataDir: string): Use | null {
  const note = noteOf(dataDir);
  return isOneOf(uses, note) ? note : null;
}

/** A note that is missing, or that a full disk cut off, says nothing. */
function noteOf(dataDir: string): string {
  try {
    return readFileSync(noteIn(dataDir), 'utf8').trim();
  } catch {
    return '';
  }
}

function noteUse(dataDir: string, use: Use): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(noteIn(dataDir), `${use}\n`, { mode: 0o600 });
  } catch {
    // The database cannot be opened there either, and says why.
  }
}
