import { isOpen } from '../../domain/task-snapshot.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import { outcomeWords, taskNumber } from './task-words.ts';
import { oneLine } from './text.ts';

export type IsConfidential = (appId: string) => boolean;

type Subject = Pick<NoticeContext, 'request' | 'task'> & { readonly grant?: { readonly endedAt: Date | null } | null };

/** All that a channel reads of a request for a confidential app: its number, its app, and its state. In plain text. */
export function confidentialWords(texts: Texts, { request, task, grant = null }: Subject): string {
  const number = task === null ? '' : taskNumber(task);
  const isUrgent = task?.emergency === true || request.emergency;
  const what = [number, oneLine(request.appName).slice(0, 80)].filter((part) => part !== '').join(' · ');
  return `${isUrgent ? '🚨' : '🔒'} ${what}: ${stateOf(texts, { request, task, grant })}`;
}

function stateOf(texts: Texts, { task, grant }: Subject): string {
  const { card, home } = texts;
  if (task === null) return home.beingSent;
  if (grant !== null && grant !== undefined && grant.endedAt !== null) return home.groups.ended;
  if (!isOpen(task)) return oneLine(outcomeWords(texts, task.outcome)).slice(0, 40);
  return task.stepApprovers.length > 0 ? card.confidential.waiting : home.beingSetUp;
}
