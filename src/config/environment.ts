/**
 * The operator's settings. This room owns the names and the reading of the environment and of
 * `access.yaml`, and is the only one that reads the process's environment; it never talks to Slack,
 * the service or the database, and never decides what a setting means for a request. Long because
 * every variable is described here, once.
 */
import { z } from 'zod';
import { keyInSecret } from '../domain/outward/client-secret.ts';
import type { OutboundProxy } from '../domain/outward/outbound-proxy.ts';
import { ok, refuse } from '../domain/result.ts';
import type { Checked } from './mistakes.ts';
import { isSetOrFile, withSecretFiles } from './secret-files.ts';
import { webAddress, withoutEndSlash } from './web-address.ts';
import { type WebhookEnvironment, webhookSettings } from './webhook-environment.ts';

/** The environment's variables: all text, any of them absent. */
export type Variables = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

interface ProcessSettings extends StorageEnvironment {
  /** Where the process listens; port 0 lets the system pick one. */
  readonly http: { readonly host: string; readonly port: number };
  /** Where operators read metrics and details; a port of its own. */
  readonly ops: { readonly host: string; readonly port: number };
  readonly logLevel: (typeof logLevels)[number];
  /** How long a stop may take, milliseconds. */
  readonly stopMs: number;
}

/** Where the bot stores everything. */
export interface StorageEnvironment {
  readonly database: DatabaseSettings;
  /**
   * Folder for all files, the embedded database included. As written in the environment: may be
   * relative.
   */
  readonly dataDir: string;
  /**
   * Where the newest head of the audit trail is kept outside of the database: in `dataDir`, but
   * with DATABASE_URL only if DATA_DIR is set. null = nowhere.
   */
  readonly headFolder: string | null;
  /** undefined = the heads of the audit trail are not signed. */
  readonly auditSigningKey: string | undefined;
}

/** The tenant, and the bot's credentials in it. */
export interface GovernanceEnvironment {
  /** Without a slash at its end (docs/spec/interface.md#conventions, 1). */
  readonly baseUrl: string;
  /** undefined = at the origin of `baseUrl`, as the client knows it. */
  readonly tokenUrl: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface SlackAppEnvironment {
  readonly botToken: string;
  /** With a slash at its end, as Slack's client wants it. */
  readonly apiUrl: string;
  /** How Slack reaches the bot: signed requests to `http`, or a socket that the bot opens. */
  readonly transport:
    | { readonly kind: 'http'; readonly signingSecret: string }
    | {
        readonly kind: 'socket';
        readonly appToken: string;
        /** Slack signs with it what reaches the bot beside the socket; undefined = nothing does. */
        readonly signingSecret?: string;
      };
}

/**
 * No Slack token and not in production: the process brings its own Slack workspace and governance
 * service.
 */
export interface SandboxEnvironment extends ProcessSettings {
  readonly mode: 'sandbox';
}

export interface SlackEnvironment extends ProcessSettings {
  readonly mode: 'slack';
  readonly slack: SlackAppEnvironment;
  readonly governance: GovernanceEnvironment;
  /** null: steps are not handed to the bot by webhooks. */
  readonly webhooks: WebhookEnvironment | null;
  /** Absent = all is reached directly. */
  readonly proxy?: OutboundProxy;
}

export type Environment = SandboxEnvironment | SlackEnvironment;

/** The process's own variables, for `readEnvironment`. */
export function processEnvironment(): Variables {
  return process.env;
}

/** Adds what a file like `.env` says and the process's environment does not. */
export function loadEnvironmentFile(path: string): void {
  process.loadEnvFile(path);
}

/**
 * Reads the environment, or reports every mistake in it at once. It looks only at `env`, and at the
 * files with secrets that `env` names.
 */
export function readEnvironment(env: Variables): Checked<Environment> {
  return namesSandbox(env) ? readSandboxEnvironment(env) : readBotEnvironment(env);
}

/**
 * Without SLACK_BOT_TOKEN and SLACK_APP_TOKEN the mode is `sandbox`; with NODE_ENV `production`,
 * they are missing.
 */
export function namesSandbox(env: Variables): boolean {
  const set = setVariables(env);
  return (
    !isProduction(env) &&
    !['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'].some((name) => isSetOrFile(set, name))
  );
}

export function readSandboxEnvironment(env: Variables): Checked<SandboxEnvironment> {
  const variables = storageSettings(env).and(processSettings('127.0.0.1'));
  const sandbox = readVariables(variables, env);
  return sandbox.ok ? ok({ mode: 'sandbox', ...sandbox.value }) : sandbox;
}

/** The environment of a bot, also where it would start the sandbox. */
export function readBotEnvironment(env: Variables): Checked<SlackEnvironment> {
  const production = isProduction(env);
  const outward = slackSettings(production, isSetOrFile(setVariables(env), 'SLACK_APP_TOKEN'))
    .and(governanceSettings(production))
    .and(webhookSettings(production))
    .and(proxySettings);
  const process = storageSettings(env).and(processSettings('0.0.0.0'));
  const bot = readVariables(outward.and(process), env);
  return bot.ok ? ok({ mode: 'slack', ...bot.value }) : bot;
}

/** The path of `access.yaml`, even if the rest of the environment is wrong. */
export function accessConfigPath(env: Variables): string {
  return setVariables(env).ACCESS_CONFIG ?? 'access.yaml';
}

export function isProduction(env: Variables): boolean {
  return setVariables(env).NODE_ENV === 'production';
}

/** The variables that have a value, without the space around it; an empty one counts as missing. */
export function setVariables(env: Variables): Readonly<Record<string, string>> {
  const trimmed = Object.entries(env).map(([name, value = '']): [string, string] => [
    name,
    value.trim(),
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/**
 * The values of the variables, or every mistake in them. Messages continue after the variable's
 * name and never quote its value: it may be secret.
 */
export function readVariables<Said>(variables: z.ZodType<Said>, env: Variables): Checked<Said> {
  const secrets = withSecretFiles(setVariables(env));
  const parsed = variables.safeParse(secrets.variables);
  if (parsed.success && secrets.mistakes.length === 0) return ok(parsed.data);
  const unread = new Set(secrets.mistakes.map(({ variable }) => variable));
  const others = (parsed.error?.issues ?? [])
    // What a file should have told is not missing beside that.
    .filter(({ path }) => !unread.has(path.join()))
    .map(({ path, message }) => ({
      place: 'environment',
      message: `${path.join()} ${message}`,
    }));
  return refuse([...secrets.mistakes.map(({ place, message }) => ({ place, message })), ...others]);
}

function required(advice: string) {
  return z.string(`is missing: set it to ${advice}.`);
}

function token(prefix: string, advice: string) {
  return required(advice).startsWith(prefix, `does not begin with ${prefix}: set it to ${advice}.`);
}

const listenHost = z
  .string()
  .regex(
    /^[\w.:-]+$/,
    'is not a host name or an address: set it to the address to listen on, for example 127.0.0.1.',
  );

function listenPort(otherwise: number) {
  return z
    .string()
    .default(String(otherwise))
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
      'is not a port: set it to a whole number from 0 to 65535.',
    )
    .transform(Number);
}

/** The manifests of docs/deploy give a container a little longer. */
export const usualStopSeconds = 20;

function processSettings(
  defaultHost: string,
): z.ZodType<Pick<ProcessSettings, 'http' | 'ops' | 'logLevel' | 'stopMs'>> {
  const variables = z.object({
    HOST: listenHost.default(defaultHost),
    PORT: listenPort(3000),
    OPS_HOST: listenHost.default('127.0.0.1'),
    OPS_PORT: listenPort(9464),
    LOG_LEVEL: z
      .enum(logLevels, `is not one of ${logLevels.join(', ')}: set it to one of these.`)
      .default('info'),
    STOP_SECONDS: z
      .string()
      .default(String(usualStopSeconds))
      .refine(
        (text) => /^\d{1,3}$/.test(text) && Number(text) >= 5,
        'is not a number of seconds: set it to a whole number from 5 to 999.',
      )
      .transform(Number),
  });
  return variables.transform((values) => ({
    stopMs: values.STOP_SECONDS * 1_000,
    http: { host: values.HOST, port: values.PORT },
    ops: { host: values.OPS_HOST, port: values.OPS_PORT },
    logLevel: values.LOG_LEVEL,
  }));
}

function slackSettings(
  production: boolean,
  usesSocket: boolean,
): z.ZodType<Pick<SlackEnvironment, 'slack'>> {
  const secret = required(
    'the signing secret of the Slack app (Basic Information), or set SLACK_APP_TOKEN to use Socket Mode',
  );
  const variables = z.object({
    SLACK_BOT_TOKEN: token(
      'xoxb-',
      'the bot token of the Slack app (OAuth & Permissions; xoxb-...)',
    ),
    SLACK_API_URL: webAddress('https://slack.com/api/', production)
      .transform(withoutEndSlash)
      .default('https://slack.com/api'),
    SLACK_APP_TOKEN: token(
      'xapp-',
      'an app-level token of the Slack app with connections:write (Basic Information; xapp-...)',
    ).optional(),
    SLACK_SIGNING_SECRET: usesSocket ? secret.optional() : secret,
  });
  return variables.transform((values) => {
    const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret = '' } = values;
    const transport =
      appToken === undefined
        ? ({ kind: 'http', signingSecret } as const)
        : ({
            kind: 'socket',
            appToken,
            ...(signingSecret === '' ? {} : { signingSecret }),
          } as const);
    const slack = {
      botToken: values.SLACK_BOT_TOKEN,
      apiUrl: `${values.SLACK_API_URL}/`,
      transport,
    };
    return { slack };
  });
}

export function governanceSettings(
  production: boolean,
): z.ZodType<Pick<SlackEnvironment, 'governance'>> {
  const example = 'https://acme.example';
  const variables = z.object({
    GOVERNANCE_BASE_URL: required(
      `the address of your access-governance tenant, for example ${example}`,
    ).pipe(webAddress(example, production).transform(withoutEndSlash)),
    GOVERNANCE_TOKEN_URL: webAddress(`${example}/auth/v1/token`, production).optional(),
    GOVERNANCE_CLIENT_ID: required('the client id of the bot’s credentials in the service'),
    GOVERNANCE_CLIENT_SECRET: required(
      'the client secret of the bot’s credentials in the service',
    ).refine(
      (text) => keyInSecret(text) !== 'unreadable',
      'begins like a secret with a key, and its key cannot be read: copy the whole secret again.',
    ),
  });
  return variables.transform((values) => ({
    governance: {
      baseUrl: values.GOVERNANCE_BASE_URL,
      tokenUrl: values.GOVERNANCE_TOKEN_URL?.href,
      clientId: values.GOVERNANCE_CLIENT_ID,
      clientSecret: values.GOVERNANCE_CLIENT_SECRET,
    },
  }));
}

/**
 * The tenant's address in the environment; `sandbox` if the sandbox would start, null if there is
 * none.
 */
export function tenantNamed(env: Variables): string | null {
  const { GOVERNANCE_BASE_URL: address, ...set } = setVariables(env);
  if (address !== undefined)
    return URL.canParse(address) ? withoutEndSlash(new URL(address)) : null;
  const isReal =
    isProduction(env) ||
    ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'DATABASE_URL'].some((name) => isSetOrFile(set, name));
  return isReal ? null : 'sandbox';
}

const proxyAddress = z
  .string()
  .refine(
    isProxyAddress,
    'is not the address of a proxy: set it to one like http://proxy.example:3128, or http://user:password@proxy.example:3128.',
  )
  .optional();

function isProxyAddress(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    decodeURIComponent(username + password);
    return /^https?:$/.test(protocol);
  } catch {
    return false;
  }
}

/** Like other programs: a name in small letters counts before the other. */
export const proxySettings: z.ZodType<Pick<SlackEnvironment, 'proxy'>> = z
  .object({
    https_proxy: proxyAddress,
    HTTPS_PROXY: proxyAddress,
    no_proxy: z.string().default(''),
    NO_PROXY: z.string().default(''),
  })
  .transform((set) => {
    const url = set.https_proxy ?? set.HTTPS_PROXY;
    return url === undefined ? {} : { proxy: { url, noProxy: set.no_proxy || set.NO_PROXY } };
  });

/** The database: the bot's own server with its files in `dataDir`, or an existing one. */
export type DatabaseSettings =
  | {
      readonly kind: 'embedded';
      readonly dataDir: string;
      /** Folder of PostgreSQL's programs; undefined = they are looked for. */
      readonly binFolder?: string | undefined;
      /**
       * The user id of the server if the bot runs as root; undefined = an id that nothing else has.
       */
      readonly serverUid?: number | undefined;
    }
  | { readonly kind: 'postgres'; readonly url: string };

export function storageSettings(env: Variables): z.ZodType<StorageEnvironment> {
  const mustBeSafe = isProduction(env);
  const variables = z.object({
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: z
      .string()
      .refine(
        (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
        'is not a PostgreSQL URL: set it to one like postgres://user:password@host:5432/database, or leave it out for the embedded database.',
      )
      .refine(
        (text) => !mustBeSafe || !URL.canParse(text) || isSafeWay(new URL(text), env.PGHOST),
        'goes to another machine without TLS: append ?sslmode=verify-full to it, or ?sslmode=disable where the network between is yours alone.',
      )
      .optional(),
    POSTGRES_BIN: z.string().optional(),
    POSTGRES_UID: z
      .string()
      .regex(
        /^[1-9]\d{0,8}$/,
        'is no user id: set it to a number above 0 that no person or service has.',
      )
      .transform(Number)
      .optional(),
    // Short keys can be guessed from a signed head.
    AUDIT_SIGNING_KEY: z
      .string()
      .min(
        8,
        'is too short: set it to a secret that nobody can guess, like the output of openssl rand -hex 32.',
      )
      .optional(),
  });
  return variables.transform((set) => {
    const { DATA_DIR: dataDir, DATABASE_URL: url, AUDIT_SIGNING_KEY: auditSigningKey } = set;
    const { POSTGRES_BIN: binFolder, POSTGRES_UID: serverUid } = set;
    const embedded: DatabaseSettings = { kind: 'embedded', dataDir, binFolder, serverUid };
    const database: DatabaseSettings = url === undefined ? embedded : { kind: 'postgres', url };
    return {
      database,
      dataDir,
      headFolder: url === undefined || env.DATA_DIR !== undefined ? dataDir : null,
      auditSigningKey,
    };
  });
}

/**
 * With each of these `pg` connects with TLS or not at all; it checks the certificate with all but
 * `no-verify`.
 */
const tlsModes = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Whether what is read and written stays on this machine, goes over TLS, or is meant to go without.
 */
function isSafeWay(url: URL, otherHost = ''): boolean {
  // Like `pg`: the last of several counts, `host` in the query more than the one before it, and
  // PGHOST where neither names one.
  const { sslmode, ssl, host } = Object.fromEntries(url.searchParams);
  if (sslmode !== undefined) return sslmode === 'disable' || tlsModes.includes(sslmode);
  if (ssl === 'true' || ssl === '1') return true;
  return /^(localhost|127\.[\d.]+|\[?::1\]?|\/.*|%2f.*|)$/i.test(host || url.hostname || otherHost);
}

/** A value that is shown nowhere. */
export interface NamedSecret {
  /** Where the operator wrote it. */
  readonly name: string;
  readonly value: string;
  /** An address holds the password among words that anybody can guess: nobody is warned of those. */
  readonly isAddress: boolean;
}

export function secretsOf({
  slack,
  governance,
  database,
  auditSigningKey,
  webhooks,
  proxy,
}: SlackEnvironment): readonly NamedSecret[] {
  const { transport } = slack;
  const named: readonly (readonly [string, string | undefined])[] = [
    ['SLACK_BOT_TOKEN', slack.botToken],
    ['SLACK_SIGNING_SECRET', transport.signingSecret],
    ['SLACK_APP_TOKEN', transport.kind === 'socket' ? transport.appToken : undefined],
    ['GOVERNANCE_CLIENT_SECRET', governance.clientSecret],
    ['AUDIT_SIGNING_KEY', auditSigningKey],
    ...(webhooks?.key.split(',') ?? []).map((key) => ['WEBHOOK_KEY', key] as const),
    ...(database.kind === 'postgres' ? secretsInUrl('DATABASE_URL', database.url) : []),
    ...(proxy ? secretsInUrl('HTTPS_PROXY', proxy.url) : []),
  ];
  return named
    .map(([name, value = '']) => ({ name, value, isAddress: /_(URL|PROXY)$/.test(name) }))
    .filter(({ value }) => value !== '');
}

function secretsInUrl(variable: string, url: string): readonly (readonly [string, string])[] {
  const { password } = new URL(url);
  const name = `the password in ${variable}`;
  return [
    [variable, url],
    [name, password],
    [name, decodeURIComponent(password)],
  ];
}
