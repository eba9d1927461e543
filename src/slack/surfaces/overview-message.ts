import type { OverviewModel } from '../../use-cases/chat-ports.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { waitingLine } from './notice-words.ts';
import type { RenderedMessage } from './task-card.ts';
import type { IsConfidential } from './task-words.ts';
import { cutMarked, section } from './text.ts';

/** In a channel whose cards take longer than a minute to post: how many wait, the first of them, and where to decide meanwhile. */
export function overviewMessage(
  texts: Texts,
  { first, total }: OverviewModel,
  isConfidential: IsConfidential,
): RenderedMessage {
  const head = texts.notices.overview({ count: total });
  const lines = first.map((one) => waitingLine(texts, { ...one, isHidden: isConfidential(one.request.appId) }));
  const more = total > first.length ? [texts.lists.moreLeftOut({ count: total - first.length })] : [];
  const text = [head, ...lines, ...more].join('\n');
  return { text: head, blocks: [section(cutMarked(text, limits.sectionText))] };
}
