/**
 * What the bot tells its server, at every start: small, because one bot uses it, and as durable as
 * PostgreSQL comes.
 */

export interface ServerPlace {
  /** Folder of the Unix socket; on Windows an address. */
  readonly host: string;
  readonly port: number;
  /** Names the cluster in the arguments of the server's process, which is recognised by it. */
  readonly mark: string;
}

const always = {
  // What was acknowledged is on the disk, whatever the cluster's own files say.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // One bot opens 24, a command six.
  max_connections: '80',
  shared_buffers: '24MB',
  // What the log of changes takes on the disk.
  min_wal_size: '16MB',
  max_wal_size: '64MB',
  // No replica and no archive reads the log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  // Queries are small: neither helps them, and both take memory.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  huge_pages: 'off',
  autovacuum_max_workers: '1',
  log_timezone: 'UTC',
  timezone: 'UTC',
  lc_messages: 'C',
  // Values in a message would be what people wrote.
  log_line_prefix: '',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
} as const;

/** Without processes of its own for reading, which a database in memory never waits for. */
const since18 = { io_method: 'sync' } as const;

export function serverArguments(place: ServerPlace, major: number): readonly string[] {
  const isWindows = process.platform === 'win32';
  const settings = {
    ...always,
    ...(major >= 18 ? since18 : {}),
    cluster_name: `access-request-bot-${place.mark}`,
    port: String(place.port),
    listen_addresses: isWindows ? place.host : '',
    unix_socket_directories: isWindows ? '' : place.host,
    unix_socket_permissions: '0700',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
