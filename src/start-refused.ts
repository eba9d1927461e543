import { AnswerFailed } from './ops/local-socket.ts';
import { DatabaseUnavailable } from './store/data-folder.ts';

/** The process cannot start, in one sentence for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** One sentence about why the process cannot start, with what to do; null for a bug, which deserves its stack. */
export function startFailureWords(error: unknown): string | null {
  if (error instanceof DatabaseUnavailable || error instanceof StartRefused || error instanceof AnswerFailed)
    return error.message;
  // PostgreSQL's own errors have one, and so have those of the embedded database.
  if (error instanceof Error && 'severity' in error) return `The database refused what was asked: ${error.message}.`;
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) return null;
  const where = 'port' in error ? `Port ${String(error.port)}` : 'The port';
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return `${where} is in use by another process. Stop that process, or set PORT to another port.`;
  if (code === 'EACCES') return `${where} needs more rights than this user has. Set PORT to one above 1023.`;
  return `${where} cannot be listened on (${error.message}). Check HOST and PORT.`;
}
