/**
 * A database whose disk can be full. As far as anybody can see who asks it: whatever would need
 * room (each row that is written or changed) is refused with what PostgreSQL says where the system
 * has no room left. Reading goes on, and so does deleting.
 */
import { joinServer } from '../../src/extras/embedded-database/server/open-server.ts';
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

/** An engine with databases whose disk `fillDisk` and `makeRoom` change. */
export const withDisk = (engine: TestEngine): TestEngine => ({
  ...engine,
  async open() {
    const database = await engine.open();
    await asOwner(database, needingRoom("to_regclass('public.disk_is_full') is not null"));
    return database;
  },
});

export function fillDisk(database: TestDatabase): Promise<void> {
  return asOwner(database, 'create table public.disk_is_full ()');
}

export function makeRoom(database: TestDatabase): Promise<void> {
  return asOwner(database, 'drop table public.disk_is_full');
}

/** As the bot's own role, beside a bot or without one. */
async function asOwner({ settings }: TestDatabase, statement: string): Promise<void> {
  if (settings.kind === 'postgres') return runAsAdmin(settings.url, statement);
  const server = await joinServer(settings, () => undefined);
  try {
    await runAsAdmin(server.url, statement);
  } finally {
    await server.close();
  }
}
