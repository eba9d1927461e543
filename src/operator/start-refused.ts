import { type Configuration, readConfiguration } from '../config/configuration.ts';
import type { Variables } from '../config/environment.ts';
import { printMistakes } from '../config/mistakes.ts';
import { DatabaseUnavailable } from '../store/platform/data-folder.ts';

/** The process cannot start, in one sentence for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Ends the process, with a sentence for the operator. */
export function fail(code: number, words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(code);
}

/** The settings. Ends the process with a list of all mistakes when they are wrong. */
export function settingsOrEnd(env: Variables): Configuration {
  const configuration = readConfiguration(env);
  if (configuration.ok) return configuration.value;
  return fail(
    2,
    `The bot cannot start with these settings:\n${printMistakes(configuration.refusal)}`,
  );
}

/**
 * One sentence about why the process cannot start, with what to do; null for a bug, which deserves
 * its stack.
 */
export function startFailureWords(error: unknown): string | null {
  if (error instanceof DatabaseUnavailable || error instanceof StartRefused) return error.message;
  // PostgreSQL's own errors have one.
  if (error instanceof Error && 'severity' in error)
    return `The database refused what was asked: ${error.message}.`;
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) return null;
  const where = 'port' in error ? `Port ${String(error.port)}` : 'The port';
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return `${where} is in use by another process. Stop that process, or set PORT to another port.`;
  if (code === 'EACCES')
    return `${where} needs more rights than this user has. Set PORT to one above 1023.`;
  return `${where} cannot be listened on (${error.message}). Check HOST and PORT.`;
}
