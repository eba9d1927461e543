/**
 * The log, the metrics and the health of the process. This room measures and reports on a running
 * bot; it never changes anything.
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { createRedactor } from '../../domain/text/redactor.ts';

export interface LoggingSettings {
  readonly level: string;
  /** Values that must never be logged. They are replaced in every line, from any source. */
  readonly secrets: readonly string[];
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
    hooks: { streamWrite: createRedactor(settings.secrets) },
  };
  const { file: dest, destination } = settings;
  return pino(
    options,
    dest === undefined ? destination : pino.destination({ dest, mkdir: true, sync: false }),
  );
}
