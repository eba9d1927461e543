import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which processes that tests start keep what they compiled for the next one. */
    compileCache: string;
  }
}

/** Before all test files. Half of what a process of the bot needs to start is to read its own code. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'access-test-compiled-'));
  project.provide('compileCache', folder);
  return () => rm(folder, { recursive: true, force: true });
}
