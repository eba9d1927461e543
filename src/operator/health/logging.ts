/**
 * The log, the metrics and the health of the process. This room measures and reports on a running
 * bot; it never changes anything.
 */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { NamedSecret } from '../../config/environment.ts';
import { RefusedCredentials } from '../../domain/outward/outward-failure.ts';
import { createRedactor, strengthOf } from '../../domain/text/redactor.ts';

export interface LoggingSettings {
  readonly level: string;
  /** Values that must never be logged. They are replaced in every line, from any source. */
  readonly secrets: readonly NamedSecret[];
  /** Default: the machine's clock. */
  readonly now?: () => Date;
  /** Where lines go; standard output by default. */
  readonly destination?: DestinationStream;
  /** Lines go to this file instead; it and its folder are created if missing. */
  readonly file?: string;
}

/** One JSON line per thing that happened. */
export function createLogging(settings: LoggingSettings): Logger {
  const options = {
    level: settings.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: createRedactor(settings.secrets.map(({ value }) => value)),
      logMethod: refusalsOnce(settings),
    },
  };
  const { file: dest, destination } = settings;
  return pino(
    options,
    dest === undefined ? destination : pino.destination({ dest, mkdir: true, sync: false }),
  );
}

/** Names the secrets that the log does not find wherever they stand. */
export function guessableSecrets(secrets: readonly NamedSecret[]): readonly string[] {
  const guessable = secrets.filter((one) => !one.isAddress && strengthOf(one.value) !== 'random');
  return [...new Set(guessable.map(({ name }) => name))];
}

export const guessableSecretsWords =
  'these secrets are short or ordinary words, so the log hides them only where they stand by themselves: use 16 or more random characters, as openssl rand -hex 32 makes them';

const refusalIsSaidAgainMs = 10 * 60_000;

/**
 * While the service refuses the bot's credentials, every call fails for the same reason: one line
 * says so, and what to do, in the place of a line for each.
 */
function refusalsOnce({
  now = () => new Date(),
}: Pick<LoggingSettings, 'now'>): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  let saidMs = Number.NEGATIVE_INFINITY;
  return function logMethod(args, method) {
    const [fields] = args;
    const isObject = typeof fields === 'object' && fields !== null && 'err' in fields;
    if (!isObject || !(fields.err instanceof RefusedCredentials)) {
      method.apply(this, args);
      return;
    }
    const nowMs = now().getTime();
    if (nowMs - saidMs < refusalIsSaidAgainMs) return;
    saidMs = nowMs;
    const { message } = fields.err;
    this.error(
      { why: message },
      'the access service refuses the bot, so nothing can be read or sent: correct GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and start the bot again. What people submit is kept',
    );
  };
}
