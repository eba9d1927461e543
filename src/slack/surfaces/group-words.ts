import { isOpen } from '../../domain/task-snapshot.ts';
import type { NoticeContext } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import { accessName, countedNames, numbered } from './task-words.ts';
import { link, name } from './text.ts';

/** That several asked for in one go are with their reviewers: one line for each, and who decides. */
export function groupOpenWords(texts: Texts, { group, card, isFollowed }: NoticeContext): string {
  const { notices } = texts;
  const open = group.filter(({ task }) => task !== null && isOpen(task));
  const lines = open.map((one) => `• ${lineOf(texts, one)}`);
  const url = card?.permalink ?? null;
  return [
    notices.groupOpen({ count: open.length }),
    ...lines,
    ...(isFollowed ? [] : [notices.notFollowed]),
    ...(url === null ? [] : [link(url, notices.seeRequest)]),
  ].join('\n');
}

function lineOf(texts: Texts, { request, task }: NoticeContext['group'][number]): string {
  const what = (task === null ? '' : accessName(task)) || `${request.appName} · ${request.entitlementName}`;
  const shown = `*${name(what, 150)}*${task === null ? '' : numbered(task)}`;
  const people = (task?.stepApprovers ?? []).map((person) => person.name);
  if (people.length === 0) return shown;
  return `${shown}: ${countedNames(texts, people, 'or')}`;
}
