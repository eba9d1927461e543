/**
 * The log, the metrics and the health of the process. This room measures and reports on a running
 * bot; it never changes anything.
 */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { NamedSecret } from '../../config/environment.ts';
import { awaited, RefusedCredentials } from '../../domain/outward/outward-failure.ts';
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
      logMethod: sameThingsOnce(settings),
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
const waitIsSaidAgainMs = 60_000;

/**
 * While the service refuses the bot's credentials, or somebody is away, everything fails for the
 * same reason: one line now and then says so, in the place of a line for each.
 */
function sameThingsOnce({
  now = () => new Date(),
}: Pick<LoggingSettings, 'now'>): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const lines = new Map<string, { readonly atMs: number; readonly waiting: Set<unknown> }>();
  /** How many have waited since it was said last; null while that is not long ago. */
  const toSay = (what: string, everyMs: number, who?: unknown): number | null => {
    const nowMs = now().getTime();
    const { atMs, waiting } = lines.get(what) ?? {
      atMs: Number.NEGATIVE_INFINITY,
      waiting: new Set(),
    };
    // Those of an outage before wait no more.
    if (nowMs - atMs > 2 * everyMs) waiting.clear();
    waiting.add(who);
    const isDue = nowMs - atMs >= everyMs;
    lines.set(what, isDue ? { atMs: nowMs, waiting: new Set() } : { atMs, waiting });
    return isDue ? waiting.size : null;
  };
  return function logMethod(args, method) {
    const [fields] = args;
    const isObject = typeof fields === 'object' && fields !== null;
    const { err, waiting }: { err?: unknown; waiting?: unknown } = isObject ? fields : {};
    if (err instanceof RefusedCredentials) {
      if (toSay('refused', refusalIsSaidAgainMs) === null) return;
      this.error(
        { why: err.message },
        'the access service refuses the bot, so nothing can be read or sent: correct GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and start the bot again. What people submit is kept',
      );
      return;
    }
    const system = waiting === undefined ? null : awaited(err);
    if (system === null) {
      method.apply(this, args);
      return;
    }
    const count = toSay(system, waitIsSaidAgainMs, waiting);
    if (count !== null)
      method.apply(this, [
        { system, waiting: count, why: String(err) },
        'work waits, and is tried again',
      ]);
  };
}
