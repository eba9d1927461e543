/**
 * A database whose disk can be full. As far as anybody can see who asks it: whatever would need room (each row that is written or changed)
 * is refused with what PostgreSQL says where the system has no room left. Reading goes on, and so does deleting.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestDatabase, TestEngine } from '../support/database.ts';
import { runAsAdmin } from '../support/postgres-server.ts';

/** `isFull`: asked anew for every row. */
const needingRoom = (isFull: string) => `
  create function public.need_room() returns trigger language plpgsql as $$
  begin
    if ${isFull} then
      raise exception 'could not extend file "%": No space left on device', pg_relation_filepath(tg_relid)
        using errcode = 'disk_full', hint = 'Check free disk space.';
    end if;
    return new;
  end $$;
  do $$
  declare place regclass;
  begin
    for place in
      select oid from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    loop
      execute format('create trigger need_room before insert or update on %s for each row execute function need_room()', place);
    end loop;
  end $$`;

/** In the embedded database's own folder, where its statements can see it. */
const sign = 'disk-is-full';
const folderOf = (dataDir: string) => join(dataDir, 'db');

/** The same engine, with databases whose disk `fillDisk` and `makeRoom` change. */
export const withDisk = (engine: TestEngine): TestEngine => ({
  ...engine,
  async open() {
    const database = await engine.open();
    const { settings } = database;
    if (settings.kind === 'postgres') {
      await runAsAdmin(settings.url, needingRoom("to_regclass('public.disk_is_full') is not null"));
    } else {
      const pglite = await PGlite.create(folderOf(settings.dataDir));
      await pglite.exec(needingRoom(`(pg_stat_file('${sign}', true)).size is not null`));
      await pglite.close();
    }
    return database;
  },
});

export function fillDisk({ settings }: TestDatabase): Promise<void> {
  if (settings.kind === 'postgres') return runAsAdmin(settings.url, 'create table public.disk_is_full ()');
  return writeFile(join(folderOf(settings.dataDir), sign), '');
}

export function makeRoom({ settings }: TestDatabase): Promise<void> {
  if (settings.kind === 'postgres') return runAsAdmin(settings.url, 'drop table public.disk_is_full');
  return rm(join(folderOf(settings.dataDir), sign));
}
