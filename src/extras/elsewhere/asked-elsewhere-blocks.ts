/** What the reader asked for in the service, or others asked for them there. */
import type { KnownBlock } from '@slack/types';
import { callNameOf } from '../../domain/people/identity-person.ts';
import { consoleWords, numbered } from '../../slack/card/task-words.ts';
import type { ShownSection } from '../../slack/home/home-section.ts';
import { openTaskWords } from '../../slack/home/standing.ts';
import { limits } from '../../slack/platform/limits.ts';
import { marked, moment, name, plain, section } from '../../slack/platform/text.ts';
import { type Texts, textsOfExtra } from '../../slack/texts.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import type { HomeSection } from '../../use-cases/ports/home-contents.ts';
import { askedElsewhere, type HomeElsewhere, type RequestElsewhere } from './asked-elsewhere.ts';

const elsewhereTexts = textsOfExtra({
  title: ['Asked for elsewhere', 'Woanders angefragt'],
} as const);

/** The part of Home that shows it. */
export function elsewhereSection(deps: LocalDeps): HomeSection<ShownSection> {
  return {
    reading: () => null,
    async show(slackUserId) {
      const elsewhere = await askedElsewhere(deps, slackUserId);
      return { place: 'open', blocks: (texts) => elsewhereBlocks(texts, elsewhere) };
    },
  };
}

/** Nothing where nothing is open. Two or three blocks, however many there are. */
export function elsewhereBlocks(texts: Texts, { shown, left }: HomeElsewhere): KnownBlock[] {
  if (shown.length === 0) return [];
  const more = texts.lists.moreLeftOut({ count: left });
  return [
    { type: 'header', text: plain(elsewhereTexts(texts).title, limits.headerText) },
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
    // The link stands at the end of the line.
    openTaskWords(texts, task, subject, null),
    ...(isOwn || by === null ? [] : [home.bySomebody({ who: name(by, 80) })]),
    ...(isForReader || target === null ? [] : [home.forSomebody({ who: name(target, 80) })]),
    home.asked({ when: moment(subject.createdAt) }),
    ...(consoleUrl === null ? [] : [consoleWords(texts, consoleUrl)]),
  ];
  const what = name(`${subject.appName} · ${subject.entitlementName}`, 200);
  return `*${what}*${numbered(task)} · ${parts.join(' · ')}`;
}
