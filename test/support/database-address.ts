/**
 * Where a PostgreSQL listens: on a port, or on a Unix socket in the folder that its URL names as
 * `host`.
 */
export type DatabaseAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

const usualPort = 5_432;

/** As `net.connect` takes it. */
export function addressOf(databaseUrl: string): DatabaseAddress {
  const url = new URL(databaseUrl);
  const port = url.port === '' ? usualPort : Number(url.port);
  const folder = url.searchParams.get('host');
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${port}` };
  return { host: url.hostname, port };
}

/** The URL of the database behind a proxy that listens on this port of 127.0.0.1. */
export function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
