import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const sandboxService = z.object({ baseUrl: z.url(), clientId: z.string().min(1), clientSecret: z.string().min(1) });

/** The address and the credentials of a running sandbox's governance service. */
export type SandboxService = Readonly<z.infer<typeof sandboxService>>;

const pathIn = (dataDir: string) => join(dataDir, 'sandbox.json');

/** Lets other processes of this user find the running sandbox; nobody else may read the file. Throws errors of `node:fs`. */
export function writeSandboxFile(dataDir: string, service: SandboxService): void {
  removeSandboxFile(dataDir);
  writeFileSync(pathIn(dataDir), `${JSON.stringify(sandboxService.parse(service))}\n`, { mode: 0o600, flag: 'wx' });
}

export function removeSandboxFile(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** null if there is no readable file. After a crash the file may name a sandbox that is gone. */
export function readSandboxFile(dataDir: string): SandboxService | null {
  try {
    return sandboxService.parse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
