/** What became of requests that a message said were waiting. */
import { namesOf } from '../../../domain/people/identity-person.ts';
import { nobodyReached } from '../../../use-cases/ports/card-contents.ts';
import type { SettledSubject } from '../../../use-cases/ports/chat-ports.ts';
import {
  accessName,
  confidentialWords,
  countedNames,
  numbered,
  outcomeWords,
  waitedFor,
} from '../../card/task-words.ts';
import { mention, moment, name } from '../../platform/text.ts';
import type { Texts } from '../../texts.ts';
import { outcomeOfSubject, reviewersOf } from './outcome-words.ts';

/** "*GitHub · write* (#1042): @chen approved this today, 17:43." */
export function settledLine(texts: Texts, subject: SettledSubject): string {
  if (subject.isHidden === true) return name(confidentialWords(texts, subject));
  const { request, task } = subject;
  const requestedAccess = `${request.appName} · ${request.entitlementName}`;
  const access = (task === null ? '' : accessName(task)) || requestedAccess;
  const number = task === null ? '' : numbered(task);
  const what = `*${name(access, 150)}*${number}`;
  return texts.notices.aboutRequest({ what, said: settledWords(texts, subject) });
}

/** "Cho will decide."; empty if nobody is named. */
function handedOnWords(texts: Texts, subject: SettledSubject): string {
  const people = namesOf(waitedFor(reviewersOf(subject), nobodyReached));
  if (people.length === 0) return '';
  return texts.notices.decidedBy({ people: countedNames(texts, people, 'or') });
}

/** Who decided and when; then how it ended, if the decision does not say so. */
function settledWords(texts: Texts, subject: SettledSubject): string {
  const { request, decision, isFollowed } = subject;
  const { settled } = texts.notices.waiting;
  const ended = outcomeOfSubject(subject, isFollowed);
  if (subject.isHandedOn === true) return handedOnWords(texts, subject) || settled.movedOn;
  const end = ended === null ? '' : `${name(outcomeWords(texts, ended, request))}.`;
  if (decision === null) return end === '' ? settled.movedOn : end;
  const parts = { who: mention(decision.by.userId), when: moment(decision.at) };
  const decided = settled[decision.verb](parts);
  const isSaid = ended === (decision.verb === 'deny' ? 'denied' : 'granted');
  return isSaid || end === '' ? decided : `${decided} ${end}`;
}
