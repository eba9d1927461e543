/**
 * The room of the operator's eyes: the log, the metrics, the health of the process. It owns what is
 * measured and said of a running bot; it never changes anything.
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import { createRedactor } from '../../domain/redactor.ts';

export interface LoggingSettings {
  readonly level: string;
  /** Values that must never be logged. They are replaced in every line, from any source. */
  readonly secrets: readonly string[];
  /** Where lines go; standard output by default. */
  readonly destination?: DestinationStream;
  /** Lines go to this file instead; made with its folder where it is not there. */
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
