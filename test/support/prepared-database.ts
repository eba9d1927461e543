import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { serveSharedResource } from './shared-resource.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Answers with a folder that is removed at the end of the run. Its subfolder `prepared` is a
     * data folder with the schema, to be copied, never opened.
     */
    preparedFolderUrl: string;
  }
}

const script = fileURLToPath(new URL('./prepare-database.ts', import.meta.url));

/**
 * Brings an empty database up to date, by the bot's own code. `where`: a folder, or the URL of a
 * PostgreSQL database.
 */
export async function prepareDatabase(where: string): Promise<void> {
  await promisify(execFile)(process.execPath, [script, where]);
}

/**
 * Global setup: the prepared folder is made when it is first asked for, and removed at the end of
 * the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let prepared: Promise<string> | null = null;
  const prepare = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'access-test-prepared-'));
    try {
      await prepareDatabase(join(folder, 'prepared'));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    return folder;
  };
  const server = await serveSharedResource(() => {
    prepared ??= prepare();
    return prepared;
  });
  project.provide('preparedFolderUrl', server.url);
  return async () => {
    server.close();
    // A failure was reported to the test that asked for it.
    const folder = await prepared?.catch(() => null);
    if (typeof folder === 'string') await rm(folder, { recursive: true, force: true });
  };
}
