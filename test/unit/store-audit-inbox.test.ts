import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditInbox } from '../../src/store/audit-inbox.ts';
import { DatabaseUnavailable } from '../../src/store/data-folder.ts';
import type { AuditEntry } from '../../src/use-cases/store-ports.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'access-inbox-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function entry(minute: number, detail: Readonly<Record<string, unknown>> = {}): AuditEntry {
  const at = new Date(Date.UTC(2026, 2, 2, 12, minute));
  return { kind: 'admin-command', at, requestId: null, taskId: null, actor: null, detail };
}

async function taken(): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  await auditInbox(dataDir).takeUp(async (one) => void entries.push(one));
  return entries;
}

describe('audit entries of another process', () => {
  it('are handed over unchanged, once, oldest first', async () => {
    const inbox = auditInbox(dataDir);
    await inbox.append(entry(3, { outcome: 'done', nasty: '\u0000 "ü" 😀' }));
    await auditInbox(dataDir).append(entry(1));
    await inbox.append(entry(3, { outcome: 'later' }));
    expect(await taken()).toEqual([
      entry(1),
      entry(3, { outcome: 'done', nasty: '\u0000 "ü" 😀' }),
      entry(3, { outcome: 'later' }),
    ]);
    expect(await taken()).toEqual([]);
  });

  it('can be read by their user alone', async () => {
    await auditInbox(dataDir).append(entry(1));
    const folder = join(dataDir, 'audit-inbox');
    const [name = ''] = await readdir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('stay if the audit trail fails, and are tried again', async () => {
    await auditInbox(dataDir).append(entry(1));
    const failing = auditInbox(dataDir).takeUp(() => Promise.reject(new Error('database away')));
    await expect(failing).rejects.toThrow('database away');
    expect(await taken()).toEqual([entry(1)]);
  });

  it('are renamed if they cannot be read, without stopping others; half-written ones are left alone', async () => {
    await auditInbox(dataDir).append(entry(1));
    const folder = join(dataDir, 'audit-inbox');
    await writeFile(join(folder, '0.json'), '{"kind":1}');
    await writeFile(join(folder, '1.json'), 'nonsense');
    await writeFile(join(folder, '2.json.part'), '{');
    expect(await taken()).toEqual([entry(1)]);
    expect((await readdir(folder)).toSorted()).toEqual(['0.json.unreadable', '1.json.unreadable', '2.json.part']);
    expect(await readFile(join(folder, '1.json.unreadable'), 'utf8')).toBe('nonsense');
  });

  it('are refused in a sentence if the folder cannot be written', async () => {
    await writeFile(join(dataDir, 'audit-inbox'), 'in the way');
    const refused = auditInbox(dataDir).append(entry(1));
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(refused).rejects.toThrow('so nothing is done');
  });

  it('are none before the first is written', async () => {
    expect(await auditInbox(dataDir).takeUp(() => Promise.reject(new Error('called')))).toBe(0);
  });
});
