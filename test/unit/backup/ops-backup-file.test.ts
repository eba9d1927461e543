/** Long because every way to spoil or forge a file is tried. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backupCommands } from '../../../src/extras/backup/backup-commands.ts';
import type {
  BackupHeader,
  BackupRow,
  Installation,
} from '../../../src/extras/backup/backup-records.ts';
import { runTyped } from '../../../src/operator/command.ts';
import { headSigner, type SignHead } from '../../../src/use-cases/trail/audit-chain.ts';
import { temporaryFolder } from '../../support/until.ts';

const acme: Installation = { tenant: 'https://acme.example', workspace: 'T0ACME' };
const header: BackupHeader = {
  migration: '0001-tables',
  at: '2026-03-02T12:00:00.000Z',
  position: 7,
  tables: ['requests', 'audit'],
  ...acme,
};
const rows: readonly BackupRow[] = [
  ['requests', { id: 'request-1', justification: 'line\nbreak "quoted" 🙂' }],
  ['requests', { id: 'request-2', justification: 'x'.repeat(100_000) }],
  ['audit', { seq: 1, detail: '{"a":1}' }],
];

describe('a backup file', () => {
  let folder: string;
  let restored: {
    readonly header: BackupHeader;
    readonly rows: BackupRow[];
    readonly replace: boolean;
  }[];
  /** The key and the installation of the commands' environment. */
  let key: SignHead | null;
  let here: Installation;
  beforeEach(async () => {
    key = headSigner('a signing key of tests');
    here = acme;
    const temporary = await temporaryFolder();
    onTestFinished(() => temporary.remove());
    folder = temporary.path;
    restored = [];
  });

  const desk: Parameters<typeof backupCommands>[0] = {
    sign: () => key,
    installation: async () => here,
    readEverything: (_, take) =>
      take(
        header,
        (async function* () {
          yield* rows;
        })(),
      ),
    async restoreEverything(told, all, replace) {
      const taken: BackupRow[] = [];
      for await (const row of all) taken.push(row);
      restored.push({ header: told, rows: taken, replace });
    },
  };

  async function run(name: 'backup' | 'restore', words: readonly string[], on = desk) {
    const said = { out: '', err: '' };
    const hear = (where: 'out' | 'err') => async (text: string) => {
      said[where] += text.replaceAll(`${folder}/`, '');
    };
    const command = backupCommands(on).find((one) => one.name === name);
    if (command === undefined) throw new Error(`no command ${name}`);
    const exit = await runTyped(
      command,
      words.map((word) => (word.endsWith('.gz') ? join(folder, word) : word)),
      {
        out: hear('out'),
        err: hear('err'),
        ask: async () => 0,
      },
    );
    return { exit, ...said };
  }

  const path = () => join(folder, 'copy.gz');

  it('holds what it was given, for its user alone, and leaves nothing beside it', async () => {
    expect(await run('backup', ['copy.gz'])).toEqual({
      exit: 0,
      out: 'copy.gz: 3 rows as of 2026-03-02T12:00:00.000Z, of the tenant https://acme.example, the workspace T0ACME.\n',
      err: '',
    });
    expect([(await stat(path())).mode & 0o777, await readdir(folder)]).toEqual([
      0o600,
      ['copy.gz'],
    ]);
    expect(await run('restore', ['copy.gz', '--replace'])).toMatchObject({ exit: 0, err: '' });
    expect(restored).toEqual([{ header, rows, replace: true }]);
  });

  it('is not written over another file unless that is wanted', async () => {
    await writeFile(path(), 'mine');
    expect(await run('backup', ['copy.gz'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--replace'),
    });
    expect(await readFile(path(), 'utf8')).toBe('mine');
    expect(await run('backup', ['copy.gz', '--replace'])).toMatchObject({ exit: 0 });
    expect(await run('restore', ['copy.gz'])).toMatchObject({ exit: 0 });
  });

  it('has no name before all of it is there', async () => {
    const failing = {
      ...desk,
      readEverything: () => Promise.reject(new Error('the database is gone')),
    };
    await expect(run('backup', ['copy.gz'], failing)).rejects.toThrow('the database is gone');
    expect(await readdir(folder)).toEqual([]);
  });

  const lines = async () =>
    gunzipSync(await readFile(path()))
      .toString()
      .split('\n');
  const rewrite = (text: readonly string[]) => writeFile(path(), gzipSync(text.join('\n')));
  const damage: Record<string, () => Promise<unknown>> = {
    'cut off': async () => writeFile(path(), (await readFile(path())).subarray(0, -30)),
    'without its end': async () => rewrite([...(await lines()).slice(0, -2), '']),
    'with a changed row': async () =>
      rewrite((await lines()).map((line) => line.replace('request-1', 'request-9'))),
    'with a row that was taken out': async () => rewrite((await lines()).toSpliced(2, 1)),
    'with something behind its end': async () => rewrite([...(await lines()), 'more', '']),
  };

  it.each(Object.entries(damage))('is refused %s, before anything is touched', async (_, spoil) => {
    await run('backup', ['copy.gz']);
    await spoil();
    expect(await run('restore', ['copy.gz'])).toEqual({
      exit: 1,
      out: 'copy.gz: It is damaged or cut off. Take another copy.\n',
      err: '',
    });
    expect(restored).toEqual([]);
  });

  it('is refused when it is no backup, is missing, or has a newer version', async () => {
    await writeFile(path(), 'some text');
    expect(await run('restore', ['copy.gz'])).toMatchObject({
      exit: 1,
      out: 'copy.gz: It is no backup of this bot.\n',
    });
    expect(await run('restore', ['no.gz'])).toMatchObject({
      exit: 1,
      out: expect.stringContaining('There is no such file.'),
    });
    await run('backup', ['copy.gz', '--replace']);
    const newer = await lines();
    for (const [now, later] of [
      ['0001-tables', '9999-later'],
      ['"version":3', '"version":4'],
    ] as const) {
      await rewrite(newer.map((line) => line.replace(now, later)));
      expect(await run('restore', ['copy.gz'])).toMatchObject({
        exit: 1,
        out: expect.stringContaining('newer version'),
      });
    }
    expect(restored).toEqual([]);
  });

  /** A file as an attacker makes it: with everything right that needs no key. */
  async function forge(change: (text: string) => string): Promise<void> {
    key = null;
    await run('backup', ['copy.gz', '--replace']);
    const body = (await lines()).slice(0, -2).map(change);
    const sha256 = createHash('sha256')
      .update(`${body.join('\n')}\n`)
      .digest('hex');
    await rewrite([...body, JSON.stringify({ rows: body.length - 1, sha256 }), '']);
  }

  it('is refused when a key is set and did not sign it, unless --unauthenticated is given', async () => {
    const mine = key;
    await forge((line) => line.replace('request-1', 'request-9'));
    key = mine;
    for (const sign of [mine, headSigner('another key of tests')]) {
      key = sign;
      expect(await run('restore', ['copy.gz'])).toMatchObject({
        exit: 1,
        out: expect.stringContaining('is not signed with AUDIT_SIGNING_KEY'),
      });
    }
    expect(restored).toEqual([]);
    expect(await run('restore', ['copy.gz', '--unauthenticated'])).toMatchObject({ exit: 0 });
  });

  it.each([
    [
      'a table that is not kept',
      '["audit"',
      '["kysely_migration"',
      'rows of a table “kysely_migration”',
    ],
    [
      'a table that its header does not name',
      '["audit"',
      '["reviews"',
      'rows of a table “reviews”',
    ],
    [
      'a header with a table that is not kept',
      '"tables":["requests"',
      '"tables":["pgboss.job"',
      'table “pgboss.job”',
    ],
    ['a row that is none', '["audit",', '["audit",1,', 'damaged or cut off'],
  ])('is refused with %s, before anything is touched', async (_what, from, to, sentence) => {
    await forge((line) => line.replace(from, to));
    expect(await run('restore', ['copy.gz'])).toMatchObject({
      exit: 1,
      out: expect.stringContaining(sentence),
    });
    expect(restored).toEqual([]);
  });

  it('is refused in another tenant, unless --from-tenant names its own', async () => {
    await run('backup', ['copy.gz']);
    here = { ...acme, tenant: 'https://other.example' };
    const refused = await run('restore', ['copy.gz']);
    expect(refused).toMatchObject({
      exit: 1,
      out: expect.stringContaining('--from-tenant https://acme.example'),
    });
    expect(
      await run('restore', ['copy.gz', '--from-tenant', 'https://other.example']),
    ).toMatchObject({ exit: 1 });
    here = { ...acme, tenant: null };
    expect((await run('restore', ['copy.gz'])).out).toContain('these settings name no tenant');
    expect(restored).toEqual([]);
    expect(
      await run('restore', ['copy.gz', '--from-tenant', 'https://acme.example']),
    ).toMatchObject({ exit: 0 });
  });

  it('is refused in another workspace with any flag', async () => {
    await run('backup', ['copy.gz']);
    here = { ...acme, workspace: 'T0OTHER' };
    for (const words of [
      [],
      ['--from-workspace', 'T0ACME'],
      ['--from-tenant', 'https://acme.example'],
    ]) {
      expect(await run('restore', ['copy.gz', ...words])).toMatchObject({
        exit: 1,
        out: expect.stringContaining('where its ids belong to other people'),
      });
    }
    expect(restored).toEqual([]);
  });

  it('is refused when Slack does not tell the workspace, unless --from-workspace names its own', async () => {
    await run('backup', ['copy.gz']);
    here = { ...acme, workspace: null };
    expect((await run('restore', ['copy.gz'])).out).toContain('add --from-workspace T0ACME');
    expect(await run('restore', ['copy.gz', '--from-workspace', 'T0ACME'])).toMatchObject({
      exit: 0,
    });
  });

  it('is accepted when it names neither tenant nor workspace only when the flags say so', async () => {
    await forge((line) =>
      line.replace(/"tenant":"[^"]*","workspace":"[^"]*"/, '"tenant":null,"workspace":null'),
    );
    const unknown = ['--from-tenant=unknown', '--from-workspace=unknown'];
    for (const words of [[], unknown.slice(0, 1), unknown.slice(1)])
      expect(await run('restore', ['copy.gz', ...words])).toMatchObject({ exit: 1 });
    expect(await run('restore', ['copy.gz', ...unknown])).toMatchObject({ exit: 0 });
  });

  it('is refused when a version before the first release wrote it', async () => {
    await forge((line) => line.replace('"version":3', '"version":2'));
    expect(await run('restore', ['copy.gz'])).toMatchObject({
      exit: 1,
      out: expect.stringContaining('A version before 0.2.0 wrote it'),
    });
  });

  it('says in a sentence what the database has against a row', async () => {
    await run('backup', ['copy.gz']);
    const refusal = Object.assign(new Error('null value in column "app_id"'), {
      severity: 'ERROR',
    });
    const refusing = {
      ...desk,
      restoreEverything: () => Promise.reject(new Error('outer', { cause: refusal })),
    };
    expect(await run('restore', ['copy.gz'], refusing)).toEqual({
      exit: 1,
      out: 'copy.gz: The database refuses what is in it (null value in column "app_id"). Nothing was changed. Take another copy.\n',
      err: '',
    });
  });

  it('is refused when it is changed after the check', async () => {
    await run('backup', ['copy.gz']);
    const swapping: typeof desk = {
      ...desk,
      async restoreEverything(...order) {
        await rewrite((await lines()).map((line) => line.replace('request-1', 'request-9')));
        await desk.restoreEverything(...order);
      },
    };
    expect(await run('restore', ['copy.gz'], swapping)).toMatchObject({
      exit: 1,
      out: expect.stringContaining('It was changed while it was restored'),
    });
    expect(restored).toEqual([]);
  });

  it('is refused when a small file unzips to a line without an end, before it fills the memory', async () => {
    await writeFile(path(), gzipSync(Buffer.alloc(65 * 1024 * 1024, 'x'), { level: 1 }));
    expect(await run('restore', ['copy.gz'])).toMatchObject({
      exit: 1,
      out: expect.stringContaining('has no end'),
    });
    expect(restored).toEqual([]);
  });

  it('must be named, and the help lists its flags', async () => {
    expect(await run('backup', [])).toEqual({
      exit: 2,
      out: '',
      err: 'Name one file. See npm run backup -- --help.\n',
    });
    expect(await run('backup', [''])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Name one file.'),
    });
    expect(await run('restore', ['a', 'b'])).toMatchObject({ exit: 2 });
    expect(await run('restore', ['a', '--force'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--force'),
    });
    expect((await run('restore', ['--help'])).out).toContain(
      'Usage: npm run restore -- FILE [--replace]',
    );
    expect((await run('backup', ['--help'])).out).toContain(
      'Usage: npm run backup -- FILE [--replace]',
    );
  });
});
