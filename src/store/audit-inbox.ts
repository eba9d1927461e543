import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AuditEntry } from '../use-cases/store-ports.ts';
import { DatabaseUnavailable } from './data-folder.ts';

const storedEntry = z.object({
  kind: z.string(),
  at: z.iso.datetime().transform((at) => new Date(at)),
  requestId: z.string().nullable(),
  taskId: z.string().nullable(),
  actor: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});

const suffix = '.json';

/**
 * Audit entries of the command line, which cannot open the embedded database while the bot has it: one file each, in the data
 * folder. The bot moves them into the audit trail; after a crash between its commit and the removal of the file an entry comes
 * twice, with the same `detail.id`.
 */
export interface AuditInbox {
  /** On the disk when it returns. Throws `DatabaseUnavailable` if it cannot be written. */
  append(entry: AuditEntry): Promise<void>;
  /** Hands every entry over, oldest first, and removes it; returns their number. Unreadable files are renamed and left there. */
  takeUp(handOver: (entry: AuditEntry) => Promise<void>): Promise<number>;
}

export function auditInbox(dataDir: string): AuditInbox {
  const folder = join(dataDir, 'audit-inbox');
  let written = 0;

  return {
    async append(entry) {
      written += 1;
      const order = `${entry.at.toISOString().replaceAll(/\D/g, '')}-${String(written).padStart(6, '0')}`;
      const path = join(folder, `${order}-${randomUUID()}${suffix}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = await open(`${path}.part`, 'wx', 0o600);
        try {
          await file.writeFile(JSON.stringify(entry));
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(`${path}.part`, path);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new DatabaseUnavailable(
          `The audit trail cannot be written (${why}), so nothing is done. Set DATA_DIR to a folder this user may write to.`,
          { cause },
        );
      }
    },

    async takeUp(handOver) {
      const names = (await readdirOrNothing(folder)).filter((name) => name.endsWith(suffix)).toSorted();
      let taken = 0;
      for (const name of names) {
        const path = join(folder, name);
        const entry = storedEntry.safeParse(readJson(await readFile(path, 'utf8')));
        if (!entry.success) {
          await rename(path, `${path}.unreadable`);
          continue;
        }
        await handOver(entry.data);
        await rm(path);
        taken += 1;
      }
      return taken;
    },
  };
}

async function readdirOrNothing(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
