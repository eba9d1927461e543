/**
 * The room of the operator's settings. It owns the names and the reading of the environment and of `access.yaml`, and is the only
 * one that looks at the process's environment; it never talks to Slack, the service or the database, and never decides what
 * a setting means for a request.
 */
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ConfigMistake } from './mistakes.ts';
import { VariableReader, type Variables } from './variables.ts';
import { webAddress, withoutEndSlash } from './web-address.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type DatabaseSettings =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

interface ProcessSettings {
  /** Where the process listens; port 0 lets the system pick one. */
  readonly http: { readonly host: string; readonly port: number };
  readonly database: DatabaseSettings;
  /** Folder for everything that is kept on disk, the embedded database included. As written: may be relative. */
  readonly dataDir: string;
  /** As written: may be relative. */
  readonly accessConfigPath: string;
  readonly logLevel: LogLevel;
  /** NODE_ENV is `production`. */
  readonly production: boolean;
}

/** No Slack token and not in production: the process brings its own Slack workspace and governance service. */
export interface SandboxEnvironment extends ProcessSettings {
  readonly mode: 'sandbox';
}

/** How Slack reaches the bot: signed requests to `http`, or a socket that the bot opens. */
export type SlackTransport =
  | { readonly kind: 'http'; readonly signingSecret: string }
  | { readonly kind: 'socket'; readonly appToken: string };

export interface SlackEnvironment extends ProcessSettings {
  readonly mode: 'slack';
  readonly slack: {
    readonly botToken: string;
    /** With a slash at its end, as Slack's client wants it. */
    readonly apiUrl: string;
    readonly transport: SlackTransport;
  };
  readonly governance: {
    /** Without a slash at its end (interface.md: `{base_url}`). */
    readonly baseUrl: string;
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
}

export type Environment = SandboxEnvironment | SlackEnvironment;

/** The process's own variables, for `readEnvironment`. */
export function processEnvironment(): Variables {
  return process.env;
}

/**
 * What the environment says, or every mistake in it at once. Pure: `env` is all it looks at. Without SLACK_BOT_TOKEN and
 * SLACK_APP_TOKEN the mode is `sandbox`, unless NODE_ENV is `production`: then what is missing is refused.
 */
export function readEnvironment(env: Variables): Result<Environment, readonly ConfigMistake[]> {
  const variables = new VariableReader(env);
  const production = variables.optional('NODE_ENV') === 'production';
  const hasSlackToken =
    variables.optional('SLACK_BOT_TOKEN') !== null || variables.optional('SLACK_APP_TOKEN') !== null;
  const sandbox = !production && !hasSlackToken;
  const environment: Environment = sandbox
    ? { mode: 'sandbox', ...readProcess(variables, production, '127.0.0.1') }
    : {
        mode: 'slack',
        slack: readSlack(variables, production),
        governance: readGovernance(variables, production),
        ...readProcess(variables, production, '0.0.0.0'),
      };
  return variables.mistakes.length > 0 ? refuse(variables.mistakes) : ok(environment);
}

/** Where `access.yaml` lies, also when the rest of the environment is refused. */
export function accessConfigPath(env: Variables): string {
  return accessConfigOf(new VariableReader(env));
}

function accessConfigOf(variables: VariableReader): string {
  return variables.optional('ACCESS_CONFIG') ?? 'access.yaml';
}

function readProcess(variables: VariableReader, production: boolean, defaultHost: string): ProcessSettings {
  const dataDir = variables.optional('DATA_DIR') ?? '.data';
  return {
    http: { host: variables.host('HOST', defaultHost), port: variables.port('PORT', 3000) },
    database: readDatabase(variables, dataDir),
    dataDir,
    accessConfigPath: accessConfigOf(variables),
    logLevel: variables.oneOf('LOG_LEVEL', logLevels, 'info'),
    production,
  };
}

/** DATABASE_URL, else the embedded database in the data folder. */
export function readDatabase(variables: VariableReader, dataDir: string): DatabaseSettings {
  const url = variables.optional('DATABASE_URL');
  if (url === null) return { kind: 'embedded', dataDir };
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    variables.note(
      'DATABASE_URL is not a PostgreSQL URL: set it to one like postgres://user:password@host:5432/database, or leave it out for the embedded database.',
    );
  }
  return { kind: 'postgres', url };
}

function readSlack(variables: VariableReader, production: boolean): SlackEnvironment['slack'] {
  const api = webAddress(variables, 'SLACK_API_URL', { production, example: 'https://slack.com/api/' });
  return {
    botToken: variables.token(
      'SLACK_BOT_TOKEN',
      'xoxb-',
      'the bot token of the Slack app (OAuth & Permissions; xoxb-...)',
    ),
    apiUrl: `${api === null ? 'https://slack.com/api' : withoutEndSlash(api)}/`,
    transport: readTransport(variables),
  };
}

function readTransport(variables: VariableReader): SlackTransport {
  if (variables.optional('SLACK_APP_TOKEN') !== null) {
    const advice = 'an app-level token of the Slack app with connections:write (Basic Information; xapp-...)';
    return { kind: 'socket', appToken: variables.token('SLACK_APP_TOKEN', 'xapp-', advice) };
  }
  const advice = 'the signing secret of the Slack app (Basic Information), or set SLACK_APP_TOKEN to use Socket Mode';
  return { kind: 'http', signingSecret: variables.required('SLACK_SIGNING_SECRET', advice) };
}

/** The tenant and the bot’s credentials in it. */
export function readGovernance(variables: VariableReader, production: boolean): SlackEnvironment['governance'] {
  const example = 'https://acme.example';
  variables.required('GOVERNANCE_BASE_URL', `the address of your access-governance tenant, for example ${example}`);
  const base = webAddress(variables, 'GOVERNANCE_BASE_URL', { production, example });
  const token = webAddress(variables, 'GOVERNANCE_TOKEN_URL', { production, example: `${example}/auth/v1/token` });
  return {
    baseUrl: base === null ? '' : withoutEndSlash(base),
    tokenUrl: token?.href ?? `${base?.origin ?? ''}/auth/v1/token`,
    clientId: variables.required('GOVERNANCE_CLIENT_ID', 'the client id of the bot’s credentials in the service'),
    clientSecret: variables.required(
      'GOVERNANCE_CLIENT_SECRET',
      'the client secret of the bot’s credentials in the service',
    ),
  };
}
