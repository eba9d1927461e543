import type { NoticeSubject, OverviewModel } from '../../use-cases/ports/chat-ports.ts';
import type { IsConfidential } from '../card/task-words.ts';
import { limits } from '../platform/limits.ts';
import type { RenderedMessage } from '../platform/rendered-message.ts';
import { cutMarked, section } from '../platform/text.ts';
import type { Texts } from '../texts.ts';
import { waitingLine } from './request-list-words.ts';

/**
 * In a channel whose cards take longer than a minute to post: how many wait, the first of them, and
 * where to decide meanwhile.
 */
export function overviewMessage(
  texts: Texts,
  { first, total, riskNames }: OverviewModel,
  isConfidential: IsConfidential,
): RenderedMessage {
  const head = texts.notices.overview({ count: total });
  const lines = first.map((one) => publicLine(texts, one, isConfidential, riskNames));
  const more =
    total > first.length ? [texts.lists.moreLeftOut({ count: total - first.length })] : [];
  const text = [head, ...lines, ...more].join('\n');
  return { text: head, blocks: [section(cutMarked(text, limits.sectionText))] };
}

/** A request that waits, hidden if its app is confidential. */
function publicLine(
  texts: Texts,
  one: NoticeSubject,
  isConfidential: IsConfidential,
  riskNames: OverviewModel['riskNames'] | null = null,
): string {
  return waitingLine(texts, { ...one, isHidden: isConfidential(one.request.appId) }, riskNames);
}
