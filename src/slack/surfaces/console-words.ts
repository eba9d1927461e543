import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { cardUrlLength } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { taskNumber } from './task-words.ts';
import { link, name } from './text.ts';

/** Under which number a task is found where, as parts of a sentence: linked where a link is configured and of a length that fits. */
export function consoleParts(
  { home }: Texts,
  task: Pick<TaskSnapshot, 'numericId'>,
  consoleUrl: string | null,
): { number: string; console: string } {
  const number = taskNumber(task);
  return {
    number: number === '' ? '' : name(number, 40),
    console: consoleUrl === null || consoleUrl.length > cardUrlLength ? home.console : link(consoleUrl, home.console),
  };
}
