/**
 * The room of the operator's eyes: the log, the metrics, the health of the process. It owns what is measured and said of a
 * running bot; it never changes anything.
 */
import { type DestinationStream, type Logger, pino } from 'pino';

export interface LoggingSettings {
  readonly level: string;
  /**
   * Values that must never be written: replaced wherever they would appear, whatever brought them there. Ones of fewer than 8
   * characters are not looked for: they would blot out ordinary words.
   */
  readonly secrets: readonly string[];
  /** Where lines go; standard output by default. */
  readonly destination?: DestinationStream;
  /** Lines go to this file instead; made with its folder where it is not there. */
  readonly file?: string;
}

/** Tokens that are not known beforehand: by how they look, and by the name of the member that holds them, however deep. */
const looksSecret: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi, '$1 [redacted]'],
  [/\bxox[a-z](?:\.[a-z]+)?-[\w-]+|\bxapp-[\w-]+/g, '[redacted]'],
  [
    /"((?:access_|refresh_)?token|authorization|client_?secret|signing_?secret|password|cookie|response_url)":"(?:[^"\\]|\\.)*"/gi,
    '"$1":"[redacted]"',
  ],
  [/\b((?:client_secret|access_token|password)=)[^&\s"\\]+/gi, '$1[redacted]'],
  [/(https:\/\/hooks\.slack\.com\/)[^\s"\\]+/g, '$1[redacted]'],
];

/** One JSON line per thing that happened. */
export function createLogging(settings: LoggingSettings): Logger {
  const known = formsOf(settings.secrets);
  const options = {
    level: settings.level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite(line: string): string {
        let kept = line;
        for (const secret of known) kept = kept.replaceAll(secret, '[redacted]');
        for (const [pattern, censored] of looksSecret) kept = kept.replace(pattern, censored);
        return kept;
      },
    },
  };
  if (settings.file !== undefined)
    return pino(options, pino.destination({ dest: settings.file, mkdir: true, sync: false }));
  return settings.destination === undefined ? pino(options) : pino(options, settings.destination);
}

/** A secret as it is, inside a JSON string (once, and once more where JSON is quoted in JSON), and inside an address; longest first. */
function formsOf(secrets: readonly string[]): readonly string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = secrets
    .filter((secret) => secret.length >= 8)
    .flatMap((secret) => [secret, inJson(secret), inJson(inJson(secret)), encodeURIComponent(secret)]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
