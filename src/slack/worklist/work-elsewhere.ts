/** What waits for the reader in the service, as lines with links. */
import type { KnownBlock } from '@slack/types';
import type { HomeWork } from '../../use-cases/ports/home-contents.ts';
import { known } from '../card/task-words.ts';
import { limits } from '../platform/limits.ts';
import { cut, link, marked, moment, name, plain, section } from '../platform/text.ts';
import type { Texts } from '../platform/texts.ts';

type Line = HomeWork['shown'][number];

/** Nothing where nothing waits. Two or three blocks, however many lines there are. */
export function workBlocks(texts: Texts, work: HomeWork | null): KnownBlock[] {
  if (work === null) return [];
  const { title } = texts.work;
  const more = work.isCut ? texts.held.andMore : texts.lists.moreLeftOut({ count: work.left });
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
  const { kinds, tasks, due, unnamed } = texts.work;
  const title = cut(called, 120) || unnamed;
  const parts = [
    `${known(kinds, kind) ?? kinds.other}: ${url === null ? name(title) : link(url, title)}`,
    ...(instructions === '' ? [] : [name(instructions, 200)]),
    ...(count === 1 ? [] : [tasks({ count })]),
    ...(dueAt === null ? [] : [due({ when: moment(new Date(dueAt)) })]),
  ];
  return parts.join(' · ');
}
