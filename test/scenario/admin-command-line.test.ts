/**
 * Long because the command line is tried with a sandbox, with a tenant and with nothing to talk to.
 */
import { readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  type GovernanceService,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import { adminTrail } from '../support/administering.ts';
import { temporaryFolder, until } from '../support/bot-world.ts';
import { copyPreparedFolder, postgresEngine, type ServerDatabase } from '../support/database.ts';
import { pageToldBy, runCommand as run, startProgram } from '../support/program.ts';
import type { StartedProcess } from '../support/started-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run admin -- ...`. */
const admin = (env: Readonly<Record<string, string>>, ...words: string[]) =>
  run(env, 'admin', ...words);

/** The process of the embedded PostgreSQL in a data folder. */
function serverOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const checked = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ what: z.string(), state: z.string() })),
});

const entry = z.object({ kind: z.string() });

describe('the command line beside a running sandbox', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let sandbox: StartedProcess;
  let pageUrl = '';
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const dataDir = join(folder.path, 'data');
    await copyPreparedFolder(dataDir);
    // Left by a sandbox that was killed.
    await writeFile(join(dataDir, 'sandbox.json'), '{}', { mode: 0o644 });
    env = { DATA_DIR: dataDir, AUDIT_SIGNING_KEY: 'a signing key of tests' };
    sandbox = startProgram('src/main.ts', [], { ...env, PORT: '0' }, { detached: true });
    pageUrl = await pageToldBy(sandbox);
    // The trail of the prepared folder was begun without a key. While the bot seals, the command says
    // to try again.
    let exit: number | null = 1;
    while (exit !== 0) ({ exit } = await run(env, 'audit', '--start-chain'));
  });
  afterAll(async () => {
    // Where a test failed before its end.
    await sandbox?.end('SIGKILL');
    await folder?.remove();
  });

  it('runs every check of the doctor beside the sandbox', async () => {
    const { exit, out, err } = await run(env, 'doctor', '--json');
    const { ok, checks } = checked.parse(JSON.parse(out));
    expect({ exit, err, ok }).toEqual({ exit: 0, err: '', ok: true });
    const seen = new Map(checks.map(({ what, state }) => [what, state]));
    for (const what of ['settings', 'database', 'audit trail']) expect(seen.get(what)).toBe('ok');
    // It names no Slack token.
    expect(seen.get('environment')).toBe('warning');
  });

  it('prints the MCP servers of the example in docs/operating.md, and a shipper reads it from the trail', async () => {
    const example = /npm run admin -- (mcp-servers .*--json)/.exec(
      readFileSync(join(root, 'docs/operating.md'), 'utf8'),
    )?.[1];
    const { exit, out } = await admin(env, ...(example ?? '').split(' '));
    expect(exit).toBe(0);
    expect(JSON.parse(out).list.length).toBeGreaterThan(0);
    const isThere = async () => {
      const shipped = await run(env, 'audit', '--after', '0', '--json');
      const lines = shipped.out.trimEnd().split('\n');
      return lines.some((line) => entry.parse(JSON.parse(line)).kind === 'admin-command');
    };
    await expect.poll(isThere).toBe(true);
  });

  it('verifies the trail, whose heads the bot signs with the key from the environment', async () => {
    const verified = await run(env, 'audit', '--verify');
    expect(verified).toEqual({
      exit: 0,
      err: '',
      out: expect.stringContaining(
        ', the newest head is signed; this key vouches for what follows entry 1.',
      ),
    });
  });

  it('reports a forged trail after the clock was moved and the bot was killed', async () => {
    const page = new URL('as/U0BEN/drawer', `${pageUrl}/`);
    const press = async (button: Readonly<Record<string, string>>) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: page.origin };
      const answer = await fetch(page, {
        method: 'POST',
        body: new URLSearchParams(button),
        headers,
      });
      return answer.text();
    };
    const moving = setInterval(() => void press({ time: 'hour' }), 50);
    const serverBefore = serverOf(env.DATA_DIR ?? '');
    const killed = press({ bot: 'kill' }).finally(() => clearInterval(moving));
    const forged = press({ tour: 'tamper' });
    expect(await killed).toBe('The bot was killed, and is back.');
    expect(await forged).toContain('changed');
    expect(isRunning(serverBefore)).toBe(false);
    const listed = await run(env, 'audit', '--format', 'jsonl');
    expect(listed).toEqual({ exit: 0, err: '', out: expect.stringContaining('U0NOBODY') });
    expect(await (await fetch(`${pageUrl}/report`)).text()).toMatch(/<h1>[^<]*\d{4}/);
    // It starts six processes.
  }, 240_000);

  it('ends cleanly on Ctrl+C, after which the command line opens the database itself', async () => {
    const dataDir = env.DATA_DIR ?? '';
    expect((await stat(join(dataDir, 'sandbox.json'))).mode & 0o777).toBe(0o600);
    // As npm passes it on: the signal reaches the process group, and once more the process.
    const server = serverOf(dataDir);
    expect(isRunning(server)).toBe(true);
    sandbox.signalGroup('SIGINT');
    sandbox.signalGroup('SIGINT');
    expect(await sandbox.ended).toMatchObject({ exit: 0, err: '' });
    expect(isRunning(server)).toBe(false);
    await expect(stat(join(dataDir, 'sandbox.json'))).rejects.toThrow('ENOENT');
    const gone = await admin(env, 'executions');
    expect(gone.exit).toBe(2);
    expect(gone.err).toContain('npm start');
    expect((await run(env, 'audit', '--verify')).out).toContain('0 entries are not sealed yet.');
    const trail = await adminTrail({ kind: 'embedded', dataDir });
    expect(trail).toContainEqual({
      actor: null,
      detail: expect.objectContaining({
        via: 'command line',
        operator: expect.any(String),
        command: 'mcp-servers',
        arguments: { app_id: 'app-github' },
        outcome: 'done',
      }),
    });
  });
});

describe('a sandbox that is killed', () => {
  it('ends its bot and the bot’s database server, and the next start has everything', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const dataDir = join(folder.path, 'data');
    await copyPreparedFolder(dataDir);
    const start = () =>
      startProgram('src/main.ts', [], { DATA_DIR: dataDir, PORT: '0' }, { detached: true });
    const killed = start();
    await pageToldBy(killed);
    const server = serverOf(dataDir);
    expect(isRunning(server)).toBe(true);
    await killed.end('SIGKILL');
    await until('the server has ended', () => !isRunning(server));

    const next = start();
    onTestFinished(async () => void (await next.end('SIGTERM')));
    await pageToldBy(next);
    const another = serverOf(dataDir);
    expect([another === server, isRunning(another)]).toEqual([false, true]);
    expect((await next.end('SIGTERM')).exit).toBe(0);
    expect(isRunning(another)).toBe(false);
  });
});

describe('the command line on a tenant', () => {
  let service: GovernanceService;
  let database: ServerDatabase;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    database = await postgresEngine.open();
    service = await startGovernanceService({ grantLagMs: 0 });
    env = {
      NODE_ENV: 'test',
      GOVERNANCE_BASE_URL: service.url,
      GOVERNANCE_CLIENT_ID: 'sandbox-bot',
      GOVERNANCE_CLIENT_SECRET: 'sandbox-secret',
      DATABASE_URL: database.settings.url,
    };
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  it('writes the audit entry to the database itself', async () => {
    expect((await admin(env, 'mcp-catalog', 'nowhere')).exit).toBe(1);
    const trail = await adminTrail(database.settings);
    expect(trail.map((entry) => [entry.detail.command, entry.detail.outcome])).toEqual([
      ['mcp-catalog', 'refused'],
    ]);
  });

  it('says what forgetting somebody would erase, without asking the tenant', async () => {
    const signing = {
      ...env,
      GOVERNANCE_BASE_URL: '',
      AUDIT_SIGNING_KEY: 'a signing key of tests',
    };
    const { exit, out } = await admin(signing, 'forget', 'U0NOBODY', '--dry-run');
    expect(out).toBe(
      'Would be erased of "U0NOBODY" (U0NOBODY): texts of 0 entries of the trail.\n',
    );
    expect(exit).toBe(0);
  });

  it('does nothing if the audit trail cannot be written', async () => {
    const away = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const before = service.requests().length;
    const { exit, err } = await admin(away, 'executions');
    expect(exit).toBe(1);
    expect(err).toContain('The database in DATABASE_URL does not answer');
    expect(service.requests()).toHaveLength(before);
  });
});
