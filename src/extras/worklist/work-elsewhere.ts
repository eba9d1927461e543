/** What waits for the reader in the service, as lines with links. */
import type { KnownBlock } from '@slack/types';
import { known } from '../../slack/card/task-words.ts';
import type { ShownSection } from '../../slack/home/home-section.ts';
import { limits } from '../../slack/platform/limits.ts';
import { cut, link, marked, moment, name, plain, section } from '../../slack/platform/text.ts';
import type { Texts } from '../../slack/texts.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';
import type { HomeSection } from '../../use-cases/ports/home-contents.ts';
import { type HomeWork, workOnHome } from './work-on-home.ts';
import { workTexts } from './work-texts.ts';

type Line = HomeWork['shown'][number];

/** The part of Home that shows it. */
export function workSection(deps: LocalDeps): HomeSection<ShownSection> {
  return {
    reading: (slackUserId) => ({ kind: 'read-work', slackUserId }),
    async show(slackUserId) {
      const work = await workOnHome(deps, slackUserId);
      if (work === null) return null;
      return { place: 'waiting', blocks: (texts) => workBlocks(texts, work) };
    },
  };
}

/** Two or three blocks, however many lines there are. */
export function workBlocks(texts: Texts, work: HomeWork): KnownBlock[] {
  const { title } = workTexts(texts);
  const more = work.isCut ? texts.lists.andMore : texts.lists.moreLeftOut({ count: work.left });
  const isMore = work.left > 0 || work.isCut;
  return [
    { type: 'header', text: plain(title, limits.headerText) },
    section(work.shown.map((one) => `• ${lineWords(texts, one)}`).join('\n')),
    ...(isMore ? [{ type: 'context' as const, elements: [marked(more)] }] : []),
  ];
}

function lineWords(
  texts: Texts,
  { kind, name: called, instructions = '', count, dueAt, url }: Line,
): string {
  const { kinds, tasks, due, unnamed } = workTexts(texts);
  const title = cut(called, 120) || unnamed;
  const parts = [
    `${known(kinds, kind) ?? kinds.other}: ${url === null ? name(title) : link(url, title)}`,
    ...(instructions === '' ? [] : [name(instructions, 200)]),
    ...(count === 1 ? [] : [tasks({ count })]),
    ...(dueAt === null ? [] : [due({ when: moment(new Date(dueAt)) })]),
  ];
  return parts.join(' · ');
}
