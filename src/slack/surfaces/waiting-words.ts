import { requesterName } from '../../domain/holder-action.ts';
import type { NoticeBody } from '../../domain/notice.ts';
import type { NoticeContext, NoticeSubject } from '../../use-cases/chat-ports.ts';
import type { Texts } from '../texts/texts.ts';
import { confidentialWords } from './confidential-words.ts';
import { lineOf, requestForWords } from './notice-words.ts';
import { helpers } from './refusal-words.ts';
import { channelLink, groupMention, link, listed, mention, moment, name } from './text.ts';

/** A message lists so many requests before it counts. */
const listedRequests = 10;

/** Requests that nobody decides: to a reviewer, or to whom a tier of the escalation names. */
export function waitingWords(
  texts: Texts,
  { kind, group }: Extract<NoticeBody, { kind: 'reminder' | 'overdue' }>,
  context: NoticeContext,
): string {
  const count = context.group.length;
  const head = texts.notices.waiting[kind]({ count });
  return [
    group === null ? head : `${groupMention(group)}: ${head}`,
    ...context.group.slice(0, listedRequests).map((one) => waitingLine(texts, one)),
    ...(count > listedRequests ? [texts.lists.moreLeftOut({ count: count - listedRequests })] : []),
  ].join('\n');
}

/** What is asked for, by whom and since when, and who decides. */
export function waitingLine(texts: Texts, subject: NoticeSubject): string {
  const { request, task, url = null } = subject;
  if (subject.isHidden === true) return `• ${name(confidentialWords(texts, subject))}`;
  // By name: a list in a channel calls nobody.
  const who = name(requesterName(request, task), 80);
  const asked = texts.card.askedAt({ who, when: moment(texts, request.createdAt) });
  const emergency = task?.emergency === true || request.emergency ? [texts.card.emergency] : [];
  const see = url === null ? [] : [link(url, texts.notices.seeRequest)];
  return [`• ${lineOf(texts, subject)}`, ...emergency, asked, ...see].join(' · ');
}

/** To the requester: nobody has decided, who was told, and what can be done. */
export function toldWords(
  texts: Texts,
  body: Extract<NoticeBody, { kind: 'overdue-told' }>,
  context: NoticeContext,
): readonly string[] {
  const { undecided, told, nobodyToTell, emergencyByButton, emergencyByCommand } = texts.notices.waiting;
  const people = [...body.people.map(mention), ...body.channels.map((channel) => channelLink(texts, channel))];
  const sentences = [undecided({ request: requestForWords(texts, context, 'requester') })];
  if (people.length > 0) sentences.push(told({ people: listed(texts, people, 'and') }));
  else if (!body.offersEmergency) sentences.push(nobodyToTell({ helpers: helpers(texts, context.admins) }));
  if (body.offersEmergency) sentences.push(context.canEscalate ? emergencyByButton : emergencyByCommand);
  return sentences;
}
