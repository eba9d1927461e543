/** What the reader asked for in the service, or others asked for them there. */
import type { KnownBlock } from '@slack/types';
import { callNameOf } from '../../domain/people/identity-person.ts';
import type { HomeElsewhere, RequestElsewhere } from '../../use-cases/ports/home-contents.ts';
import { consoleWords, numbered } from '../card/task-words.ts';
import { openTaskWords } from '../home/standing.ts';
import { limits } from '../platform/limits.ts';
import { marked, moment, name, plain, section } from '../platform/text.ts';
import type { Texts } from '../platform/texts.ts';

/** Nothing where nothing is open. Two or three blocks, however many there are. */
export function elsewhereBlocks(texts: Texts, { shown, left }: HomeElsewhere): KnownBlock[] {
  if (shown.length === 0) return [];
  const more = texts.lists.moreLeftOut({ count: left });
  return [
    { type: 'header', text: plain(texts.home.askedElsewhere, limits.headerText) },
    section(shown.map((one) => `• ${requestWords(texts, one)}`).join('\n')),
    ...(left === 0 ? [] : [{ type: 'context' as const, elements: [marked(more)] }]),
  ];
}

/** The access, then what it waits for and whom it concerns. */
function requestWords(texts: Texts, one: RequestElsewhere): string {
  const { home } = texts;
  const { subject, task, isOwn, isForReader, consoleUrl } = one;
  const by = subject.elsewhere.requesterName;
  const target = task.target === null ? null : callNameOf(task.target);
  const parts = [
    openTaskWords(texts, task, subject),
    ...(isOwn || by === null ? [] : [home.bySomebody({ who: name(by, 80) })]),
    ...(isForReader || target === null ? [] : [home.forSomebody({ who: name(target, 80) })]),
    home.asked({ when: moment(subject.createdAt) }),
    ...(consoleUrl === null ? [] : [consoleWords(texts, consoleUrl)]),
  ];
  const what = name(`${subject.appName} · ${subject.entitlementName}`, 200);
  return `*${what}*${numbered(task)} · ${parts.join(' · ')}`;
}
