import type { Result } from '../domain/result.ts';
import { visibleControls } from '../domain/text/foreign-text.ts';

/**
 * One thing that is wrong with the configuration, in words for the operator. Never holds a secret's
 * value.
 */
export interface ConfigMistake {
  /** `environment`, or file, line and column: `access.yaml:9:17` (both count from 1). */
  readonly place: string;
  /** A sentence that names the setting and says what would be right. */
  readonly message: string;
}

/** Settings, or every mistake in them. */
export type Checked<T> = Result<T, readonly ConfigMistake[]>;

/**
 * All mistakes as text for a terminal, one line each, in the order given; no line break at the end.
 */
export function printMistakes(mistakes: readonly ConfigMistake[]): string {
  return mistakes
    .map((mistake) => visibleControls(`${mistake.place}: ${mistake.message}`))
    .join('\n');
}

/**
 * Why a file could not be read, as the second half of a sentence. Other errors than those of the
 * system are thrown again.
 */
export function fileProblem(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) throw error;
  return error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.message})`;
}
