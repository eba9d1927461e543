/** The thread of the embedded database. It does one thing after the other, as `ThreadedPGlite` asks. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { SyncedFiles, syncedStartParams, syncFolder } from './synced-files.ts';
import type { Asked, Question } from './threaded-pglite.ts';

const folder = String(workerData);
const isNew = !existsSync(join(folder, 'PG_VERSION'));
const pglite = await PGlite.create({ fs: new SyncedFiles(folder), startParams: syncedStartParams });
if (isNew) {
  await pglite.exec('checkpoint');
  syncFolder(folder);
}

async function answer(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'query': {
      const { rows, fields, affectedRows = 0 } = await pglite.query(question.sql, [...question.parameters]);
      return { rows, fields, affectedRows };
    }
    case 'exec':
      return (await pglite.exec(question.sql)).map(({ rows }) => ({ rows }));
    case 'copy':
      return cp(folder, question.to, { recursive: true });
    case 'close':
      return pglite.close();
  }
}

parentPort?.on('message', ({ id, question }: Asked) => {
  answer(question).then(
    (value) => parentPort?.postMessage({ id, value }),
    // A copy of an error has no code: what PostgreSQL tells in one goes beside it.
    (error: unknown) => parentPort?.postMessage({ id, error, told: { ...Object(error) } }),
  );
});
parentPort?.postMessage('ready');
