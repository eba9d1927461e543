import { z } from 'zod';

export type DatabaseSettings =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** DATA_DIR and DATABASE_URL. */
export function databaseVariables(production: boolean) {
  return {
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
        'is not a PostgreSQL URL: set it to one like postgres://user:password@host:5432/database, or leave it out for the embedded database.',
      )
      .refine(
        (text) => !production || !URL.canParse(text) || isSafeWay(new URL(text)),
        'goes to another machine without TLS: append ?sslmode=verify-full to it, or ?sslmode=disable where the network between is yours alone.',
      )
      .optional(),
  };
}

/** With each of these `pg` connects with TLS or not at all; it checks the certificate with all but `no-verify`. */
const tlsModes = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Whether what is read and written stays on this machine, goes over TLS, or is meant to go without. */
function isSafeWay(url: URL): boolean {
  // Like `pg`: the last of several counts, and `host` in the query more than the one before it.
  const { sslmode, ssl, host = url.hostname } = Object.fromEntries(url.searchParams);
  if (sslmode !== undefined) return sslmode === 'disable' || tlsModes.includes(sslmode);
  if (ssl === 'true' || ssl === '1') return true;
  return /^(localhost|127\.[\d.]+|\[?::1\]?|\/.*|%2f.*|)$/i.test(host);
}

/** DATABASE_URL, else the embedded database in the data folder. */
export function databaseSettings(read: {
  readonly DATA_DIR: string;
  readonly DATABASE_URL?: string | undefined;
}): DatabaseSettings {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = read;
  return url === undefined ? { kind: 'embedded', dataDir } : { kind: 'postgres', url };
}
