/** What became of requests that a message said were waiting. */
import { isOpen } from '../../../domain/task/task-snapshot.ts';
import type { SettledSubject } from '../../../use-cases/ports/chat-ports.ts';
import { accessName, confidentialWords, numbered, outcomeWords } from '../../card/task-words.ts';
import { mention, name, timeOfDay } from '../../platform/text.ts';
import type { Texts } from '../../platform/texts.ts';

/** "*GitHub · write* (#1042): @chen approved this at 17:43." */
export function settledLine(texts: Texts, subject: SettledSubject): string {
  if (subject.isHidden === true) return name(confidentialWords(texts, subject));
  const { request, task } = subject;
  const requestedAccess = `${request.appName} · ${request.entitlementName}`;
  const access = (task === null ? '' : accessName(task)) || requestedAccess;
  const number = task === null ? '' : numbered(task);
  const what = `*${name(access, 150)}*${number}`;
  return texts.notices.aboutRequest({ what, said: settledWords(texts, subject) });
}

/** Who decided and when; then how it ended, if the decision does not say so. */
function settledWords(texts: Texts, { request, task, decision }: SettledSubject): string {
  const { settled } = texts.notices.waiting;
  const isOver = task !== null && !isOpen(task);
  const outcome = isOver ? task.outcome : null;
  const isWithdrawn = request.state === 'withdrawn';
  const ended = isWithdrawn && outcome === null ? 'cancelled' : outcome;
  const end = ended === null ? '' : `${name(outcomeWords(texts, ended, request))}.`;
  if (decision === null) return end === '' ? settled.movedOn : end;
  const parts = { who: mention(decision.by.userId), when: timeOfDay(decision.at) };
  const decided = settled[decision.verb](parts);
  const isSaid = ended === (decision.verb === 'deny' ? 'denied' : 'granted');
  return isSaid || end === '' ? decided : `${decided} ${end}`;
}
